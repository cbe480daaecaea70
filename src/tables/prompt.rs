//! Prompts as one person reads them.

/// What a prompt asks of one of those at the table: `to draw`, of "Ben to discard; Ada to draw."
pub fn asked_of<'p, 'n>(
    name: &str,
    prompt: &'p str,
    names: impl IntoIterator<Item = &'n str> + Clone,
) -> Option<&'p str> {
    parts(prompt).find_map(|part| asked(part, names.clone()).filter(|(of, _)| *of == name).map(|(_, what)| what))
}

/// A prompt as the one whom it asks reads it: "Your turn to draw; Ben to discard." for "Ben to discard; Ada to draw."
pub fn addressed<'n>(name: &str, prompt: &str, names: impl IntoIterator<Item = &'n str> + Clone) -> String {
    let (mut own, mut others) = (None, Vec::new());
    for part in parts(prompt) {
        match asked(part, names.clone()) {
            Some((of, what)) if of == name && own.is_none() => own = Some(format!("Your turn {what}")),
            _ => others.push(part.to_owned()),
        }
    }
    if own.is_none() {
        return prompt.to_owned();
    }
    let all: Vec<String> = own.into_iter().chain(others).collect();
    format!("{}.", all.join("; "))
}

/// `Ben to discard` and `Ada to draw`, of "Ben to discard; Ada to draw."
fn parts(prompt: &str) -> impl Iterator<Item = &str> {
    prompt.trim_end_matches('.').split("; ")
}

/// Who is asked, and what: `Ada` and `to draw`. Where a name begins with another one, the longer one is meant.
fn asked<'p, 'n>(part: &'p str, names: impl IntoIterator<Item = &'n str>) -> Option<(&'n str, &'p str)> {
    let of = |name: &'n str| {
        let what = part.strip_prefix(name)?.strip_prefix(' ')?;
        what.starts_with("to ").then_some((name, what))
    };
    names.into_iter().filter_map(of).max_by_key(|(name, _)| name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_with_another_one_is_asked_for_itself() {
        let names = ["Ben", "Ben to Win", "Ada"];
        let prompt = "Ben to Win to draw; Ada to discard.";
        assert_eq!(asked_of("Ben to Win", prompt, names), Some("to draw"));
        assert_eq!(asked_of("Ben", prompt, names), None);
        assert_eq!(addressed("Ben", prompt, names), prompt);
        assert_eq!(addressed("Ada", prompt, names), "Your turn to discard; Ben to Win to draw.");
    }
}
