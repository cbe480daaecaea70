//! Controls of a game as buttons and lists.

use crate::tables::{Snapshot, TableId, UserId, Window};
use engine::picture::CardFace;
use engine::{BUTTONS, Control, Does, Pick as Choice};

use super::super::press::{Press, number_of, value_of};
use super::super::ui::{
    Button, CustomId, Field, LINES, Limit, Message, MessageBuilder, Modal, Select, SelectLine, Style,
};

/// The most rows of buttons that choices are given.
const ROWS: usize = 5;

/// A message with its controls: with as many rows of buttons as a message can hold, with lists where there is no room for
/// buttons, or without either. Then its moves are typed.
pub fn pressable(draw: impl Fn(Option<usize>) -> Result<Message, Limit>) -> Result<Message, Limit> {
    (0..=ROWS).rev().find_map(|rows| fitting(draw(Some(rows)))).unwrap_or_else(|| draw(None))
}

/// Whatever came of it, unless controls were too much for it.
fn fitting(drawn: Result<Message, Limit>) -> Option<Result<Message, Limit>> {
    let too_much = matches!(drawn, Err(Limit::Components(_) | Limit::CustomId(_) | Limit::Twice(_)));
    (!too_much).then_some(drawn)
}

/// Where controls are drawn.
pub struct Draw<'a> {
    table: TableId,
    window: Window,
    path: &'a [usize],
    page: u8,
    rows: usize,
    /// It is a practice hand, not a table.
    practice: bool,
}

impl<'a> Draw<'a> {
    /// On the board, with so many rows of buttons for choices.
    #[must_use]
    pub const fn board(table: TableId, window: u32, rows: usize) -> Self {
        Self { table, window: Window::Board(window), path: &[], page: 0, rows, practice: false }
    }

    /// Beside a hand, `path` steps into a move, at this page of longer lists.
    #[must_use]
    pub const fn hand(table: TableId, window: u32, path: &'a [usize], page: u8, rows: usize) -> Self {
        Self { table, window: Window::Hand(window), path, page, rows, practice: false }
    }

    /// In a practice hand.
    #[must_use]
    pub const fn practice(id: TableId, window: u32, path: &'a [usize], page: u8, rows: usize) -> Self {
        Self { practice: true, ..Self::hand(id, window, path, page, rows) }
    }

    fn id(&self, press: Press) -> Result<CustomId, Limit> {
        if self.practice { Press::Practice(Box::new(press)).name() } else { press.name() }
    }

