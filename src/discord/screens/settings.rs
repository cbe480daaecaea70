//! The panel of `/settings`: what is in force, and a list for changing each setting.

use crate::store::Chosen;

use super::super::press::{AS_THE_SERVER, Panel, Press, Setting};
use super::super::ui::{Limit, Message, MessageBuilder, Select, SelectLine};
use super::PLAIN;

const _: fn(engine::Language) = |engine::Language::English| ();

/// The settings of somebody who has chosen `chosen`: in force with it is `now`, and without it `before`. `saved`:
/// they have just changed something. `standing`: what else holds on a server.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn settings(
    owner: Panel,
    chosen: Chosen,
    (now, before): (Chosen, Chosen),
    saved: bool,
    standing: Option<&str>,
) -> Result<Message, Limit> {
    let whose = match owner {
        Panel::Me => "for you",
        Panel::Server => "for this server",
    };
    let scope = match owner {
        Panel::Me => "Wherever you play, and seen by you alone.",
        Panel::Server => "For its boards, and for everybody who has chosen nothing with `/settings me`.",
    };
    let saved = if saved { "\nSaved: boards show it with the next change of a table." } else { "" };
    let mut draft = MessageBuilder::new().accent(PLAIN).text(format!("### Settings {whose}\n-# {scope}{saved}"));
    for setting in Setting::ALL {
        draft = draft.select(list(owner, setting, chosen, now, before)?);
    }
    if let Some(standing) = standing {
        draft = draft.text_cut(standing);
    }
    draft.build()
}

fn list(owner: Panel, setting: Setting, chosen: Chosen, now: Chosen, before: Chosen) -> Result<Select, Limit> {
    let (title, all) = words(setting);
    let own = setting.way(chosen);
    let marked = if owner == Panel::Me { own } else { setting.way(now) };
    let line = |(way, (says, value)): (usize, (&&str, &&str))| {
        Ok(SelectLine::new(&format!("{title}: {says}"), "", *value)?.chosen(marked == Some(way)))
    };
    let mut picks: Vec<_> = all.iter().zip(setting.values()).enumerate().map(line).collect::<Result<_, Limit>>()?;
    if let (Panel::Me, Some(says)) = (owner, setting.way(before).and_then(|way| all.get(way))) {
        let as_the_server = SelectLine::new(&format!("{title}: {says}, as the server has it"), "", AS_THE_SERVER)?;
        picks.push(as_the_server.chosen(own.is_none()));
    }
    Select::new(Press::Setting(owner, setting).name()?, title, picks)
}

/// The name of a setting, and the words for its values.
const fn words(setting: Setting) -> (&'static str, &'static [&'static str]) {
    match setting {
        Setting::Boards => ("Boards", &["pictures", "text"]),
        Setting::Theme => ("Picture colours", &["light", "dark"]),
        Setting::Hands => ("Hands", &["by direct message", "by the My hand button only"]),
        Setting::Notices => {
            ("Turn notices", &["at once, races too", "after 15 seconds", "after 45 seconds", "after 3 minutes", "off"])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Notices;

    #[test]
    fn what_the_server_has_is_named_whatever_the_person_has() {
        let chosen = Chosen { notices: Some(Notices::Off), ..Chosen::default() };
        let before = Chosen { picture: Some(true), notices: Some(Notices::Usual), ..Chosen::default() };
        let sent = settings(Panel::Me, chosen, (chosen.or(before), before), false, None).unwrap().edit().to_string();
        assert!(sent.contains("Turn notices: after 45 seconds, as the server has it"), "{sent}");
    }

    #[test]
    fn each_value_has_words_and_is_marked_once_chosen() {
        for setting in Setting::ALL {
            let (title, all) = words(setting);
            assert_eq!(all.len(), setting.values().len(), "{title}");
            for (way, value) in setting.values().iter().enumerate() {
                let mut chosen = Chosen::default();
                setting.choose(&mut chosen, value);
                assert_eq!(setting.way(chosen), Some(way), "{title} {value}");
                setting.choose(&mut chosen, AS_THE_SERVER);
                assert_eq!(chosen, Chosen::default());
            }
        }
    }
}
