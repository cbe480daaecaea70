//! The panel of `/settings`: what is in force, and a list for changing each setting.

use crate::store::Chosen;

use super::super::preferences::InForce;
use super::super::press::{AS_THE_SERVER, Panel, Press, Setting};
use super::super::ui::{Limit, Message, MessageBuilder, Select, SelectLine};
use super::PLAIN;

/// The settings of somebody who has chosen `chosen`: in force with it is `now`, and without it `before`. `saved`:
/// they have just changed something. `standing`: what else holds on a server.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn settings(
    owner: Panel,
    chosen: Chosen,
    (now, before): (InForce, InForce),
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

fn list(owner: Panel, setting: Setting, mut chosen: Chosen, now: InForce, before: InForce) -> Result<Select, Limit> {
    let (title, _) = words(setting, true);
    let own = *setting.of(&mut chosen);
    let is_marked = |way: bool| match owner {
        Panel::Me => own == Some(way),
        Panel::Server => setting.holds(now) == way,
    };
    let line = |way: bool| {
        let (title, says) = words(setting, way);
        Ok(SelectLine::new(&format!("{title}: {says}"), "", setting.value(way))?.chosen(is_marked(way)))
    };
    let mut picks = vec![line(true)?, line(false)?];
    if owner == Panel::Me {
        let (title, says) = words(setting, setting.holds(before));
        let as_the_server = SelectLine::new(&format!("{title}: {says}, as the server has it"), "", AS_THE_SERVER)?;
        picks.push(as_the_server.chosen(own.is_none()));
    }
    Select::new(Press::Setting(owner, setting).name()?, title, picks)
}

/// The name of a setting, and the words for its value.
const fn words(setting: Setting, way: bool) -> (&'static str, &'static str) {
    match (setting, way) {
        (Setting::Boards, true) => ("Boards", "pictures"),
        (Setting::Boards, false) => ("Boards", "text"),
        (Setting::Theme, true) => ("Picture colours", "light"),
        (Setting::Theme, false) => ("Picture colours", "dark"),
        (Setting::Hands, true) => ("Hands", "by direct message"),
        (Setting::Hands, false) => ("Hands", "by the My hand button only"),
        (Setting::Notices, true) => ("Turn notices", "on"),
        (Setting::Notices, false) => ("Turn notices", "off"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_has_is_named_whatever_the_person_has() {
        let chosen = Chosen { notices: Some(false), ..Chosen::default() };
        let before = InForce { picture: true, light: false, direct: true, notices: true };
        let now = InForce { notices: false, ..before };
        let sent = settings(Panel::Me, chosen, (now, before), false, None).unwrap().edit().to_string();
        assert!(sent.contains("Turn notices: on, as the server has it"), "{sent}");
    }
}
