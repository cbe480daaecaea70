//! `upcard study`: asks a game's solvers one question.

use engine::{Language, catalog};

use super::{Ending, say};

/// Prints a solver's answer as JSON.
pub(super) fn run(game: &str, question: &str) -> Result<(), Ending> {
    let game = catalog::game(game).map_err(Ending::not_offered)?;
    let question = serde_json::from_str(question)
        .map_err(|e| Ending::setting(format!("The question is no JSON: {e}. Quote it: '{{\"…\": …}}'.")))?;
    let answer = game.study(&question, Language::English).map_err(Ending::setting)?;
    say(format_args!("{answer:#}"));
    Ok(())
}
