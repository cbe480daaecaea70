use engine::Seat;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::store::{Bygone, Period, UserId};

fn table() -> TableId {
    "k7f2".parse().unwrap()
}

fn examples() -> Vec<Press> {
    let mut all = vec![
        Press::Play(table(), Window::Board(12), "draw stock".into()),
        Press::Play(table(), Window::Hand(0), "solve (8+5)/(10+3)".into()),
        Press::Build(table(), 7, vec![3, 0, 12]),
        Press::Build(table(), u32::MAX, Vec::new()),
        Press::Finish(table(), 7, vec![3]),
        Press::Hinted(table(), 7, 12),
        Press::Review(table(), 3, 0),
        Press::Daily(20_787, DailyAct::GiveUpYes),
        Press::Pick(table(), 7, vec![1], 2),
        Press::Page(table(), 7, Vec::new(), 2),
        Press::PickShared(table(), 7, 0),
        Press::Form(table(), Window::Board(3), 0),
        Press::Void(table(), 3),
        Press::Next(table(), 3),
        Press::Challenge(UserId(7), "Ben: the 2nd".into()),
        Press::Games,
        Press::Open,
        Press::First,
        Press::Word(table(), 2, true),
        Press::Word(table(), 2, false),
        Press::Options(table(), Part::HouseRules(1), u32::MAX),
        Press::Options(table(), Part::Ways, 0),
        Press::Rules("gin-rummy".into(), "knocking".into()),
        Press::Leaf("gin-rummy".into(), "knocking".into()),
        Press::Pages,
        Press::Topics("brain-drain".into()),
        Press::Leaders(Leaders { whose: Whose::Server, game: None, period: Period::Season, page: 3 }),
        Press::Leaders(Leaders {
            whose: Whose::Everywhere,
            game: Some("klaberjass".into()),
            period: Period::AllTime,
            page: 1,
        }),
        Press::Forget,
        Press::Profile(UserId(17)),
        Press::Profiles(None),
        Press::Profiles(Some("gin-rummy".into())),
        Press::Teach("gin-rummy".into()),
        Press::Lessons,
        Press::Turn("gin-rummy".into(), 2),
        Press::Practice(Box::new(Press::Pick(table(), 7, vec![1], 2))),
        Press::Greyed(3),
        Press::History(MatchesOf { user: UserId(u64::MAX), game: None, against: None }, HistoryAct::Newest),
    ];
    let of =
        MatchesOf { user: UserId(u64::MAX), game: Some("pegs-and-jokers".into()), against: Some(UserId(u64::MAX)) };
    let bygone = Bygone { ended: 1_786_752_000_000, table: "k7f2k7f2k7f2".parse().unwrap() };
    let others = [HistoryAct::Against, HistoryAct::Anybody, HistoryAct::Open];
    for act in [HistoryAct::Older(bygone), HistoryAct::Newer(bygone)].into_iter().chain(others) {
        all.push(Press::History(of.clone(), act));
    }
    for (seat, picture) in [(None, true), (Seat::new(7), false)] {
        let still = Still { at: u32::MAX, seat, picture };
        all.extend(ReplayAct::ALL.iter().map(|&act| Press::Replay(bygone.table, still, act)));
    }
    for owner in [Panel::Me, Panel::Server] {
        all.extend(Setting::ALL.map(|setting| Press::Setting(owner, setting)));
    }
    all.extend(TableAct::ALL.iter().map(|&act| Press::Table(table(), act)));
    all
}

#[test]
fn names_read_back_and_differ() {
    let all = examples();
    for press in &all {
        assert_eq!(Press::parse(press.name().unwrap().as_str()).as_ref(), Some(press));
    }
    let names: std::collections::HashSet<String> = all.iter().map(|p| p.name().unwrap().as_str().to_owned()).collect();
    assert_eq!(names.len(), all.len());
}

#[test]
fn what_we_never_made_means_nothing() {
    for wrong in [
        "",
        ":",
        "1p",
        "1p:",
        "1p:k7f2",
        "1p:k7f2:12:x",
        "1p:k7f2:b012:x",
        "1p:k7f2:b12:",
        "1p:K7F2:b12:x",
        "2p:k7f2:b12:x",
        "1s:k7f2:7:",
        "1s:k7f2:7:1.",
        "1s:k7f2:7:01",
        "1s:k7f2:-7:1",
        "1s:k7f2:7:99999999999999999999",
        "1a:k7f2:",
        "1a:k7f2:joined",
        "1o:k7f2:Target",
        "1b:x:*:q:1",
        "1b:s:*:q",
        "1r:gin-rummy",
        "1r::x",
        "1x:256",
        "1y:gin-rummy",
        "1j:k7f2:3:8:p:n",
        "1j:k7f2:3:-:x:n",
        "1j:k7f2:3:-:p:z",
        "1m:1:*:*:o5",
        "1m:1:*:-:n",
        "1z:me",
        "1z:you:boards",
        "1z:me:board",
    ] {
        assert_eq!(Press::parse(wrong), None, "{wrong:?}");
    }
    for wrong in ["", "s", "s01", "f1", "p", "x"] {
        assert_eq!(picked(wrong), None, "{wrong:?}");
    }
    // As many steps as the longest move of King's Rummy has: if the name fits, it can be read back.
    let deep = Press::Build(table(), 7, vec![1; 33]);
    assert_eq!(Press::parse(deep.name().unwrap().as_str()), Some(deep));
}

#[test]
fn a_text_that_is_too_long_makes_no_name() {
    let long = Press::Play(table(), Window::Board(1), "x".repeat(120));
    assert!(matches!(long.name(), Err(Limit::CustomId(_))));
}

proptest! {
    #[test]
    fn whatever_is_read_is_what_would_be_written(id in ".{0,120}") {
        if let Some(press) = Press::parse(&id) {
            prop_assert_eq!(press.name().map(|n| n.as_str().to_owned()), Ok(id));
        }
    }

    #[test]
    fn a_changed_name_means_itself_or_nothing(at in any::<Index>(), c in any::<char>(), which in any::<Index>()) {
        let mut id: Vec<char> = which.get(&examples()).name().unwrap().as_str().chars().collect();
        *at.get_mut(&mut id) = c;
        let id: String = id.into_iter().collect();
        if let Some(press) = Press::parse(&id) {
            prop_assert_eq!(press.name().map(|n| n.as_str().to_owned()), Ok(id));
        }
    }

    #[test]
    fn values_read_back(n in any::<usize>(), text in "[ -~]{1,99}") {
        for does in [Does::Step(n), Does::Path(vec![n, 0]), Does::Finish, Does::Whole(vec![0, n]), Does::Say(text)] {
            prop_assert_eq!(picked(&value_of(&does)), Some(does));
        }
    }
}
