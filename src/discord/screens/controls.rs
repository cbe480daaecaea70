//! Controls of a game as buttons and lists.

use crate::tables::{Snapshot, TableId, UserId, Window};
use engine::{Control, Does, Pick as Choice};

use super::super::press::{Press, value_of};
use super::super::ui::{Button, CustomId, LINES, Limit, Message, MessageBuilder, Select, SelectLine, Style};

/// A message with its controls, or without them if they are more than a message can hold: then its moves are typed.
pub fn pressable(draw: impl Fn(bool) -> Result<Message, Limit>) -> Result<Message, Limit> {
    let whole = draw(true);
    let too_much = matches!(whole, Err(Limit::Components(_) | Limit::CustomId(_)));
    if too_much { draw(false) } else { whole }
}

/// Where controls are drawn.
pub struct Draw<'a> {
    table: TableId,
    window: Window,
    path: &'a [usize],
    page: u8,
}

impl<'a> Draw<'a> {
    /// On the board.
    #[must_use]
    pub const fn board(table: TableId, window: u32) -> Self {
        Self { table, window: Window::Board(window), path: &[], page: 0 }
    }

    /// Beside a hand, `path` steps into a move, at this page of longer lists.
    #[must_use]
    pub const fn hand(table: TableId, window: u32, path: &'a [usize], page: u8) -> Self {
        Self { table, window: Window::Hand(window), path, page }
    }

    fn number(&self) -> u32 {
        match self.window {
            Window::Board(n) | Window::Hand(n) => n,
        }
    }

    /// Adds lists to the message and returns the buttons, to be drawn with others.
    ///
    /// # Errors
    /// If one of Discord's limits is exceeded.
    pub fn controls(
        &self,
        mut draft: MessageBuilder,
        controls: &[Control],
    ) -> Result<(MessageBuilder, Vec<Button>), Limit> {
        let mut buttons = Vec::new();
        let mut longest = 0;
        for (n, control) in controls.iter().enumerate() {
            let n = n as u8;
            match control {
                Control::Button { label, does, strong } => {
                    let style = if *strong { Style::Primary } else { Style::Secondary };
                    buttons.push(Button::new(label, self.press(does).name()?, style));
                }
                Control::Greyed { label } => {
                    buttons.push(Button::new(label, Press::Greyed(n).name()?, Style::Secondary).greyed());
                }
                Control::Form { label, .. } => {
                    let id = Press::Form(self.table, self.window, n).name()?;
                    buttons.push(Button::new(label, id, Style::Primary));
                }
                Control::Select { options, .. } if options.is_empty() => {}
                Control::Select { placeholder, options } => {
                    draft = draft.select(self.select(n, placeholder, options)?);
                    longest = longest.max(options.len());
                }
            }
        }
        // All lists share one page number.
        buttons.extend(self.pages(longest)?);
        Ok((draft, buttons))
    }

    fn press(&self, does: &Does) -> Press {
        match does {
            Does::Step(step) => Press::Build(self.table, self.number(), [self.path, &[*step]].concat()),
            Does::Path(steps) => Press::Build(self.table, self.number(), steps.clone()),
            Does::Finish => Press::Finish(self.table, self.number(), self.path.to_vec()),
            Does::Whole(steps) => Press::Finish(self.table, self.number(), steps.clone()),
            Does::Say(text) => Press::Play(self.table, self.window, text.clone()),
        }
    }

    fn select(&self, n: u8, placeholder: &str, options: &[Choice]) -> Result<Select, Limit> {
        let pages = options.chunks(LINES).count();
        let page = usize::from(self.page).min(pages - 1);
        let lines = options
            .iter()
            .skip(page * LINES)
            .take(LINES)
            .map(|choice| SelectLine::new(&choice.label, &choice.hint, value_of(&choice.does)))
            .collect::<Result<Vec<_>, _>>()?;
        let placeholder = match pages {
            1 => placeholder.to_owned(),
            _ => format!("{placeholder} ({}–{} of {})", page * LINES + 1, page * LINES + lines.len(), options.len()),
        };
        Select::new(self.list(n)?, &placeholder, lines)
    }

    fn list(&self, n: u8) -> Result<CustomId, Limit> {
        match self.window {
            Window::Hand(window) => Press::Pick(self.table, window, self.path.to_vec(), n),
            Window::Board(window) => Press::PickShared(self.table, window, n),
        }
        .name()
    }

    /// Buttons to the neighbouring pages. Only hands have them: what the board offers fits.
    fn pages(&self, count: usize) -> Result<Vec<Button>, Limit> {
        let Window::Hand(window) = self.window else { return Ok(Vec::new()) };
        let last = (count.div_ceil(LINES).max(1) - 1).min(usize::from(u8::MAX)) as u8;
        let page = self.page.min(last);
        let to = |page: u8| Press::Page(self.table, window, self.path.to_vec(), page).name();
        let mut buttons = Vec::new();
        if page > 0 {
            buttons.push(Button::new("◀ Earlier", to(page - 1)?, Style::Secondary));
        }
        if page < last {
            buttons.push(Button::new("More ▶", to(page + 1)?, Style::Secondary));
        }
        Ok(buttons)
    }
}

/// The form behind a button of the board or of this person's hand, if it is still there.
#[must_use]
pub fn control_form(snapshot: &Snapshot, user: UserId, window: Window, n: u8) -> Option<Control> {
    let controls = match window {
        Window::Board(_) => snapshot.shared(),
        Window::Hand(_) => snapshot.hand_of(user)?.controls.clone(),
    };
    controls.into_iter().nth(usize::from(n)).filter(|control| matches!(control, Control::Form { .. }))
}
