//! Messages, modals and replies that cannot exceed any of Discord's limits: whatever is built here can be sent.
//!
//! Text that may grow (a board, a rules section) is marked as such when it is added, and is cut at a line break if
//! the message would be too long; anything else over a limit is a [`Limit`].

mod button;
mod callback;
mod message;
mod modal;
mod select;
mod text;

pub use button::{Button, CustomId, Style};
pub use callback::{Callback, Choice};
pub use message::{Art, Attached, Audience, EPHEMERAL, LOADING, Message, MessageBuilder, TEXT};
pub use modal::{CHOICES, FIELDS, Field, Filled, Modal};
pub use select::{Select, SelectLine};
pub use text::{CARD, CARD_ENDS, CARD_WORDS, cut, plain, with_cards};

/// As many lines as Discord shows at most: of a select, or as autocomplete.
pub const LINES: usize = 25;

/// A limit of Discord's that was exceeded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Limit {
    /// A custom id is empty or too long.
    #[error("a custom_id has 1 to 100 characters, not {0}")]
    CustomId(usize),
    /// Two components of a message have the same custom id.
    #[error("two components of one message share the custom_id {0:?}")]
    Twice(String),
    /// A select without options, or with too many.
    #[error("a select holds 1 to 25 options, not {0}")]
    Options(usize),
    /// Two options of a select have the same value.
    #[error("two options of one select share a value")]
    OptionTwice,
    /// A select's value is empty or too long.
    #[error("the value of an option has 1 to 100 characters, not {0}")]
    Value(usize),
    /// A message without components, or with too many, nested ones included.
    #[error("a message holds 1 to 40 components, not {0}")]
    Components(usize),
    /// A form without fields, or with too many.
    #[error("a form holds 1 to 5 fields, not {0}")]
    Fields(usize),
    /// Fixed text is too long for one message.
    #[error("the text of a message has at most 4000 characters, not {0}")]
    Text(usize),
    /// A text block, a label or a title is empty.
    #[error("{0} must not be empty")]
    Empty(&'static str),
    /// More pictures or files than a message may hold.
    #[error("a message has at most one picture, or one file")]
    Pictures,
    /// More people than one message may mention.
    #[error("a message mentions at most 100 people, not {0}")]
    Mentions(usize),
}

#[cfg(test)]
mod tests;
