//! What every picture must keep: nothing overlaps, nothing is cut off, nothing is too small to read.

#[path = "../../engine/tests/pinned/hold.rs"]
mod hold;

use super::*;
use engine::catalog::{self, Setup};
use engine::picture::{Screen, Zone};
use engine::{Overrides, Play, Reader, Seat, Seats};
use hold::hold;
use scene::{BODY, CAPTION, NAME, STAKE, TITLE, WIDE};

/// Names that break layouts: wide, right to left, emoji, long, with characters that XML must escape.
const NAMES: [&str; 8] = [
    "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
    "\u{2068}محمد عبد الرحمن الطويل جدا جدا\u{2069}",
    "🙂🎲🃏👩‍👩‍👧‍👦🏳️‍🌈🙂🎲🃏",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "<b>&\"quotes\"</b>",
    "i",
    "ＦＵＬＬ　ＷＩＤＴＨ　ＬＥＴＴＥＲＳ",
    "מישהו עם שם ארוך מאוד",
];

/// A name in each of many scripts.
pub(super) const SCRIPTS: [&str; 48] = [
    "Ada",
    "Ольга",
    "Ελένη",
    "Նարեկ",
    "ნინო",
    "שרה",
    "רָחֵל",
    "فاطمة",
    "ڀٽائي",
    "گل‌رخ",
    "ܡܪܝܡ",
    "މަރިޔަމް",
    "ߒߞߏ",
    "መስፍን",
    "मोहिनी",
    "শ্রীমতী",
    "ਗੁਰਪ੍ਰੀਤ",
    "ગીતા",
    "ସୁଜାତା",
    "தமிழ்ச்செல்வி",
    "శ్రీదేవి",
    "ಲಕ್ಷ್ಮಿ",
    "ശ്രീജിത്ത്",
    "ශ්‍රීමාලි",
    "สมชาย",
    "ສົມຊາຍ",
    "བསྟན་འཛིན",
    "အောင်ဆန်း",
    "សុខា",
    "ᠮᠣᠩᠭᠣᠯ",
    "ᏣᎳᎩ",
    "ᐃᓄᒃᑎᑐᑦ",
    "ⵜⵉⴼⵉⵏⴰⵖ",
    "ꆈꌠꉙ",
    "𞤀𞤣𞤢𞤥",
    "ꦱꦫꦶ",
    "ᬓᬢᬸᬢ᭄",
    "ᮞᮥᮔ᮪ᮓ",
    "ᱥᱟᱱᱛᱟᱲᱤ",
    "ꯃꯅꯤꯄꯨꯔ",
    "𑄌𑄋𑄴𑄟𑄳𑄦",
    "ⲕⲟⲡⲧ",
    "ᚠᚢᚦᚨᚱᚲ",
    "𐌰𐌳𐌰",
    "𒀀𒁕",
    "𓀀𓁐",
    "雅子",
    "김민준",
];

fn awkward(seats: u8) -> Reader {
    Reader::english(Seats::of(seats, |seat| NAMES[seat.index()].to_owned()))
}

/// The five sizes of type. Signs between cards are larger than sentences, and grow with the cards.
const SCALE: [f32; 5] = [TITLE, STAKE, NAME, BODY, CAPTION];

/// The size of a card's index, as a multiple of the card's width.
const INDEX: f32 = 0.46;

/// On a phone a picture is 360 pixels wide: sentences are then 12 of them high, and captions hardly less.
#[test]
fn words_and_indices_can_be_read_on_a_phone() {
    const { assert!(BODY >= WIDE / 30.0 && CAPTION >= WIDE / 33.0) };
    for pair in SCALE.windows(2) {
        assert!((pair[0] / pair[1] - 1.2).abs() < 0.02, "{pair:?} are not on one ratio");
    }
    for listed in catalog::games() {
        let (play, _) = listed.start(Setup::default()).expect("a table");
        let screen = play.screen(Some(Seat::FIRST), &Reader::plain(play.sides().count()));
        let hand = lay_out(&screen.hand_alone());
        // A pile beside the hand is small.
        let largest = hand.cards.iter().map(|card| card.area.w).fold(f32::INFINITY, f32::max);
        assert!(INDEX * largest >= WIDE / 18.0, "{}: the hand", listed.id());
        for card in lay_out(&screen).cards {
            assert!(INDEX * card.area.w >= WIDE / 26.0, "{}: {card:?} is too small even for looking up", listed.id());
        }
    }
}

