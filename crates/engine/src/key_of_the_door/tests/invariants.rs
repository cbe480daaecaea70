//! The invariants of the rules page, over random matches.

use super::super::keys::{KeyPlace, Laid, Opener};
use super::super::moves::{Move, Way};
use super::super::options::Options;
use super::super::state::Public;
use super::super::sums::Tally;
use super::{KeyOfTheDoor, options, seat};
use crate::cards::Suit;
use crate::chance::Chance;
use crate::game::{Facts, Progress};
use crate::match_::Match;
use crate::random::{by, random_move};
use crate::seats::Seat;

/// Who moves next: mostly the seat on turn, sometimes one that may call.
fn mover(play: &Match<KeyOfTheDoor>, dice: &mut Chance) -> Seat {
    let able: Vec<Seat> = Seat::all(play.seats()).filter(|&s| play.may_act(s).is_ok()).collect();
    let on_turn = play.awaiting().seats().iter().next().expect("somebody");
    if dice.below(3) == 0 { able[dice.below(able.len() as u32) as usize] } else { on_turn }
}

fn hold(public: &Public) {
    let table = &public.table;
    let kings = public.won.iter().filter(|won| won.header == Opener::King).count();
    let opened = table.jokers.len();
    assert_eq!(opened + usize::from(table.jokers_left), usize::from(public.options.jokers));
    assert!(opened <= kings);
    assert!(public.won.len() <= 12 + usize::from(public.options.jokers));
    for suit in Suit::ALL {
        let headers: Vec<usize> =
            public.won.iter().filter(|won| won.key == KeyPlace::Suit(suit)).map(|won| won.header as usize).collect();
        assert_eq!(headers, (0..headers.len()).collect::<Vec<_>>(), "J, Q, K in order");
        let next = table.suits[suit as usize].as_ref().map(|key| key.header as usize);
        assert_eq!(next, Some(headers.len()).filter(|&n| n < 3));
    }
    for won in &public.won {
        let cards = won.cards.as_ref().expect("they are shown");
        let tally: Tally = cards.iter().map(|laid| laid.value()).collect();
        let zeros = public.options.zero_can_double;
        assert!(won.stolen || tally.counts_21(zeros), "{won:?}");
        assert_eq!(won.points, (i32::from(won.count) + 1) * won.header.points());
        assert_eq!(cards.len(), usize::from(won.count));
    }
    if public.options.bust == super::super::options::Busts::Refuse {
        assert!(table.open().all(|(_, key)| key.sum() <= 21));
    }
    let cards: usize = public.won.iter().map(|won| usize::from(won.count) + 1).sum();
    assert!(cards <= 52 + usize::from(public.options.jokers));
}

/// Keys found faulty stay faulty while they lie; a bent one never counts 21.
fn faults_last(before: &[(KeyPlace, Opener)], play: &Match<KeyOfTheDoor>) {
    let zeros = play.public().options.zero_can_double;
    for (place, header) in before {
        if let Some(key) = play.public().table.key(*place).filter(|key| key.header == *header) {
            assert!(!key.counts_21(zeros), "{place} was bent");
        }
    }
}

fn bent(play: &Match<KeyOfTheDoor>) -> Vec<(KeyPlace, Opener)> {
    let table = &play.public().table;
    let zeros = play.public().options.zero_can_double;
    let faulty = table
        .open()
        .filter(|(place, key)| super::fault(play.state(), *place).is_some() && !key.ever_21(zeros) && key.sum() <= 21);
    faulty.map(|(place, key)| (place, key.header)).collect()
}

fn play_through(options: &Options, seats: u8, n: u8) {
    let mut dice = Chance::from_seed([n; 32]);
    let mut facts = Facts::<KeyOfTheDoor>::new();
    let mut play = Match::start(options, seats, None, Chance::from_seed([n ^ 0x55; 32]), &mut facts);
    while !matches!(play.progress(), Progress::MatchOver(_)) {
        let at = mover(&play, &mut dice);
        let m = random_move(&play.view(Some(at)), Vec::new(), by(&mut dice));
        let (faults, deal) = (bent(&play), play.public().deal);
        order_of_obligation(&play, at, &m);
        play.act(at, m, &mut facts).unwrap_or_else(|why| panic!("{m:?}: {why:?}"));
        hold(play.public());
        if play.public().deal == deal && !options.zero_can_double {
            faults_last(&faults, &play);
        }
    }
}

/// No lesser play while a card fits; hands differ by one card at most before anybody passes.
fn order_of_obligation(play: &Match<KeyOfTheDoor>, at: Seat, m: &Move) {
    let public = play.public();
    let fits = public.table.fits();
    let hand = play.state().own[at].hand;
    let on_suit = hand.iter().any(|card| fits.suit.contains(card));
    let on_joker = hand.iter().any(|card| fits.joker.contains(card));
    match m {
        Move::Play(_, Way::Up { joker: Some(_), .. }) => assert!(!on_suit),
        Move::Play(_, Way::Down { .. } | Way::Away) | Move::Pass => assert!(!on_suit && !on_joker),
        _ => {}
    }
}

#[test]
fn invariants_hold_over_random_matches() {
    for (n, (variant, changes, seats)) in [
        ("table", "show_won=true", 2),
        ("table", "show_won=true,jokers=4,false_steal=free", 3),
        ("table", "show_won=true,p4=facedown_joker,false_steal=penalty:3", 4),
        ("table", "show_won=true,p4=discard,zero_can_double=true,bent_min_cards=0", 5),
        ("assisted", "show_won=true", 5),
        ("assisted", "show_won=true,zero_can_double=true,p4=facedown_joker", 2),
        ("partners", "show_won=true,bust=refuse", 4),
    ]
    .into_iter()
    .enumerate()
    {
        for again in 0..3 {
            play_through(&options(variant, changes), seats, (n * 16 + again) as u8);
        }
    }
}

#[test]
fn hands_stay_level_until_somebody_passes() {
    let mut facts = Facts::<KeyOfTheDoor>::new();
    for seats in 3..=5 {
        let mut dice = Chance::from_seed([seats; 32]);
        let options = options("assisted", "deals=1");
        let mut play =
            Match::<KeyOfTheDoor>::start(&options, seats, Some(seat(0)), Chance::from_seed([seats; 32]), &mut facts);
        while play.public().passes == 0 && !matches!(play.progress(), Progress::MatchOver(_)) {
            let hands: Vec<u32> = play.state().own.iter().map(|own| own.hand.len()).collect();
            let (low, high) = (hands.iter().min().expect("hands"), hands.iter().max().expect("hands"));
            assert!(high - low <= 1, "{hands:?}");
            let at = play.public().turn.seat;
            let m = random_move(&play.view(Some(at)), Vec::new(), by(&mut dice));
            play.act(at, m, &mut facts).expect("it was offered");
        }
    }
}

#[test]
fn a_face_down_card_is_worth_nothing() {
    assert_eq!(Laid::Down.value(), 0);
}
