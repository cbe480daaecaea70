//! The table, the hand and the end of a deal as pictures. Where 21 must be claimed, none of them shows a sum or hints
//! at one: a key looks the same whatever it counts.

use crate::cards::{Card, CardSet, Rank, Suit, pretty};
use crate::english::counted;
use crate::picture::{CardPic, Feat, Ground, Group, Mark, Picture, Placard, Sheet, Zone};
use crate::{Choosing, Language, Pictures, Reader, Seat, SeatSet, Seats, Side, View, figure};

use super::KeyOfTheDoor;
use super::board::jokers_wait;
use super::event::Event;
use super::keys::{Key, KeyPlace, Laid, Opener};
use super::moves::Step;
use super::phrases::{points, side_name, standing, sum, terms};
use super::state::{Private, Public, Won};

impl Pictures for KeyOfTheDoor {
    const GROUND: Ground = Ground::Slate;

    /// The table is the same for everybody.
    fn picture(view: &View<'_, Self>, reader: &Reader) -> Picture {
        let Language::English = reader.language;
        let public = view.public();
        let seats = Seats::of(view.seats(), |seat| placard(view, seat));
        let mut zones = vec![Zone::Groups(keys(public))];
        if !public.discards.is_empty() {
            let cards = public.discards.iter().map(|card| CardPic::up(*card).mark(Mark::Faint));
            zones.push(Zone::Groups(vec![Group::fan(cards).label("Discarded")]));
        }
        let won = Seat::all(view.seats()).filter_map(|seat| won_by(&public.won, public.penalties[seat], seat, reader));
        let won: Vec<Group> = won.collect();
        if !won.is_empty() {
            zones.push(Zone::Loud("Won in this deal".to_owned()));
            zones.push(Zone::Small(won));
            zones.extend(opened(&public.won, reader));
        }
        Picture {
            stake: format!("deal {} of {}", public.deal, public.deals),
            about: jokers_wait(public),
            seats,
            zones,
            alt: spoken(view, reader),
        }
    }

    /// The cards stand by suit. On the viewer's turn the playable ones are raised, which the list of their moves tells
    /// as well.
    fn hand_picture(view: &View<'_, Self>, Reader { language: Language::English, .. }: &Reader) -> Vec<Zone> {
        let Some(own) = view.own() else { return Vec::new() };
        let playable: CardSet = KeyOfTheDoor::choices(view, &[])
            .steps
            .into_iter()
            .filter_map(|step| if let Step::Card(card) = step { Some(card) } else { None })
            .collect();
        let pic = |card: Card| {
            let pic = if own.drawn == Some(card) { CardPic::up(card).tag("new") } else { CardPic::up(card) };
            pic.mark(if playable.contains(card) { Mark::Raised } else { Mark::Plain })
        };
        let in_suit = |suit: Suit| own.hand.iter().filter(move |card| card.suit() == suit);
        let held = Suit::ALL.into_iter().flat_map(in_suit).map(pic).collect::<Vec<_>>();
        let aside = aside(own);
        let mut zones = Vec::new();
        zones.extend((!held.is_empty()).then(|| Zone::Groups(vec![Group::suited(held)])));
        zones.extend((!aside.is_empty()).then_some(Zone::Small(aside)));
        if !own.hand.is_empty() {
            zones.extend(terms(view.public()).into_iter().map(|line| Zone::Line(line.to_owned())));
        }
        zones
    }

    /// How a deal ended: the keys that each seat won, the best first, and the points.
    fn showdown(event: &Event, reader: &Reader) -> Vec<Zone> {
        let Language::English = reader.language;
        let Event::DealOver { won, penalties, points, totals, .. } = event else { return Vec::new() };
        let mut order: Vec<Seat> = Seat::all(points.count()).collect();
        order.sort_by_key(|seat| std::cmp::Reverse(points[*seat]));
        // What each made stands in the sheet.
        let noted = |seat: Seat, group: Group| {
            let note = group.note.strip_prefix(&*super::phrases::points(points[seat])).unwrap_or(&group.note);
            Group { note: note.trim_start_matches(", ").to_owned(), ..group }
        };
        let keys = |seat: Seat| won_by(won, penalties[seat], seat, reader).map(|group| noted(seat, group));
        let mut groups = order.into_iter().filter_map(keys);
        let mut zones = Vec::new();
        zones.extend(groups.next().map(|best| Zone::Groups(vec![best])));
        let others: Vec<Group> = groups.collect();
        zones.extend((!others.is_empty()).then_some(Zone::Small(others)));
        zones.extend(opened(won, reader));
        zones.push(Zone::Sheet(sheet(won, points, totals, reader)));
        zones
    }

