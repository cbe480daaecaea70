//! Prompts as one person reads them.

/// What a prompt asks of one person: `to draw`, of "Ben to discard; Ada to draw."
#[must_use]
pub fn asked_of<'p>(name: &str, prompt: &'p str) -> Option<&'p str> {
    parts(prompt).find_map(|part| asks(name, part))
}

/// A prompt as the one whom it asks reads it: "Your turn to draw; Ben to discard." for "Ben to discard; Ada to draw."
#[must_use]
pub fn addressed(name: &str, prompt: &str) -> String {
    let Some(asked) = asked_of(name, prompt) else { return prompt.to_owned() };
    let others = parts(prompt).filter(|part| asks(name, part).is_none()).map(str::to_owned);
    let all: Vec<String> = std::iter::once(format!("Your turn {asked}")).chain(others).collect();
    format!("{}.", all.join("; "))
}

/// `Ben to discard` and `Ada to draw`, of "Ben to discard; Ada to draw."
fn parts(prompt: &str) -> impl Iterator<Item = &str> {
    prompt.trim_end_matches('.').split("; ")
}

fn asks<'p>(name: &str, part: &'p str) -> Option<&'p str> {
    part.strip_prefix(name)?.strip_prefix(' ').filter(|asked| asked.starts_with("to "))
}
