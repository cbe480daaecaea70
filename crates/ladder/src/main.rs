//! How strong the house is: matches between two players, each deal played twice with the seats exchanged.
//!
//! ```text
//! cargo run --release -p ladder -- gin-rummy hard medium --pairs 100 --work 64
//! cargo run --release -p ladder -- gin-rummy hard medium --work 64 --tell 10   # ten hands in words, to be read
//! cargo run --release -p ladder -- --times 200  # how long thoughts take that were given 200 ms
//! cargo run --release -p ladder                 # the table of docs/strength.md
//! ```
//! Players: `easy`, `medium`, `hard`, and `random`, which plays any move of its list with the same chance; in Gin Rummy's
//! variant `standard`, whose hands are scored as theirs, also `eaai`, `greedy` and `mc:256` (`guest.rs`); in Klaberjass also `seer`, which sees all
//! cards (`seer.rs`). `--work` is the
//! number of imagined worlds a move (`--ms` a time in its place), `--seats`, `--variant`, `--from` (the first deal) choose
//! what is played. What is printed: the share of match points that the first player won, with a 95 % interval over the
//! pairs, and its lead in points a hand.

mod guest;
mod seer;
mod tell;
mod times;

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::catalog::{self, Setup};
use engine::random::seed;
use engine::{Chance, Level, Play, Reader, Seat, Thinking, Thought};
use gin_rummy_engine::Strategy;
use guest::{Beside, Guest};
use seer::Seer;
use tell::Teller;

/// The most moves of a match; one that goes on longer is a tie.
const MOST_MOVES: u32 = 20_000;

/// The longest list that a random player picks from.
const LISTED: usize = 400;

#[derive(Clone, Copy, PartialEq)]
enum Player {
    House(Level),
    Random,
    Guest(Guest),
    Seer,
}

impl Player {
    fn read(word: &str) -> Result<Self, String> {
        let house = Level::of(word).map(Self::House);
        let random = (word == "random").then_some(Self::Random);
        let guest = Guest::read(word).map(Self::Guest);
        let seer = (word == "seer").then_some(Self::Seer);
        house.or(random).or(guest).or(seer).ok_or_else(|| format!("no player is called {word}"))
    }
}

impl Player {
    /// Somebody new, if it is a guest.
    fn arrives(self, number: u64) -> Option<Box<dyn Strategy>> {
        match self {
            Self::Guest(guest) => Some(guest.arrives(seed(number ^ 0x9e57))),
            Self::House(_) | Self::Random | Self::Seer => None,
        }
    }
}

/// How much is thought about a move.
#[derive(Clone, Copy)]
enum Bound {
    Worlds(u32),
    Time(Duration),
}

/// What is played.
#[derive(Clone)]
struct Contest {
    game: String,
    variant: Option<String>,
    seats: Option<u8>,
    players: [Player; 2],
    bound: Bound,
    pairs: u64,
    from: u64,
    /// So many hands are told in words.
    tell: u32,
}

impl Contest {
    /// From the words of a command line.
    fn read(words: &[String]) -> Result<Self, Box<dyn Error>> {
        let [game, a, b, options @ ..] = words else { return Err("a game and two players are needed".into()) };
        let mut contest = Self {
            game: game.clone(),
            variant: None,
            seats: None,
            players: [Player::read(a)?, Player::read(b)?],
            bound: Bound::Worlds(64),
            pairs: 100,
            from: 0,
            tell: 0,
        };
        for option in options.chunks(2) {
            let [name, value] = option else { return Err(format!("{} needs a value", option[0]).into()) };
            match name.as_str() {
                "--variant" => contest.variant = Some(value.clone()),
                "--seats" => contest.seats = Some(value.parse()?),
                "--work" => contest.bound = Bound::Worlds(value.parse()?),
                "--ms" => contest.bound = Bound::Time(Duration::from_millis(value.parse()?)),
                "--pairs" => contest.pairs = value.parse()?,
                "--from" => contest.from = value.parse()?,
                "--tell" => contest.tell = value.parse()?,
                other => return Err(format!("there is no option {other}").into()),
            }
        }
        let guests = contest.players.iter().any(|player| matches!(player, Player::Guest(_)));
        if guests && (contest.game != "gin-rummy" || contest.variant.as_deref() != Some("standard")) {
            return Err("guests play gin-rummy with --variant standard".into());
        }
        if contest.players.contains(&Player::Seer) && contest.game != "klaberjass" {
            return Err("a seer plays klaberjass".into());
        }
        Ok(contest)
    }