    /// The most that anybody won in a deal.
    fn feat(event: &Event) -> Option<(SeatSet, i32)> {
        let Event::DealOver { won, points, .. } = event else { return None };
        let most = points.iter().copied().max().filter(|most| *most > 0 && !won.is_empty())?;
        Some((points.enumerate().filter(|(_, made)| **made == most).map(|(seat, _)| seat).collect(), most))
    }

    fn feat_picture(event: &Event, reader: &Reader) -> Option<Feat> {
        let Language::English = reader.language;
        let Event::DealOver { won, penalties, points, .. } = event else { return None };
        let seat = Seat::all(points.count()).max_by_key(|seat| points[*seat])?;
        let keys = counted(won.iter().filter(|won| won.by == seat).count() as i64, "key");
        let words = format!("{} won {keys}: +{}", reader.name(seat), points[seat]);
        let group = won_by(won, penalties[seat], seat, reader)?;
        Some(Feat { words, shown: Zone::Groups(vec![Group { label: String::new(), note: String::new(), ..group }]) })
    }
}

fn placard(view: &View<'_, KeyOfTheDoor>, seat: Seat) -> Placard {
    let backs = view.backs(seat);
    let pile = (backs.pile > 0).then(|| format!("stock {}", backs.pile));
    Placard { backs: Some(backs.hand), notes: pile.into_iter().collect() }
}

/// The keys: a place for each suit, then the open Joker keys.
fn keys(public: &Public) -> Vec<Group> {
    let suits = Suit::ALL.into_iter().map(|suit| match &public.table.suits[suit as usize] {
        Some(key) => open_key(public, KeyPlace::Suit(suit), key),
        None => Group::apart([]).note(format!("{} closed", suit.name())),
    });
    let jokers = public.table.open_jokers().map(|(place, key)| open_key(public, place, key));
    suits.chain(jokers).collect()
}

/// A header and what lies on it; the card that was just played stands out.
fn open_key(public: &Public, place: KeyPlace, key: &Key) -> Group {
    let newest = public.window.is_some_and(|window| window.key == place);
    let last = key.cards.len().saturating_sub(1);
    let cards = key.cards.iter().enumerate().map(|(at, laid)| {
        let mark = if newest && at == last { Mark::Fresh } else { Mark::Plain };
        numeral(*laid).mark(mark)
    });
    let group = Group::fan(std::iter::once(header(place, key.header)).chain(cards)).label(title(place, key.header));
    let told = !public.called() && !key.cards.is_empty();
    if told { group.note(standing(public, place, key)) } else { group }
}

/// `Jack of spades`, `Joker key 1`.
fn title(place: KeyPlace, header: Opener) -> String {
    let KeyPlace::Suit(suit) = place else { return place.name() };
    let rank = match header {
        Opener::Jack => "Jack",
        Opener::Queen => "Queen",
        Opener::King | Opener::Joker => "King",
    };
    format!("{rank} of {}", suit.name())
}

/// The card that opened a key.
fn header(place: KeyPlace, header: Opener) -> CardPic {
    let rank = match header {
        Opener::Jack => Rank::JACK,
        Opener::Queen => Rank::QUEEN,
        Opener::King | Opener::Joker => Rank::KING,
    };
    CardPic::up(match place {
        KeyPlace::Suit(suit) => Card::new(rank, suit),
        KeyPlace::Joker(n) if n % 2 == 1 => Card::RED_JOKER,
        KeyPlace::Joker(_) => Card::BLACK_JOKER,
    })
}

fn numeral(laid: Laid) -> CardPic {
    match laid {
        Laid::Up(card) => CardPic::up(card),
        Laid::Down => CardPic::down(),
    }
}

/// The headers of the keys that a seat has won, each with its points, those that were stolen framed; `None` for a seat
/// with nothing to show.
fn won_by(won: &[Won], penalty: i32, seat: Seat, reader: &Reader) -> Option<Group> {
    let keys: Vec<&Won> = won.iter().filter(|won| won.by == seat).collect();
    if keys.is_empty() && penalty == 0 {
        return None;
    }
    let made = keys.iter().map(|won| won.points).sum::<i32>() - penalty;
    let fined = if penalty > 0 { format!(", {penalty} lost by false steals") } else { String::new() };
    let stolen = match keys.iter().filter(|won| won.stolen).count() {
        0 => String::new(),
        n => format!(", framed: {n} stolen"),
    };
    let cards = keys.iter().map(|won| {
        let mark = if won.stolen { Mark::Gained } else { Mark::Plain };
        header(won.key, won.header).mark(mark).tag(won.points.to_string())
    });
    Some(Group::fan(cards).label(reader.name(seat)).note(format!("{}{fined}{stolen}", points(made))))
}

