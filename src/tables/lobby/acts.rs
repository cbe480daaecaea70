//! Which change of the lobby an act means.

use super::super::request::LobbyAct;
use super::{Did, Edited, Lobby};
use crate::store::ChannelId;

impl Lobby<'_> {
    /// The table after this act. `moderates`: the channel in which this person may close tables.
    pub(in crate::tables) fn act(&self, act: &LobbyAct, moderates: Option<ChannelId>) -> Edited {
        match act {
            LobbyAct::Join => self.join(),
            LobbyAct::Leave => self.leave(),
            LobbyAct::Start => self.start(),
            LobbyAct::Kick(who) => self.kick(*who),
            LobbyAct::AddHouse(level) => self.add_house(*level),
            LobbyAct::Invite(guest) => self.invite(guest),
            LobbyAct::SetOptions(changes) => self.set_options(changes),
            LobbyAct::SetVariant(variant) => self.set_variant(variant),
            LobbyAct::SetSeats(seats) => self.set_seats(*seats),
            LobbyAct::SetHints(hints) => self.set(Did::Hints(*hints), |row| row.hints = *hints),
            LobbyAct::SetClock(clock) => self.set(Did::Clock(*clock), |row| row.clock = *clock),
            LobbyAct::SetAbsent(absent) => self.set(Did::Absent(*absent), |row| row.absent = *absent),
            LobbyAct::SetForced(forced) => self.set(Did::Forced(*forced), |row| row.forced = *forced),
            LobbyAct::SetNextHand(next) => self.set(Did::NextHand(*next), |row| row.next_hand = *next),
            LobbyAct::SayWord(word) => self.say_word(word),
            LobbyAct::MoveUp(who) => self.move_up(*who),
            LobbyAct::Accept => self.accept(),
            LobbyAct::Decline => self.decline(),
            LobbyAct::End => self.end(moderates),
            LobbyAct::LetTheHouse => self.let_the_house(),
            LobbyAct::Agree(wish) => self.agree(*wish),
            LobbyAct::PlayOn(wish) => self.play_on(*wish),
            LobbyAct::Close(why) => self.close(*why),
        }
    }
}
