//! One game's entry in the list, whatever its types.

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use serde_json::Value;

use super::super::cards::CardText;
use super::super::chance::Chance;
use super::super::face::Live;
use super::super::game::Game;
use super::super::match_::Match;
use super::super::nearest::nearest;
use super::super::not_offered::{NotOffered, WrongPack, WrongSeats};
use super::super::options::{Knob, Overrides, Variant, recorded, resolve, written};
use super::super::picture::{CardPic, Mark};
use super::super::reading::card;
use super::super::record::{Header, ReplayError};
use super::super::seats::{Seat, Seats, Side};
use super::super::teach::{Lesson, Pictured};
use super::super::words::{Language, Wording, Words};
use super::{Listed, Setup, Started, VariantInfo};

/// A game as it is listed.
struct Entry<G> {
    game: PhantomData<fn() -> G>,
    /// Made once: tables ask for theirs after each move.
    variants: Vec<VariantInfo>,
    /// How a turn works: played once, when somebody first asks.
    turn: OnceLock<Vec<Pictured>>,
}

/// The entry of a game. It is leaked on purpose: the list lives as long as the program.
pub(super) fn listed<G: Words>() -> &'static dyn Listed {
    let info = |variant: &Variant<G::Options>| {
        let options = (variant.options)();
        let seats = seats_of::<G>(variant, &options);
        let options = serde_json::to_value(&options).unwrap_or_default();
        VariantInfo { id: variant.id, title: variant.title, about: variant.about, seats, options }
    };
    let variants = G::variants().iter().map(info).collect();
    Box::leak(Box::new(Entry::<G> { game: PhantomData, variants, turn: OnceLock::new() }))
}