/// The cards of won keys, where the options let everybody look at them.
fn opened(won: &[Won], reader: &Reader) -> Option<Zone> {
    let groups: Vec<Group> = won
        .iter()
        .filter_map(|won| {
            let cards = won.cards.as_ref()?.iter().map(|laid| numeral(*laid));
            let group = Group::fan(std::iter::once(header(won.key, won.header)).chain(cards));
            Some(group.label(title(won.key, won.header)).note(reader.name(won.by)))
        })
        .collect();
    (!groups.is_empty()).then_some(Zone::Small(groups))
}

/// The table as alt text, for players who have it read to them.
fn spoken(view: &View<'_, KeyOfTheDoor>, reader: &Reader) -> String {
    let public = view.public();
    let said = |run: &[Laid]| match run {
        [Laid::Up(card)] => card.pretty(),
        down => format!("{} face down", down.len()),
    };
    let key = |place: KeyPlace, key: &Key| {
        let runs = key.cards.chunk_by(|a, b| (a, b) == (&Laid::Down, &Laid::Down));
        let cards: Vec<String> = runs.map(said).collect();
        let told = if public.called() { String::new() } else { format!(", adds up to {}", sum(key)) };
        let cards = if cards.is_empty() { "no cards".to_owned() } else { cards.join(" ") + &told };
        format!("{}: {cards}", title(place, key.header))
    };
    let held = |seat: Seat| {
        let backs = view.backs(seat);
        let pile = if backs.pile > 0 { format!(" and a stock of {}", backs.pile) } else { String::new() };
        format!("{} {}{pile}", reader.name(seat), backs.hand)
    };
    let mut all: Vec<String> = Suit::ALL
        .into_iter()
        .map(|suit| match &public.table.suits[suit as usize] {
            Some(open) => key(KeyPlace::Suit(suit), open),
            None => format!("The {} key is closed", suit.name()),
        })
        .collect();
    all.extend(public.table.open_jokers().map(|(place, open)| key(place, open)));
    if !public.discards.is_empty() {
        all.push(format!("Discarded: {}", pretty(public.discards.iter().copied())));
    }
    all.push(format!("Cards held: {}", Seat::all(view.seats()).map(held).collect::<Vec<_>>().join(", ")));
    let shares = Seat::all(public.seats()).filter_map(|seat| share(public, seat, reader));
    format!("{}.", all.into_iter().chain(shares).collect::<Vec<_>>().join(". "))
}

/// `Ada won Jack of spades, Joker key 1 (stolen): 14 in this deal`.
fn share(public: &Public, seat: Seat, reader: &Reader) -> Option<String> {
    let name = |won: &Won| title(won.key, won.header) + if won.stolen { " (stolen)" } else { "" };
    let keys: Vec<String> = public.won.iter().filter(|won| won.by == seat).map(name).collect();
    let keys = if keys.is_empty() { "no key".to_owned() } else { keys.join(", ") };
    let any = keys != "no key" || public.penalties[seat] > 0;
    any.then(|| format!("{} won {keys}: {} in this deal", reader.name(seat), figure(public.points(seat))))
}

/// The viewer's stock, and what they laid face down.
fn aside(own: &Private) -> Vec<Group> {
    let mut groups = Vec::new();
    if own.pile > 0 {
        let top = own.top.map_or_else(CardPic::down, CardPic::up);
        let pile = Group::heap(Some(top), usize::from(own.pile)).label("Your stock");
        groups.push(pile.note(format!("{} left", own.pile)));
    }
    if !own.buried.is_empty() {
        let cards = own.buried.iter().map(|card| CardPic::up(card).mark(Mark::Faint));
        groups.push(Group::fan(cards).label("You laid face down"));
    }
    groups
}

/// A row for each seat, and one for each partnership.
fn sheet(won: &[Won], points: &Seats<i32>, totals: &Seats<i32>, reader: &Reader) -> Sheet {
    let (seats, sides) = (points.count(), totals.count());
    let partners = sides < seats;
    let mut rows: Vec<Vec<String>> = Seat::all(seats)
        .map(|seat| {
            let mine = || won.iter().filter(|won| won.by == seat);
            let cards: u32 = mine().map(|won| u32::from(won.count) + 1).sum();
            let total = if partners { String::new() } else { figure(totals[Side(seat.number())]) };
            let figures = [mine().count().to_string(), cards.to_string(), figure(points[seat]), total];
            std::iter::once(reader.name(seat).to_owned()).chain(figures).collect()
        })
        .collect();
    if partners {
        rows.extend((0..sides).map(|side| {
            let name = side_name(Side(side), sides, seats, reader);
            [name, String::new(), String::new(), String::new(), figure(totals[Side(side)])].into()
        }));
    }
    let head = ["", "keys", "cards", "this deal", "total"].map(str::to_owned).into();
    Sheet { head, rows, strong: None }
}
