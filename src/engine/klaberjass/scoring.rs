//! What a hand counts for the match.

use super::options::TieRule;

/// What the sides get for a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shares {
    pub maker: i32,
    pub defender: i32,
    /// Carried over to the next hand that is decided.
    pub pot: i32,
}

/// Divides the totals of a hand, with `pot` carried over from before. The pot goes to the higher total.
pub(super) const fn share(maker: i32, defender: i32, pot: i32, tie: TieRule) -> Shares {
    if maker > defender {
        return Shares { maker: maker + pot, defender, pot: 0 };
    }
    if maker < defender {
        return Shares { maker: 0, defender: maker + defender + pot, pot: 0 };
    }
    match tie {
        TieRule::Carry => Shares { maker: 0, defender: 0, pot: pot + maker + defender },
        TieRule::DefenderOnly => Shares { maker: 0, defender, pot },
        TieRule::Both => Shares { maker, defender, pot },
    }
}