    /// Adds choices to the message and returns the other buttons, to be drawn with more.
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
        let rows = spread(controls, self.rows);
        // What the only choice is for, the prompt says.
        let named =
            !self.path.is_empty() || controls.iter().filter(|one| matches!(one, Control::Select { .. })).count() > 1;
        for (n, (control, per_row)) in controls.iter().zip(rows).enumerate() {
            let n = n as u8;
            match control {
                Control::Button { label, does, strong } => {
                    let style = if *strong { Style::Primary } else { Style::Secondary };
                    buttons.push(Button::new(label, self.id(self.press(does))?, style).card(CardFace::named_in(label)));
                }
                Control::Greyed { label } => {
                    buttons.push(Button::new(label, Press::Greyed(n).name()?, Style::Secondary).greyed());
                }
                Control::Form { label, .. } => {
                    let id = self.id(Press::Form(self.table, self.window, n))?;
                    buttons.push(Button::new(label, id, Style::Primary));
                }
                Control::Select { options, .. } if options.is_empty() => {}
                Control::Select { placeholder, options } => match per_row {
                    0 => {
                        draft = draft.select(self.select(n, placeholder, options)?);
                        longest = longest.max(options.len());
                    }
                    _ => {
                        let button = |pick: &Choice| {
                            let button = Button::new(&pick.button, self.id(self.press(&pick.does))?, Style::Secondary);
                            Ok(button.card(CardFace::named_in(&pick.button)))
                        };
                        let all = options.iter().map(button).collect::<Result<Vec<_>, Limit>>()?;
                        draft = draft.text(if named { format!("-# {placeholder}") } else { String::new() });
                        draft = draft.rows(all, per_row);
                    }
                },
            }
        }
        // All lists share one page number.
        buttons.extend(self.pages(longest)?);
        Ok((draft, buttons))
    }

    fn press(&self, does: &Does) -> Press {
        match does {
            Does::Step(step) => Press::Build(self.table, number_of(self.window), [self.path, &[*step]].concat()),
            Does::Path(steps) => Press::Build(self.table, number_of(self.window), steps.clone()),
            Does::Finish => Press::Finish(self.table, number_of(self.window), self.path.to_vec()),
            Does::Whole(steps) => Press::Finish(self.table, number_of(self.window), steps.clone()),
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
            .map(|choice| {
                let line = SelectLine::new(&choice.label, &choice.hint, value_of(&choice.does))?;
                Ok(line.card(CardFace::named_in(&choice.label)))
            })
            .collect::<Result<Vec<_>, Limit>>()?;
        let placeholder = match pages {
            1 => placeholder.to_owned(),
            _ => format!("{placeholder} ({}–{} of {})", page * LINES + 1, page * LINES + lines.len(), options.len()),
        };
        Select::new(self.list(n)?, &placeholder, lines)
    }

    fn list(&self, n: u8) -> Result<CustomId, Limit> {
        self.id(match self.window {
            Window::Hand(window) => Press::Pick(self.table, window, self.path.to_vec(), n),
            Window::Board(window) => Press::PickShared(self.table, window, n),
        })
    }

    /// Buttons to the neighbouring pages. Only hands have them: what the board offers fits.
    fn pages(&self, count: usize) -> Result<Vec<Button>, Limit> {
        let Window::Hand(window) = self.window else { return Ok(Vec::new()) };
        let last = (count.div_ceil(LINES).max(1) - 1).min(usize::from(u8::MAX)) as u8;
        let page = self.page.min(last);
        let to = |page: u8| self.id(Press::Page(self.table, window, self.path.to_vec(), page));
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

/// Of each control, how many of its buttons stand in a row; 0 for a list. Those with the shortest words come to rows first:
/// single cards before whole melds.
fn spread(controls: &[Control], mut rows: usize) -> Vec<usize> {
    let mut all = vec![0; controls.len()];
    let choices = controls.iter().enumerate().filter_map(|(at, control)| match control {
        Control::Select { options, .. } => Some((widest(options), at, options.len())),
        _ => None,
    });
    let mut choices: Vec<_> = choices.collect();
    choices.sort_unstable();
    for (wide, at, count) in choices {
        let per_row = match wide {
            // Four fit a phone.
            0..=14 if count <= 12 => 4,
            0..=14 => 5,
            15..=20 => 3,
            21..=32 => 2,
            _ => 1,
        };
        let takes = count.div_ceil(per_row);
        if takes <= rows.min(BUTTONS / 5) {
            rows -= takes;
            // Rows of one length.
            all[at] = count.div_ceil(takes.max(1));
        }
    }
    all
}

/// The characters of the longest button.
fn widest(options: &[Choice]) -> usize {
    options.iter().map(|pick| pick.button.chars().count()).max().unwrap_or_default()
}

/// The control by which a form is opened, on the board or at this person's hand, if it is still there.
#[must_use]
pub fn control_at(snapshot: &Snapshot, user: UserId, window: Window, n: u8) -> Option<Control> {
    let controls = match window {
        Window::Board(_) => snapshot.shared(),
        Window::Hand(_) => snapshot.hand_of(user)?.controls.clone(),
    };
    controls.into_iter().nth(usize::from(n))
}

/// The form that a control opens, if it opens one; it comes back under this name.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn control_form(press: &Press, control: &Control) -> Result<Option<Modal>, Limit> {
    let Control::Form { title, field, example, .. } = control else { return Ok(None) };
    Modal::new(press.name()?, title, [Field::new(field, 200)?.example(example)]).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(words: &[&str]) -> Control {
        let pick = |(n, word): (usize, &&str)| Choice::new(*word, "", Does::Path(vec![words.len(), n]));
        Control::Select { placeholder: "Pick".to_owned(), options: words.iter().enumerate().map(pick).collect() }
    }

    #[test]
    fn cards_stand_in_at_most_three_rows_of_one_length_and_more_are_a_list() {
        let row = |count: usize| spread(&[choice(&vec!["9♦"; count])], ROWS)[0];
        assert_eq!([2, 5, 6, 9, 10, 11, 12, 13, 15, 16, 40].map(row), [2, 3, 3, 3, 4, 4, 4, 5, 5, 0, 0]);
        assert_eq!(spread(&[choice(&["9♦"; 15])], 2), [0], "there is no room");
    }

    #[test]
    fn long_words_take_a_row_for_themselves_and_come_after_cards() {
        let (meld, way) = ("1KG 2SR 3CY 4AB", "4AB to meld 12 (1KG 2SR 3CY 4AR 4AY)");
        assert_eq!(spread(&[choice(&[meld; 9]), choice(&[way; 3]), choice(&[way; 4])], 9), [3, 1, 0]);
        let both = [choice(&[meld; 9]), Control::Greyed { label: "No".to_owned() }, choice(&["4AB"; 13])];
        assert_eq!(spread(&both, ROWS), [0, 0, 5], "the cards first");
        assert_eq!(spread(&both, 6), [3, 0, 5]);
    }

    #[test]
    fn each_choice_is_one_press_until_a_message_is_full() {
        let table = "k7f2".parse().expect("a table");
        let shown = |controls: &[Control], rows| {
            let (draft, buttons) = Draw::hand(table, 3, &[], 0, rows).controls(MessageBuilder::new(), controls)?;
            draft.buttons(buttons).build()
        };
        let cards = [choice(&["9♦", "K♣"])];
        let seen = pressable(|rows| shown(&cards, rows.unwrap_or_default())).expect("it fits").edit().to_string();
        assert!(seen.contains("\"9♦\"") && seen.contains(":3:2.0\"") && !seen.contains("Pick"), "{seen}");
        // Three of them have room; the first in the way of the limit becomes a list.
        let many = [choice(&["9♦"; 15]), choice(&["K♣ …"; 10]), choice(&["5♥"; 14]), choice(&["2♠ 3♠"; 9])];
        assert!(shown(&many, 12).is_err());
        let seen = pressable(|rows| shown(&many, rows.unwrap_or_default())).expect("it fits").edit().to_string();
        assert!(seen.contains("-# Pick") && seen.contains("\"placeholder\":\"Pick\""), "{seen}");
    }
}
