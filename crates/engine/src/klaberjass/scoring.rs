//! What a hand counts for the match.

use super::options::TieRule;

/// How the maker fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// More than the defender.
    Made,
    /// Less: the defender scores both.
    Bete,
    /// As much, with the table's rule for that.
    Equal(TieRule),
}

/// What the sides get for a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shares {
    pub outcome: Outcome,
    pub maker: i32,
    pub defender: i32,
    /// Carried over to the next hand that is decided.
    pub pot: i32,
}

/// Divides the totals of a hand, with `pot` carried over from before. The pot goes to the higher total.
pub(super) const fn share(maker: i32, defender: i32, pot: i32, tie: TieRule) -> Shares {
    if maker > defender {
        return Shares { outcome: Outcome::Made, maker: maker + pot, defender, pot: 0 };
    }
    if maker < defender {
        return Shares { outcome: Outcome::Bete, maker: 0, defender: maker + defender + pot, pot: 0 };
    }
    let (makers, defenders, pot) = match tie {
        TieRule::Carry => (0, 0, pot + maker + defender),
        TieRule::DefenderOnly => (0, defender, pot),
        TieRule::Both => (maker, defender, pot),
    };
    Shares { outcome: Outcome::Equal(tie), maker: makers, defender: defenders, pot }
}
