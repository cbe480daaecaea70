//! The joints of English sentences. Whoever uses them [has said](super::Language) that it speaks English.

use super::phrases::figure;

/// Several names in a row: `Ada`, `Ada and Ben`, `Ada, Ben and Cyd`.
#[must_use]
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    in_a_row(names, "and")
}

/// Several things to choose from: `9♥`, `9♥ or J♥`, `9♥, J♥ or Q♥`.
#[must_use]
pub fn either<T: AsRef<str>>(things: &[T]) -> String {
    in_a_row(things, "or")
}

fn in_a_row<T: AsRef<str>>(things: &[T], joint: &str) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.as_slice() {
        [init @ .., last] if !init.is_empty() => format!("{} {joint} {last}", init.join(", ")),
        things => things.concat(),
    }
}

/// How many: `1 card`, `9 cards`.
#[must_use]
pub fn counted(n: impl Into<i64>, thing: &str) -> String {
    let n = n.into();
    format!("{} {thing}{}", figure(n), if n == 1 { "" } else { "s" })
}

/// `4 players`, `2 to 5 players`, `4, 6 or 8 players`; the counts in order.
#[must_use]
pub fn players(counts: impl IntoIterator<Item = u8>) -> String {
    let counts: Vec<u8> = counts.into_iter().collect();
    match counts.as_slice() {
        [first, .., last] if usize::from(last - first) + 1 == counts.len() => format!("{first} to {last} players"),
        _ => format!("{} players", either(&counts.iter().map(u8::to_string).collect::<Vec<_>>())),
    }
}

/// What lies under the top card of an open pile of `cards`: `8 more below`. `None` if nothing does.
#[must_use]
pub fn more_below(cards: usize) -> Option<String> {
    cards.checked_sub(1).filter(|below| *below > 0).map(|below| format!("{below} more below"))
}

/// How a match ended, by the names of each side that came first: `Ada wins the match.`
#[must_use]
pub fn outcome(first: &[Vec<&str>]) -> String {
    let names = list(&first.concat());
    match first {
        [] => "The match is over.".to_owned(),
        [side] if side.len() == 1 => format!("{names} wins the match."),
        [_] => format!("{names} win the match."),
        // Partners are named as a group.
        [one, others @ ..] if first.iter().any(|side| side.len() > 1) => {
            let others: Vec<String> = others.iter().map(|side| list(side)).collect();
            format!("{} share first place with {}.", list(one), list(&others))
        }
        _ => format!("{names} share first place."),
    }
}