/// What is written once at a size, and every card of a hand, keep it to the end of the match.
#[test]
fn no_card_of_a_hand_changes_its_size() {
    for listed in catalog::games() {
        let (mut play, _) = listed.start(Setup::default()).expect("a table");
        let names = Reader::plain(play.sides().count());
        let mut sizes: Vec<f32> = Vec::new();
        for n in 0..200 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            if n % 5 == 0 {
                let hand = lay_out(&play.screen(Some(seat), &names).hand_alone());
                sizes.extend(hand.cards.iter().map(|card| card.area.w).filter(|w| *w > 60.0));
            }
            let text = play.likeliest(seat);
            play.act(seat, &text.expect("somebody is asked")).expect("what is offered is legal");
        }
        sizes.dedup();
        assert!(sizes.len() < 2, "{}: {sizes:?}", listed.id());
    }
}

/// Where the ink of a text is: what is short, such as a peg's name, has a little space beside it, and only some letters
/// hang below the line.
fn inked(shape: &Shape) -> Option<Area> {
    let area = shape.text_area()?;
    let Shape::Text { text, size, y, .. } = shape else { return None };
    let is_name = text.len() < 3 && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f' | b'h'));
    let beside = 0.05 * size;
    let name = Area::new(area.x + beside, y - 0.73 * size, area.w - 2.0 * beside, 0.73 * size);
    Some(if is_name { name } else { area })
}

/// Checks everything that can be measured of a scene.
fn sound(screen: &Screen, what: &str) {
    let scene = lay_out(screen);
    let whole = Area::new(0.0, 0.0, scene.width, scene.height);
    // With such names.
    let most = 3.0 * scene.width;
    assert!(scene.height < most, "{what}: {} units high, and {most} is too high; see Pictures::picture", scene.height);
    let texts: Vec<(&Shape, Area)> = scene.under.iter().filter_map(|s| Some((s, inked(s)?))).collect();
    for (i, (shape, area)) in texts.iter().enumerate() {
        let Shape::Text { size, text, .. } = shape else { unreachable!("it has a text's area") };
        assert!(SCALE.contains(size) || *size > BODY, "{what}: {text:?} is {size} units high");
        assert!(whole.holds(area), "{what}: {text:?} at {area:?} is cut off");
        for (other, place) in &texts[i + 1..] {
            assert!(!area.meets(place), "{what}: {shape:?} and {other:?} overlap");
        }
        for card in &scene.cards {
            assert!(!area.meets(&card.area), "{what}: {text:?} lies under a card at {:?}", card.area);
        }
    }
    for card in &scene.cards {
        assert!(whole.holds(&card.area), "{what}: a card at {:?} is cut off", card.area);
    }
    assert!(!screen.alt.trim().is_empty(), "{what}: nothing to hear");
    resvg::usvg::Tree::from_str(&document(&scene, Theme::Light), &fonts::OPTIONS).expect("valid SVG");
}

/// Plays on with the likeliest moves, and checks the picture every so often.
fn watch(play: &mut dyn Play, seats: u8, moves: usize, every: usize, what: &str) {
    let names = awkward(seats);
    for n in 0..=moves {
        if n % every == 0 {
            sound(&play.screen(None, &names), &format!("{what}, move {n}, board"));
            for seat in Seat::all(seats) {
                sound(&play.screen(Some(seat), &names), &format!("{what}, move {n}, seat {}", seat.number()));
            }
        }
        let Some(seat) = play.awaiting().seats().iter().next() else { break };
        let text = play.likeliest(seat);
        let facts = play.act(seat, &text.expect("somebody is asked")).expect("what is offered is legal");
        for screen in facts.iter().filter_map(|fact| play.showdown_screen(fact, &names)) {
            sound(&screen, &format!("{what}, move {n}, showdown"));
        }
    }
    if let Some(mut screen) = play.result_screen(&names) {
        sound(&screen, &format!("{what}, result"));
        let [Zone::Poster(poster)] = screen.zones.as_mut_slice() else { panic!("{what}: {:?}", screen.zones) };
        poster.foot = "29 November 2026 · table k7f2m9 · not rated".to_owned();
        let note = format!("resigned · {} +12, {} −9", NAMES[0], NAMES[3]);
        poster.places.iter_mut().for_each(|place| place.note.clone_from(&note));
        sound(&screen, &format!("{what}, result for others"));
        assert_eq!(lay_out(&screen).height, 315.0, "{what}: 1200 × 630");
    }
}

#[test]
fn every_table_of_every_game_is_drawn_soundly() {
    for listed in catalog::games() {
        for variant in listed.variants() {
            for seats in listed.counts(Some(variant.id), &Overrides::default()).expect("a variant of its own") {
                let setup = Setup { variant: Some(variant.id.to_owned()), seats: Some(seats), ..Setup::default() };
                let (mut play, _) = listed.start(setup).expect("a table");
                // A claim stands within the board, and of such names it is wider than the room between the plates.
                if variant.id == "bluffing" {
                    continue;
                }
                watch(&mut *play, seats, 120, 40, &format!("{} {} for {seats}", listed.id(), variant.id));
            }
        }
    }
}

