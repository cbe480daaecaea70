//! Options declared once: a row says an option's field, default, range, and words.

use super::{HouseRules, Kind, Knob, Variant};

/// The values of an option that is no number of a range.
pub trait Values {
    /// What it takes.
    const KIND: Kind;
    /// As [`Knob::saying`].
    const SAYS: &'static [(&'static str, &'static str)] = &[];
}

impl Values for bool {
    const KIND: Kind = Kind::Bool;
}

/// The options of a game, as [`options!`] declares them: `Default` is the first variant.
pub trait Declared: Sized + 'static {
    /// Every option, in the order of the lobby: that of the fields.
    const KNOBS: &'static [Knob];
    /// The named bundles, the default one first.
    const VARIANTS: &'static [Variant<Self>];
    /// What the rows say about these values.
    fn stated(&self) -> HouseRules;
}

/// Options with named values, the default first: `Value = "text" as "words in a lobby" => "house rule"`.
macro_rules! choices {
    ($($name:ident {
        $($value:ident = $text:literal $(as $words:literal)? $(=> $rule:literal)?),* $(,)?
    })*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "people read the rows, word for word")]
        pub enum $name {
            $(#[serde(rename = $text)] $value,)*
        }

        impl Default for $name {
            fn default() -> Self {
                [$(Self::$value),*][0]
            }
        }

        impl $crate::options::Values for $name {
            const KIND: $crate::options::Kind = $crate::options::Kind::Choice(&[$($text),*]);
            const SAYS: &'static [(&'static str, &'static str)] = &[$($(($text, $words),)?)*];
        }

        impl $name {
            /// The house rule that the value is, if it is worth saying.
            #[allow(dead_code, reason = "where rules depend on several options, the game words them")]
            pub(super) const fn rule(self) -> &'static str {
                match self {
                    $(Self::$value => $crate::options::declare::or!("" $($rule)?),)*
                }
            }
        }
    )*};
}

/// The options of a game, `field: Type = default in low..=high, "about" as "Title" => rule;`, and its variants,
/// `"id" as "Title" for 2..=4, "about" { what differs from the defaults };`.
///
/// A rule is said where the value is not the default, `{}` being the value; `always "…"` without that condition, and
/// `by_value` as [`choices!`] has it.
macro_rules! options {
    (
        $($(#[$attr:meta])* $field:ident: $type:ident $(= $default:literal)? $(in $low:literal..=$high:literal)?,
            $about:literal $(as $title:literal)? $(=> $rule:tt $($words:literal)?)?;)*
        $($id:literal as $name:literal for $least:literal..=$most:literal, $what:literal
            { $($differs:ident: $value:expr),* $(,)? };)*
    ) => {
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, clippy::struct_excessive_bools, reason = "people read the rows, word for word")]
        pub struct Options {
            $($(#[$attr])* pub $field: $type,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: $crate::options::declare::or!((Default::default()) $($default)?),)* }
            }
        }

        impl $crate::options::Declared for Options {
            const KNOBS: &'static [$crate::Knob] = &[
                $($crate::options::declare::knob!(stringify!($field), $type, $about $(, $low, $high)?)
                    $(.titled($title))?,)*
            ];
            const VARIANTS: &'static [$crate::Variant<Self>] = &[
                $($crate::Variant {
                    id: $id,
                    title: $crate::Wording::new($name),
                    about: $crate::Wording::new($what),
                    seats: $least..=$most,
                    options: || Self { $($differs: $value,)* ..Self::default() },
                },)*
            ];

            fn stated(&self) -> $crate::options::HouseRules {
                let (mut rules, usual) = ($crate::options::HouseRules::default(), Self::default());
                $($($crate::options::declare::rule!(rules, stringify!($field), self.$field, usual.$field, $rule $($words)?);)?)*
                rules
            }
        }
    };
}

macro_rules! or {
    ($usual:tt) => {
        $usual
    };
    ($usual:tt $given:literal) => {
        $given
    };
}

macro_rules! knob {
    ($key:expr, $type:ident, $about:literal) => {
        $crate::Knob::of::<$type>($key, $about)
    };
    ($key:expr, $type:ident, $about:literal, $low:literal, $high:literal) => {
        $crate::Knob::new($key, $crate::options::Kind::Int($low, $high), $about)
    };
}

macro_rules! rule {
    ($rules:ident, $key:expr, $own:expr, $usual:expr, by_value) => {
        $rules.say($key, !$own.rule().is_empty(), $own.rule())
    };
    ($rules:ident, $key:expr, $own:expr, $usual:expr, always $words:literal) => {
        $rules.say($key, true, $words.replace("{}", &$own.to_string()))
    };
    ($rules:ident, $key:expr, $own:expr, $usual:expr, $words:literal) => {
        $rules.say($key, $own != $usual, $words.replace("{}", &$own.to_string()))
    };
}

pub(crate) use {choices, knob, options, or, rule};
