//! Gin players of the package gin-rummy-engine at our table.
//!
//! Our match is the referee: it is played as it always is. Beside it the same hand lies on a table of theirs, where what
//! our match was told is repeated, and where a guest is asked. Both must agree on every card that a guest holds, on what
//! gin brought, and on which hands were dead. Knocks are laid out, and laid off on, by our table for both.

use engine::cards::Card;
use engine::{Chance, Play, Seat};
use gin_rummy_engine::gin_rummy::{self, Hand, Player, Round, best_melds};
use gin_rummy_engine::{
    DealerRotation, DrawAction, EaaiSimpleBot, HeuristicBot, Layoff, MonteCarloBot, Strategy, Table, TurnAction,
    UpcardAction, View, eaai_rules,
};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// Who is invited.
#[derive(Clone, Copy, PartialEq)]
pub enum Guest {
    /// The simple player of the EAAI challenge of 2021.
    Simple,
    /// The package's own quick player.
    Greedy,
    /// Its Monte Carlo player with so many worlds.
    MonteCarlo(u32),
}

impl Guest {
    /// `eaai`, `greedy`, `mc:256`.
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "eaai" => Some(Self::Simple),
            "greedy" => Some(Self::Greedy),
            _ => word.strip_prefix("mc:")?.parse().ok().map(Self::MonteCarlo),
        }
    }

    /// Somebody new who plays like this.
    pub fn arrives(self, seed: [u8; 32]) -> Box<dyn Strategy> {
        let luck = StdRng::from_seed(seed);
        match self {
            Self::Simple => Box::new(EaaiSimpleBot::new(luck)),
            Self::Greedy => Box::new(HeuristicBot::new()),
            Self::MonteCarlo(worlds) => Box::new(MonteCarloBot::new(luck).samples(worlds)),
        }
    }
}

/// The guests, and the hand that our match plays on a table of theirs.
pub struct Beside {
    guests: [Option<Box<dyn Strategy>>; 2],
    chance: Chance,
    hand: u32,
    table: Option<Table>,
    /// The totals before this hand.
    scores: [u16; 2],
}

impl Beside {
    /// For a match of gin for two that has just begun from this seed, and whose first seat was not drawn.
    pub fn new(seed: [u8; 32], guests: [Option<Box<dyn Strategy>>; 2]) -> Self {
        Self { guests, chance: Chance::from_seed(seed), hand: 0, table: None, scores: [0; 2] }
    }

    /// What a guest does at this seat, in our notation.
    pub fn ask(&mut self, who: usize, play: &dyn Play, seat: Seat) -> Result<String, String> {
        self.deal(play)?;
        let (Some(guest), Some(table)) = (&mut self.guests[who], &mut self.table) else { return Ok(String::new()) };
        let here = table.round().hand(player(seat));
        let shown = play.view_json(Some(seat)).to_string();
        let mut same = Card::pack().filter(|card| theirs(*card).is_some_and(|card| here.contains(card)));
        if !same.all(|card| shown.contains(&format!("\"{card}\""))) {
            return Err(format!("the tables differ: {here} and {shown}"));
        }
        let mut asked = Asked { guest: &mut **guest, said: None };
        table.step(&mut asked).map_err(|why| why.to_string())?;
        // Nobody is asked to draw when both have left the upcard.
        Ok(asked.said.unwrap_or_else(|| "stock".to_owned()))
    }

    /// Repeats what the house is about to play.
    pub fn repeat(&mut self, who: usize, play: &dyn Play, text: &str) -> Result<(), String> {
        if self.guests[who].is_some() || self.guests.iter().all(Option::is_none) {
            return Ok(());
        }
        self.deal(play)?;
        let Some(table) = &mut self.table else { return Ok(()) };
        table.step(&mut Told(text)).map(|_| ()).map_err(|why| why.to_string())
    }