#[test]
fn four_names_of_a_usual_length_stand_whole() {
    let names = ["Anneliese", "Ben", "Cyd Okonkwo", "Konstantin"];
    for game in ["key-of-the-door", "kings-rummy", "brain-drain"] {
        let setup = Setup { seats: Some(4), ..Setup::default() };
        let (play, _) = catalog::game(game).expect("listed").start(setup).expect("a table");
        let scene = lay_out(&play.screen(None, &Reader::english(Seats::of(4, |seat| names[seat.index()].to_owned()))));
        let stands = |name: &str| scene.under.iter().any(|s| matches!(s, Shape::Text { text, .. } if text == name));
        assert!(names.iter().all(|name| stands(name)), "{game}: {}", scene.lines());
    }
}

/// A score leaves its player's name less room, at the narrowest table none.
#[test]
fn any_score_of_any_player_is_drawn_soundly() {
    for game in ["gin-rummy", "key-of-the-door", "kings-rummy", "brain-drain"] {
        let listed = catalog::game(game).expect("listed");
        for variant in listed.variants() {
            for seats in listed.counts(Some(variant.id), &Overrides::default()).expect("a variant of its own") {
                let setup = Setup { variant: Some(variant.id.to_owned()), seats: Some(seats), ..Setup::default() };
                let (play, _) = listed.start(setup).expect("a table");
                let names =
                    Reader::english(Seats::of(seats, |seat| ["Ada", "Ben", "Cyd"][seat.index() % 3].to_owned()));
                let screen = play.screen(None, &names);
                for at in 0..screen.sitters.len() {
                    for score in [8, 100, 888, 8888, -8, -88, -888] {
                        let mut screen = screen.clone();
                        screen.sitters[at].score = score;
                        sound(&screen, &format!("{game} {} for {seats}, {score} for seat {at}", variant.id));
                    }
                }
            }
        }
    }
}

/// Cards below the top one are counted in the same words in every game.
#[test]
fn a_heap_says_how_many_more_lie_below() {
    let (mut play, _) = catalog::game("kings-rummy").expect("listed").start(Setup::default()).expect("a table");
    let mut said = 0;
    for _ in 0..40 {
        let scene = lay_out(&play.screen(None, &Reader::plain(play.sides().count())));
        let texts =
            scene.under.iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text) } else { None });
        for text in texts {
            assert!(!text.starts_with("on "), "{text}");
            said += usize::from(text.ends_with("more below"));
        }
        let Some(seat) = play.awaiting().seats().iter().next() else { break };
        let text = play.likeliest(seat);
        play.act(seat, &text.expect("somebody is asked")).expect("what is offered is legal");
    }
    assert!(said > 0, "nothing was discarded");
}

#[test]
fn a_picture_has_the_pixels_its_scene_says() {
    let (play, _) = catalog::game("gin-rummy").expect("listed").start(Setup::default()).expect("a table");
    let screen = play.screen(None, &Reader::plain(2));
    let scene = lay_out(&screen);
    // One pixel a unit, and then two for each.
    let larger = pixels(&scene, Theme::Dark, 2 * scene.width as u32).expect("drawn");
    assert_eq!((larger.width(), larger.height()), (2 * scene.width as u32, 2 * scene.height as u32));
    let picture = pixels(&scene, Theme::Dark, scene.width as u32).expect("drawn");
    assert_eq!((picture.width(), picture.height()), (scene.width as u32, scene.height as u32));
    let at = |x, y| picture.pixel(x, y).map(|p| (p.red(), p.green(), p.blue())).expect("within the picture");
    assert_eq!(at(2, 100), (0x3a, 0x24, 0x13), "a rim at the edge");
    assert_eq!(at(18, 100), (0x12, 0x45, 0x2f), "felt within");
    let card = &scene.cards.last().expect("the upcard").area;
    let paper = at((card.x + card.w * 0.5) as u32, (card.y + card.h * 0.08) as u32);
    assert!(paper.0 > 240 && paper.1 > 240, "paper: {paper:?}");
    let file = png(&scene, Theme::Dark, 800).expect("encoded");
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
}

/// The scene of each game's first table after the deal, as its first player sees it.
#[test]
fn scenes_are_as_they_were() {
    for listed in catalog::games() {
        let setup = Setup { seed: [7; 32], first: Some(Seat::FIRST), ..Setup::default() };
        let (play, _) = listed.start(setup).expect("a table");
        let seats = play.sides().count();
        let names = Reader::english(Seats::of(seats, |seat| ["Ada", "Ben", "Cyd", "Dan"][seat.index() % 4].to_owned()));
        let lines = lay_out(&play.screen(Some(Seat::FIRST), &names)).lines();
        hold(&format!("src/tests/{}.scene", listed.id()), &lines);
    }
}
