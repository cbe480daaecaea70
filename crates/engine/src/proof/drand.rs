//! Chance from outside: a round of drand's chain *quicknet*, which nobody knows before its time and anybody can look up
//! afterwards. The chain's hash, its first round and its pace are those that its relays give as its `info`.

/// The chain's hash, by which relays know it.
pub const CHAIN: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// When its first round came, and how long after one the next comes, in milliseconds.
const FIRST: i64 = 1_692_803_367_000;
const PACE: i64 = 3000;
/// When Discord's ids begin, in milliseconds since 1970.
const DISCORD: i64 = 1_420_070_400_000;

/// What stands in the place of a round where one was to be added, and none came.
pub const NO_ROUND: &str = "drand:none";

/// A round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrandRound {
    /// Which, from 1.
    pub number: u64,
    /// What nobody knew before, in hexadecimal digits: 48 bytes.
    pub signature: String,
}

impl DrandRound {
    /// The number of the first round that comes later than this, in milliseconds since 1970.
    #[must_use]
    pub fn after(at: i64) -> u64 {
        u64::try_from((at - FIRST).div_euclid(PACE) + 2).unwrap_or(1).max(1)
    }

    /// When a round comes, in milliseconds since 1970.
    #[must_use]
    pub fn due(number: u64) -> i64 {
        let before = i64::try_from(number.saturating_sub(1)).unwrap_or(i64::MAX);
        FIRST.saturating_add(before.saturating_mul(PACE))
    }

    /// What it adds to the chance.
    #[must_use]
    pub fn item(&self) -> String {
        format!("drand:{}:{}", self.number, self.signature)
    }

    /// The round that was added by this item.
    #[must_use]
    pub fn read(item: &str) -> Option<Self> {
        let (number, signature) = item.strip_prefix("drand:")?.split_once(':')?;
        let is_hex = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        let round = Self { number: number.parse().ok()?, signature: signature.to_owned() };
        (signature.len() == 96 && signature.bytes().all(is_hex) && round.item() == item).then_some(round)
    }
}

/// The item of a round, or of its absence, if one was to be added.
#[must_use]
pub fn of_drand(entropy: &[String]) -> Option<&str> {
    entropy.last().map(String::as_str).filter(|item| item.starts_with("drand:"))
}

/// When the last of these presses was made, by its id, in milliseconds since 1970.
#[must_use]
pub fn last_press(entropy: &[String]) -> i64 {
    let id = |item: &String| item.strip_prefix("press:").or_else(|| item.strip_prefix("start:"))?.parse::<u64>().ok();
    entropy.iter().filter_map(id).map(|id| (id >> 22) as i64 + DISCORD).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_comes_after_what_it_is_added_to() {
        for (at, number) in [(0, 1), (FIRST - 1, 1), (FIRST, 2), (FIRST + 2999, 2), (FIRST + 3000, 3)] {
            assert_eq!(DrandRound::after(at), number, "{at}");
            assert!(DrandRound::due(number) > at);
        }
        // 2026-04-20 00:00:00 UTC.
        assert_eq!(DrandRound::due(27_946_612), 1_776_643_200_000);
    }

    #[test]
    fn an_item_is_read_as_it_was_written_or_not_at_all() {
        let round = DrandRound { number: 27_946_612, signature: "0a".repeat(48) };
        assert_eq!(DrandRound::read(&round.item()), Some(round.clone()));
        let others = [
            NO_ROUND.to_owned(),
            round.item().to_ascii_uppercase(),
            format!("{}0", round.item()),
            round.item().replace(":27", ":027"),
        ];
        for other in others {
            assert_eq!(DrandRound::read(&other), None, "{other}");
        }
    }
}
