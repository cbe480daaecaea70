//! A long proof: the program itself as a bot in a busy card room, for as long as is asked, with everything going wrong
//! that may. At the end nothing that it acknowledged is missing, nothing is there that nobody did, its memory is what it
//! was, and its log holds no fault. Exits with 1 otherwise.
//!
//! ```sh
//! cargo run --release --example soak -- 30m --seed 7
//! ```
//!
//! It has three parts: with kills (a quarter of the time), without any (five eighths: here memory is judged), and with
//! kills again. All the time messages and threads are deleted, people change their names, requests are refused, late or
//! lost, and the gateway closes, forgets sessions and falls silent.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a proof that cannot go on fails")]

mod books;
mod bot;
mod journal;
mod link;
mod memory;
#[path = "../../tests/common/message.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod message;
#[path = "../../tests/common/pass_on.rs"]
mod pass_on;
mod people;
mod plan;
#[path = "../../tests/common/program.rs"]
mod program;
mod room;
mod troubles;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use books::Books;
use bot::Bot;
use program::House;
use room::Scene;
use troubles::Troubles;

/// Who plays, and where.
const PEOPLE: [&str; 8] = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"];

/// Runs the bot for a long time, with everything going wrong that may, and holds it to what it acknowledged.
#[derive(Parser)]
struct Line {
    /// How long: 60s, 30m, 2h
    #[arg(value_parser = plan::duration)]
    time: std::time::Duration,
    /// What happens at random follows from it, but for the cards and for who is quicker
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many channels are played in at the same time
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20))]
    tables: u8,
}

fn main() -> ExitCode {
    // The bot is this very program, started again: an example is built without the program beside it.
    if std::env::var_os(bot::AS_BOT).is_some() {
        return upcard::cli::main();
    }
    let line = Line::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let complaints = runtime.block_on(soak(&line));
    runtime.shutdown_background();
    if complaints.is_empty() {
        println!("PASS");
        return ExitCode::SUCCESS;
    }
    for complaint in complaints {
        println!("FAIL: {complaint}");
    }
    ExitCode::FAILURE
}

async fn soak(line: &Line) -> Vec<String> {
    let channels: Vec<String> = (1..=line.tables).map(|n| format!("corner-{n}")).collect();
    let channels: Vec<&str> = channels.iter().map(String::as_str).collect();
    let house = Arc::new(House::open(&PEOPLE, &channels).await);
    let troubles = Troubles::start(&house, line.seed).await;
    let bot = Bot::new(Arc::clone(&house), &troubles.base);
    println!("seed {}, {:?}, {} tables at a time, in {}", line.seed, line.time, line.tables, house.dir().display());
    bot.start();
    let state = house.online().await;
    let scene = Arc::new(Scene::new(house, Arc::clone(&troubles), Books::default(), &state));
    let stretch = plan::carry_out(&scene, &bot, line.time, line.seed).await;
    let mut complaints = scene.books.complaints();
    complaints.extend(bot.end().await);
    complaints.extend(journal::check(&scene).await);
    complaints.extend(memory::judge(&stretch));
    complaints.extend(bot.log());
    println!("troubles: {}", troubles.counts);
    println!("people: {}", scene.counts);
    complaints
}