    fn start(&self, number: u64) -> Result<Box<dyn Play>, String> {
        let setup = Setup {
            variant: self.variant.clone(),
            options: engine::Overrides::new(),
            seats: self.seats,
            seed: seed(number),
            first: Some(Seat::FIRST),
            decks: Vec::new(),
        };
        let started = catalog::game(&self.game).and_then(|game| game.start(setup));
        started.map(|(play, _)| play).map_err(|why| why.says(engine::Language::English))
    }

    /// One match: `turned` gives the first player the odd sides.
    fn play(&self, number: u64, turned: bool, mut teller: Option<&mut Teller>) -> Result<Outcome, String> {
        let mut play = self.start(number)?;
        let mut seer = if self.players.contains(&Player::Seer) { Seer::new(&*play, number) } else { None };
        let mut dice = Chance::from_seed(seed(number ^ 0xd1ce));
        let mut beside = Beside::new(seed(number), self.players.map(|player| player.arrives(number)));
        let first_has = |side: usize| side.is_multiple_of(2) != turned;
        let mut longest = Duration::ZERO;
        while play.standings().is_none() && play.moves() < MOST_MOVES {
            if teller.as_mut().is_some_and(|teller| teller.is_done(&*play)) {
                break;
            }
            let asked: Vec<Seat> = play.awaiting().seats().iter().collect();
            let seat = asked[dice.below(asked.len() as u32) as usize];
            let who = usize::from(!first_has(play.sides()[seat].index()));
            let began = Instant::now();
            let text = match self.players[who] {
                Player::House(level) => {
                    let thought = self.think(&*play, seat, level, number);
                    if let (Some(teller), Some(thought)) = (&teller, &thought) {
                        teller.decision(&*play, seat, level, thought);
                    }
                    thought.and_then(|thought| thought.candidates.into_iter().next()).map(|best| best.text)
                }
                .unwrap_or_default(),
                Player::Seer => seer.as_ref().map(|seer| seer.ask(seat)).unwrap_or_default(),
                Player::Random => any_move(&*play, seat, &mut dice),
                Player::Guest(_) => beside.ask(who, &*play, seat)?,
            };
            longest = longest.max(began.elapsed());
            beside.repeat(who, &*play, &text)?;
            seer.as_mut().map_or(Ok(()), |seer| seer.repeat(seat, &text))?;
            let refused = |refusal: engine::Refusal| format!("{text}: {}", refusal.json(&Reader::plain(8)));
            let facts = play.act(seat, &text).map_err(refused)?;
            if let Some(teller) = &teller {
                teller.facts(&*play, &facts);
            }
        }
        Ok(Outcome::of(&*play, first_has, longest))
    }

    fn think(&self, play: &dyn Play, seat: Seat, level: Level, number: u64) -> Option<Thought> {
        let began = Instant::now();
        let mut go_on = |worlds| match self.bound {
            Bound::Worlds(most) => worlds < most,
            Bound::Time(most) => began.elapsed() < most,
        };
        let seed = seed(number << 20 | u64::from(play.moves()));
        play.think(seat, &mut Thinking { level, seed, go_on: &mut go_on }, &Reader::plain(8))
    }
}

fn any_move(play: &dyn Play, seat: Seat, dice: &mut Chance) -> String {
    let listed = play.legal(seat, "", LISTED).moves;
    let any = listed.get(dice.below(listed.len().max(1) as u32) as usize).cloned();
    any.or_else(|| play.fallback(seat)).unwrap_or_default()
}

/// How the first player did in a match.
#[derive(Clone, Copy)]
struct Outcome {
    /// Its share of the match point.
    share: f64,
    /// Its lead in points, and over how many hands.
    lead: f64,
    hands: u32,
    longest: Duration,
}

impl Outcome {
    fn of(play: &dyn Play, first_has: impl Fn(usize) -> bool, longest: Duration) -> Self {
        let status = play.status();
        let winners: Vec<usize> =
            play.standings().map(|s| s.winners().map(engine::Side::index).collect()).unwrap_or_default();
        let won = winners.iter().filter(|&&side| first_has(side)).count();
        let share = if winners.is_empty() { 0.5 } else { won as f64 / winners.len() as f64 };
        let signed =
            |(side, score): (usize, &i32)| if first_has(side) { f64::from(*score) } else { -f64::from(*score) };
        let lead: f64 = status.scores.iter().enumerate().map(signed).sum();
        Self { share, lead, hands: status.hand, longest }
    }
}

/// Plays all pairs on all cores.
fn run(contest: &Contest) -> Result<Vec<[Outcome; 2]>, String> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    let work = || -> Result<(), String> {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= contest.pairs {
                return Ok(());
            }
            let number = contest.from + at;
            let pair = [contest.play(number, false, None)?, contest.play(number, true, None)?];
            done.lock().map_err(|_| "a match broke")?.push(pair);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a match broke".to_owned())?)
    })?;
    done.into_inner().map_err(|_| "a match broke".to_owned())
}