    /// Deals what our match has dealt, if it has dealt since.
    fn deal(&mut self, play: &dyn Play) -> Result<(), String> {
        let status = play.status();
        let Some(first) = play.awaiting().seats().iter().next().filter(|_| status.hand != self.hand) else {
            return Ok(());
        };
        self.hand = status.hand;
        let scores = [0, 1].map(|side| status.scores.get(side).map_or(0, |score| *score as u16));
        self.agree(scores)?;
        let fresh: Vec<Card> = Card::pack().collect();
        let pack: Vec<gin_rummy::Card> = self.chance.pack(&fresh).into_iter().filter_map(theirs).collect();
        let [mine, others] = [0, 1].map(|from| pack[from..20].iter().step_by(2).copied().collect::<Hand>());
        let first = player(first);
        let hands = if first == Player::One { [mine, others] } else { [others, mine] };
        let stock = pack[21..].iter().rev().copied().collect();
        let round = Round::from_deal(eaai_rules(), first.opponent(), hands, pack[20], stock);
        let table = Table::new(round.map_err(|why| why.to_string())?).scores(scores);
        self.table = Some(table.dealer_rotation(DealerRotation::AlternateAfterScoredRound));
        self.scores = scores;
        Ok(())
    }

    /// Did the hand before bring what it did at their table? A knock is only scored there after lay-offs of their kind.
    fn agree(&self, scores: [u16; 2]) -> Result<(), String> {
        let Some(result) = self.table.as_ref().and_then(|table| table.round().result()) else { return Ok(()) };
        let mut expected = self.scores;
        if let Some(winner) = result.winner() {
            expected[winner as usize] += result.points(&eaai_rules());
        }
        if scores == expected { Ok(()) } else { Err(format!("{result:?} brought {scores:?} after {:?}", self.scores)) }
    }
}

const fn player(seat: Seat) -> Player {
    if seat.index() == 0 { Player::One } else { Player::Two }
}

fn theirs(card: Card) -> Option<gin_rummy::Card> {
    card.to_string().parse().ok()
}

fn ours(card: gin_rummy::Card) -> String {
    Card::pack().find(|own| theirs(*own) == Some(card)).map(|card| card.to_string()).unwrap_or_default()
}

/// A guest, and what it said.
struct Asked<'a> {
    guest: &'a mut dyn Strategy,
    said: Option<String>,
}

impl Strategy for Asked<'_> {
    fn offer_upcard(&mut self, view: &View<'_>) -> UpcardAction {
        let action = self.guest.offer_upcard(view);
        self.said = Some(if action == UpcardAction::Take { "take" } else { "pass" }.to_owned());
        action
    }

    fn choose_draw(&mut self, view: &View<'_>) -> DrawAction {
        let action = self.guest.choose_draw(view);
        self.said = Some(if action == DrawAction::TakeDiscard { "take" } else { "stock" }.to_owned());
        action
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        let action = self.guest.play_turn(view);
        self.said = Some(match action {
            TurnAction::Discard(card) => format!("discard {}", ours(card)),
            TurnAction::Knock { discard, .. } => format!("knock {}", ours(discard)),
            TurnAction::BigGin(_) => "knock".to_owned(),
        });
        action
    }

    fn choose_layoff(&mut self, view: &View<'_>) -> Option<Layoff> {
        self.guest.choose_layoff(view)
    }
}

/// Somebody who does what is written here.
struct Told<'a>(&'a str);

impl Told<'_> {
    fn takes(&self) -> bool {
        self.0 == "take"
    }
}

impl Strategy for Told<'_> {
    fn offer_upcard(&mut self, _: &View<'_>) -> UpcardAction {
        if self.takes() { UpcardAction::Take } else { UpcardAction::Pass }
    }

    fn choose_draw(&mut self, _: &View<'_>) -> DrawAction {
        if self.takes() { DrawAction::TakeDiscard } else { DrawAction::Stock }
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        let words: Vec<&str> = self.0.split(' ').collect();
        let card = words.get(1).and_then(|word| word.parse::<gin_rummy::Card>().ok());
        match (words[0], card) {
            ("knock", Some(discard)) => {
                TurnAction::Knock { discard, melds: best_melds(view.hand() - Hand::from(discard)) }
            }
            (_, Some(card)) => TurnAction::Discard(card),
            _ => TurnAction::BigGin(best_melds(view.hand())),
        }
    }

    fn choose_layoff(&mut self, _: &View<'_>) -> Option<Layoff> {
        None
    }
}