impl<G: Words> Entry<G> {
    fn variant(id: Option<&str>) -> Result<&'static Variant<G::Options>, NotOffered> {
        let found = G::variants().iter().find(|variant| id.is_none_or(|id| variant.id == id));
        found.ok_or_else(|| {
            let all: Vec<&str> = G::variants().iter().map(|v| v.id).collect();
            let typed = id.unwrap_or_default().to_owned();
            NotOffered::Variant { game: G::TITLE, meant: nearest(&typed, all.iter().copied()), typed, all }
        })
    }

    fn resolve(
        variant: Option<&str>,
        changes: &Overrides,
    ) -> Result<(&'static Variant<G::Options>, G::Options), NotOffered> {
        let variant = Self::variant(variant)?;
        Ok((variant, resolve(&(variant.options)(), G::knobs(), changes)?))
    }

    fn valid_seats(variant: &Variant<G::Options>, options: &G::Options, seats: u8) -> Result<(), NotOffered> {
        if seats_of::<G>(variant, options).contains(&seats) {
            G::validate(options, seats)
        } else {
            Err(NotOffered::Seats(Box::new(Self::wrong_seats(variant, options, seats))))
        }
    }

    /// Why this many cannot sit, naming the option that stands in the way unless it is the variant itself.
    fn wrong_seats(variant: &Variant<G::Options>, options: &G::Options, seats: u8) -> WrongSeats {
        let fits = match counts_of::<G>(variant, options) {
            // Options that exclude each other allow no number of players; then the range of seats is named.
            none if none.is_empty() => seats_of::<G>(variant, options).collect(),
            counts => counts,
        };
        WrongSeats {
            game: G::TITLE,
            variant: variant.title,
            option: Self::option_against(variant, options, seats),
            fits,
            asked: seats,
            instead: Self::made_for(seats),
        }
    }

    /// The variants for this many, by name.
    fn made_for(seats: u8) -> Vec<Wording> {
        let fits = |v: &&Variant<G::Options>| counts_of::<G>(v, &(v.options)()).contains(&seats);
        G::variants().iter().filter(fits).map(|variant| variant.title).collect()
    }

    /// The option, as it is set, that by itself makes this number of seats impossible for the variant.
    fn option_against(variant: &Variant<G::Options>, options: &G::Options, seats: u8) -> Option<String> {
        let usual = (variant.options)();
        if !seats_of::<G>(variant, &usual).contains(&seats) {
            return None;
        }
        let set = serde_json::to_value(options).ok()?;
        set.as_object()?.iter().find_map(|(key, value)| {
            let alone = Overrides::from_iter([(key.clone(), value.clone())]);
            let changed = resolve(&usual, G::knobs(), &alone).ok()?;
            let fits = seats_of::<G>(variant, &changed).contains(&seats);
            (!fits).then(|| format!("{key}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        })
    }

    fn begin(header: Header, options: &G::Options) -> Result<Started, NotOffered> {
        let orders = header
            .decks
            .iter()
            .map(|deck| stack_order(&G::pack(options, header.seats), deck))
            .collect::<Result<Vec<_>, _>>()
            .map_err(NotOffered::Pack)?;
        let first = header.first.or((!orders.is_empty()).then_some(Seat::FIRST));
        if let Some(first) = first.filter(|f| f.number() >= header.seats) {
            return Err(NotOffered::First { seat: first.number(), seats: header.seats });
        }
        let chance = Chance::stacked(header.seed, orders).noted();
        let mut facts = Vec::new();
        let play = Match::<G>::start(options, header.seats, first, chance, &mut facts);
        let (live, facts) = Live::<G>::new(header, play, facts);
        Ok((Box::new(live), facts))
    }
}

fn seats_of<G: Game>(variant: &Variant<G::Options>, options: &G::Options) -> RangeInclusive<u8> {
    let by_options = G::seats(options);
    *variant.seats.start().max(by_options.start())..=*variant.seats.end().min(by_options.end())
}

/// The numbers of players that a variant with these options can be played with, the fewest first: teams of equal size
/// leave gaps.
#[must_use]
pub fn counts_of<G: Game>(variant: &Variant<G::Options>, options: &G::Options) -> Vec<u8> {
    seats_of::<G>(variant, options).filter(|&seats| G::validate(options, seats).is_ok()).collect()
}

/// The order that turns a fresh pack into a stacked one, or what is wrong with the stacked one.
fn stack_order<C: CardText>(fresh: &[C], deck: &[String]) -> Result<Box<[u16]>, WrongPack> {
    let mut free: Vec<bool> = vec![true; fresh.len()];
    let mut order = Vec::with_capacity(fresh.len());
    for (i, text) in deck.iter().enumerate() {
        let at = i + 1;
        let card = card::<C>(text).ok_or_else(|| WrongPack::NoCard { at, text: text.clone() })?;
        let place = (0..fresh.len()).find(|&place| free[place] && fresh[place] == card);
        let place = place.ok_or_else(|| match (fresh.contains(&card), card.code()) {
            (true, card) => WrongPack::TooOften { at, card },
            (false, card) => WrongPack::NotInIt { at, card },
        })?;
        free[place] = false;
        order.push(place as u16);
    }
    match free.iter().position(|&f| f) {
        Some(missing) => Err(WrongPack::Short { needs: fresh.len(), has: deck.len(), missing: fresh[missing].code() }),
        None => Ok(order.into()),
    }
}

impl<G: Words> Listed for Entry<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn elsewhere(&self) -> &'static [&'static str] {
        G::ELSEWHERE
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn color(&self) -> u32 {
        G::COLOR
    }

    fn feels(&self, language: Language) -> &'static str {
        let Language::English = language;
        G::FEELS
    }

    fn lesson(&self, language: Language) -> Lesson {
        G::lesson(language)
    }

    fn turn(&self, language: Language) -> &[Pictured] {
        // There is one language: with more, each has its own.
        let Language::English = language;
        self.turn.get_or_init(|| {
            let (example, variant) = (G::example(language), G::lesson(language).variant.to_owned());
            let mut seed = [0; 32];
            seed[31] = example.seed;
            let setup = Setup { variant: Some(variant), seed, first: Some(Seat::FIRST), ..Setup::default() };
            let pictured = self.start(setup).ok().and_then(|started| example.pictured(started));
            debug_assert!(pictured.is_some(), "{}: the moves of its example are played by its rules", G::ID);
            pictured.unwrap_or_default()
        })
    }

    fn minutes(&self) -> u16 {
        G::MINUTES
    }

    fn emblem(&self) -> Vec<CardPic> {
        let face = |code: &&str| G::Card::parse(code).map(CardText::face);
        let pic = |face| CardPic { face, mark: Mark::Plain, tag: String::new() };
        G::EMBLEM.iter().filter_map(face).map(pic).collect()
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn rules_rev(&self) -> u16 {
        G::RULES_REV
    }

    fn knobs(&self) -> &'static [Knob] {
        G::knobs()
    }

    fn knobs_of(&self, options: &Value) -> Vec<&'static Knob> {
        let options = serde_json::from_value::<G::Options>(options.clone()).ok();
        let matters = |knob: &&Knob| options.as_ref().is_none_or(|options| G::matters(options, knob.key));
        G::knobs().iter().filter(matters).collect()
    }

    fn variants(&self) -> &[VariantInfo] {
        &self.variants
    }

    fn seats(&self, variant: Option<&str>, options: &Overrides) -> Result<RangeInclusive<u8>, NotOffered> {
        let (variant, options) = Self::resolve(variant, options)?;
        Ok(seats_of::<G>(variant, &options))
    }

    fn counts(&self, variant: Option<&str>, options: &Overrides) -> Result<Vec<u8>, NotOffered> {
        let (variant, options) = Self::resolve(variant, options)?;
        Ok(counts_of::<G>(variant, &options))
    }

    fn options(&self, variant: Option<&str>, options: &Overrides, seats: u8) -> Result<Value, NotOffered> {
        let (variant, options) = Self::resolve(variant, options)?;
        Self::valid_seats(variant, &options, seats)?;
        written(&options)
    }

    fn first(&self, seats: u8) -> Option<Seat> {
        G::first(seats)
    }

    fn house_rules(&self, options: &Value, language: Language) -> String {
        let Language::English = language;
        // The options of a match that began under other rules.
        let unreadable = |_| "options that this version cannot read".to_owned();
        serde_json::from_value(options.clone()).map_or_else(unreadable, |options| G::house_rules(&options, language))
    }

    fn what_counts(&self, options: &Value, language: Language) -> String {
        let options = serde_json::from_value(options.clone());
        options.map(|options| G::what_counts(&options, language)).unwrap_or_default()
    }

    fn sides(&self, options: &Value, seats: u8) -> Seats<Side> {
        let alone = || Seats::of(seats, |seat| Side(seat.number()));
        let options = serde_json::from_value(options.clone());
        debug_assert!(options.is_ok(), "{}: who asks for sides has checked the options", G::ID);
        options.map_or_else(|_| alone(), |options| G::sides(&options, seats))
    }

    fn start(&self, setup: Setup) -> Result<Started, NotOffered> {
        let (variant, options) = Self::resolve(setup.variant.as_deref(), &setup.options)?;
        let seats = setup.seats.unwrap_or(*seats_of::<G>(variant, &options).start());
        Self::valid_seats(variant, &options, seats)?;
        let header = Header {
            game: G::ID.to_owned(),
            variant: variant.id.to_owned(),
            options: written(&options)?,
            seats,
            seed: setup.seed,
            rules_rev: G::RULES_REV,
            first: setup.first.or_else(|| G::first(seats)),
            decks: setup.decks,
        };
        Self::begin(header, &options)
    }

    fn restart(&self, header: &Header) -> Result<Started, ReplayError> {
        if header.rules_rev != G::RULES_REV {
            return Err(ReplayError::Revision {
                game: G::ID.to_owned(),
                recorded: header.rules_rev,
                ours: G::RULES_REV,
            });
        }
        let variant = Self::variant(Some(&header.variant))?;
        let options: G::Options = recorded(G::knobs(), &header.options)?;
        Self::valid_seats(variant, &options, header.seats)?;
        Ok(Self::begin(Header { options: written(&options)?, ..header.clone() }, &options)?)
    }

    fn study(&self, question: &Value, language: Language) -> Result<Value, String> {
        G::study(question, language)
    }
}
