//! What buttons and lists do with a table besides playing.

use super::acts;

acts! {
    /// What can be done with a table besides playing.
    TableAct:
    /// Sits down.
    Join = "join",
    /// Gets up.
    Leave = "leave",
    /// Opens the options, for the host.
    Options = "options",
    /// Shows the table in a few lines.
    Show = "show",
    /// Opens the rules of its game.
    Rules = "rules",
    /// Shows what cards and places of its game are worth.
    WhatCounts = "counts",
    Start = "start",
    /// The list of levels at which the house can take a seat.
    House = "house",
    Accept = "accept",
    Decline = "decline",
    /// Plays again.
    Rematch = "rematch",
    /// Shows everything else.
    More = "more",
    /// Asks whether to resign.
    Resign = "resign",
    ResignYes = "resign!",
    /// Leaves the presser's seat to the house.
    LeaveYes = "leave!",
    /// Opens the form for a word that goes into the shuffle; also the name of that form.
    Word = "word",
    /// Gives the presser the seat again that the house plays.
    Return = "back!",
    /// Calls those who keep the presser waiting.
    Nudge = "nudge",
    /// Asks the others whether the house shall play on for whoever is away.
    LetTheHouse = "house!",
    /// Asks whether to void the hand.
    Void = "void",
    /// Asks whether to close the table.
    End = "end",
    /// Closes the table.
    EndYes = "end!",
    /// Shows the presser's hand.
    Hand = "hand",
    /// Shows it again, in the message that shows it.
    Refresh = "refresh",
    /// Asks for a hint.
    Hint = "hint",
    Variant = "variant",
    /// The list of seat counts.
    Seats = "seats",
    /// The list of people who can move one seat forward.
    Up = "up",
    /// The list of people to invite.
    Invite = "invite",
    /// The list of people to send away.
    Kick = "kick",
    /// The list of people who were sent away.
    Back = "back",
}
