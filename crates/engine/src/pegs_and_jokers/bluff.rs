//! What the house thinks of cards that lie face down: when to bluff, when to doubt, and what to send back.

use super::cards::{Face, packs};
use super::merit::TURN;
use super::moves::Move;
use super::plays::CardUse;
use super::spots::{Log, Peg};
use super::state::{Discard, Public};
use super::think::{Desk, Prospect};
use crate::Seat;

/// In hundredths: how often somebody without the card claims to have it, and how often a claim is doubted.
const BLUFFS: i32 = 25;
const DOUBTED: i32 = 30;

/// What can be laid face down: each card honestly, each claim with the card that is missed least, and discards.
pub(super) fn lays(desk: &Desk<'_>) -> Vec<Prospect> {
    let hand = desk.own.faces();
    let spare = super::worth::least_useful(hand);
    let now = desk.judge.lead(desk.mover.board);
    let stake = dearest(desk, desk.seat).max(TURN);
    let mut all = Vec::new();
    for claim in Face::all() {
        let honest = hand.contains(claim);
        desk.plays(claim, &mut |play, after| {
            let lead = desk.judge.lead(after);
            if honest {
                all.push(desk.seen(Move::Down(claim, play), claim, lead));
            } else {
                let hoped = (100 - DOUBTED) * (lead - now) / 100;
                all.push(desk.seen(Move::Down(spare, play), spare, now + hoped - DOUBTED * stake / 100));
            }
        });
    }
    all.extend(hand.iter().map(|face| desk.seen(Move::Drop(face), face, now - i32::from(face != spare))));
    all
}

/// What the dearest peg of a seat that a penalty may send back would lose.
fn dearest(desk: &Desk<'_>, seat: Seat) -> i32 {
    let exposed = Peg::of(seat).filter(|&peg| desk.public.exposed(peg));
    exposed.map(|peg| desk.judge.loss(desk.mover.board, peg)).max().unwrap_or(0)
}

/// How many cards of a rank there are, and how many of them the viewer sees.
pub(super) fn seen_of(desk: &Desk<'_>, face: Face) -> (usize, usize) {
    let pack = packs(desk.public.options.packs(desk.public.seats()));
    let all = pack.iter().filter(|&&card| Face::of(card) == face).count();
    let open = |discard: &&Discard| matches!(discard, Discard::Open(card) if Face::of(*card) == face);
    let laid = desk.own.laid.iter().filter(|&&card| Face::of(card) == face).count();
    (all, desk.public.discards.iter().filter(open).count() + laid + desk.own.count(face))
}

/// In hundredths: how likely the claim is a bluff.
pub(super) fn bluffed(desk: &Desk<'_>, claim: Face) -> i32 {
    let (all, seen) = seen_of(desk, claim);
    let unseen = unseen(desk.public, desk.own.hand.len() + desk.own.laid.len());
    let hand = usize::from(desk.public.options.hand) + 1;
    // Six cards of those unseen, one after the other.
    let mut without = 100_000_i64;
    for drawn in 0..hand {
        let left = unseen.saturating_sub(drawn).max(1) as i64;
        without = without * (left - (all - seen) as i64).max(0) / left;
    }
    let without = (without / 1000) as i32;
    let bluffs = BLUFFS * without / 100;
    100 * bluffs / (bluffs + 100 - without).max(1)
}

fn unseen(public: &Public, held: usize) -> usize {
    let all = 54 * usize::from(public.options.packs(public.seats()));
    let open = public.discards.iter().filter(|discard| matches!(discard, Discard::Open(_))).count();
    all - open - held
}

/// To trust, or to doubt: by what either may cost.
pub(super) fn answers(desk: &Desk<'_>, claim: CardUse) -> Vec<Prospect> {
    let player = desk.public.turn;
    let now = desk.judge.lead(desk.mover.board);
    let mover = super::mover::Mover::new(desk.public, player);
    let after = mover.play(&claim, &mut Log::new()).map_or(now, |after| desk.judge.lead(&after));
    let bluffed = bluffed(desk, claim.face);
    let won = now + dearest(desk, player).max(TURN);
    let lost = after - dearest(desk, desk.seat).max(TURN);
    let doubt = (bluffed * won + (100 - bluffed) * lost) / 100;
    vec![desk.seen(Move::Trust, claim.face, after), desk.seen(Move::Doubt, claim.face, doubt)]
}

/// The pegs that can be sent back.
pub(super) fn sends(desk: &Desk<'_>, victim: Seat) -> Vec<Prospect> {
    let now = desk.judge.lead(desk.mover.board);
    let exposed = Peg::of(victim).filter(|&peg| desk.public.exposed(peg));
    let sent = |peg| desk.seen(Move::Send(peg), Face::ACE, now + desk.judge.loss(desk.mover.board, peg));
    exposed.map(sent).collect()
}