/// The mean of the pairs and half the width of its 95 % interval.
fn interval(pairs: &[f64]) -> (f64, f64) {
    let n = pairs.len().max(2) as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

/// Tells hands in words, the players taking turns at the first seat.
fn tell(contest: &Contest) -> Result<(), String> {
    let mut teller = Teller::new(contest.tell);
    for at in 0.. {
        if teller.has_told_all() {
            break;
        }
        contest.play(contest.from + at, at % 2 == 1, Some(&mut teller))?;
    }
    Ok(())
}

/// A row: what was played, and how the first player did.
fn report(words: &[String]) -> Result<(), Box<dyn Error>> {
    let contest = Contest::read(words)?;
    if contest.tell > 0 {
        return Ok(tell(&contest)?);
    }
    let began = Instant::now();
    let pairs = run(&contest)?;
    let shares: Vec<f64> = pairs.iter().map(|[a, b]| (a.share + b.share) / 2.0).collect();
    let (mean, half) = interval(&shares);
    let all = || pairs.iter().flatten();
    let lead = all().map(|o| o.lead).sum::<f64>() / f64::from(all().map(|o| o.hands).sum::<u32>().max(1));
    let longest = all().map(|o| o.longest).max().unwrap_or_default();
    println!(
        "| {} | {:.1} % ± {:.1} | {lead:+.2} | {} | {:.0} ms | {:.0} s |",
        words.join(" "),
        mean * 100.0,
        half * 100.0,
        2 * pairs.len(),
        longest.as_secs_f64() * 1000.0,
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// What docs/strength.md shows.
const TABLE: &[&str] = &[
    "gin-rummy easy random --pairs 200",
    "gin-rummy medium easy --pairs 200",
    "gin-rummy hard medium --pairs 200 --work 128",
    "klaberjass easy random --pairs 200",
    "klaberjass medium easy --pairs 200",
    "klaberjass hard medium --pairs 25 --work 32",
    "key-of-the-door easy random --seats 2 --pairs 100",
    "key-of-the-door medium easy --seats 2 --pairs 100",
    "key-of-the-door hard medium --seats 2 --pairs 20 --work 24",
    "key-of-the-door easy random --seats 4 --pairs 100",
    "key-of-the-door medium easy --seats 4 --pairs 100",
    "key-of-the-door hard medium --seats 4 --pairs 15 --work 24",
    "kings-rummy easy random --seats 2 --pairs 60",
    "kings-rummy medium easy --seats 2 --pairs 60",
    "kings-rummy hard medium --seats 2 --pairs 15 --work 16",
    "kings-rummy easy random --seats 4 --pairs 60",
    "kings-rummy medium easy --seats 4 --pairs 60",
    "kings-rummy hard medium --seats 4 --pairs 15 --work 16",
    "pegs-and-jokers easy random --seats 4 --pairs 50",
    "pegs-and-jokers medium easy --seats 4 --pairs 50",
    "pegs-and-jokers hard medium --seats 4 --pairs 15 --work 16",
    "pegs-and-jokers easy random --variant arizona --seats 4 --pairs 50",
    "pegs-and-jokers medium easy --variant arizona --seats 4 --pairs 50",
    "pegs-and-jokers hard medium --variant arizona --seats 4 --pairs 15 --work 16",
    "crazy-eights easy random --seats 2 --pairs 200",
    "crazy-eights medium easy --seats 2 --pairs 200",
    "crazy-eights hard medium --seats 2 --pairs 60 --work 64",
    "crazy-eights easy random --seats 4 --pairs 100",
    "crazy-eights medium easy --seats 4 --pairs 100",
    "crazy-eights hard medium --seats 4 --pairs 30 --work 64",
    "brain-drain medium easy --pairs 50",
    "brain-drain hard medium --pairs 50",
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [times, ms] = &words[..]
        && times == "--times"
    {
        return Ok(times::times(Duration::from_millis(ms.parse()?))?);
    }
    if !words.iter().any(|word| word == "--tell") {
        println!("| game, players | won by the first | points a hand | matches | longest thought | took |");
        println!("|---|---|---|---|---|---|");
    }
    if !words.is_empty() {
        return report(&words);
    }
    let split = |row: &&str| row.split(' ').map(str::to_owned).collect::<Vec<String>>();
    TABLE.iter().try_for_each(|row| report(&split(row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_play_at_our_table_by_the_same_rules() {
        let words = "gin-rummy greedy eaai --variant standard --pairs 40".split(' ').map(str::to_owned);
        let contest = Contest::read(&words.collect::<Vec<_>>()).map_err(|why| why.to_string());
        let pairs = contest.and_then(|contest| run(&contest));
        assert_eq!(pairs.map(|pairs| pairs.len()), Ok(40));
    }
}
