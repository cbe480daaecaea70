//! Messages of components.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use super::Limit;
use super::button::{Button, CustomId};
use super::select::Select;
use super::text::{cut, cut_at_line, units};
use crate::discord::picture_pool::File;
use engine::picture::Screen;
use render::Theme;

/// Flag of a message that only one person sees.
pub const EPHEMERAL: u64 = 1 << 6;

/// Who sees the answer to an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    Everybody,
    /// The person who caused it, and nobody else: the message is ephemeral.
    Caller,
}

impl Audience {
    /// The flag of such a message.
    #[must_use]
    pub const fn flag(self) -> u64 {
        match self {
            Self::Everybody => 0,
            Self::Caller => EPHEMERAL,
        }
    }
}
/// Flag of a reply that is only promised so far ("thinking").
pub const LOADING: u64 = 1 << 7;
/// Flag of a message made of components, without content or embeds.
const COMPONENTS: u64 = 1 << 15;
/// Discord's flag for new messages that make no sound.
const SILENT: u64 = 1 << 12;
/// The most text that all of a message may hold together.
pub const TEXT: usize = 4000;
/// The most components of a message, nested ones included.
const COUNT: usize = 40;

/// A message being written: blocks stacked in one frame.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MessageBuilder {
    accent: Option<u32>,
    blocks: Vec<Block>,
    mentions: Vec<u64>,
}

/// A picture in a message. It is drawn when the message is sent.
#[derive(Clone)]
pub struct Art {
    /// What it shows.
    pub screen: Arc<Screen>,
    /// In which colours.
    pub theme: Theme,
    /// Once it was drawn: others may have to wait before they can be sent, and none is drawn twice.
    file: Arc<OnceLock<File>>,
}

impl PartialEq for Art {
    fn eq(&self, other: &Self) -> bool {
        (&self.screen, self.theme) == (&other.screen, other.theme)
    }
}

impl fmt::Debug for Art {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Art").field("screen", &self.screen).field("theme", &self.theme).finish_non_exhaustive()
    }
}

impl Art {
    /// A picture that is not drawn yet.
    #[must_use]
    pub fn new(screen: Arc<Screen>, theme: Theme) -> Self {
        Self { screen, theme, file: Arc::default() }
    }

    /// The drawn picture, if there is one.
    pub(in crate::discord) fn file(&self) -> Option<File> {
        self.file.get().cloned()
    }

    /// It is drawn.
    pub(in crate::discord) fn keep(&self, file: File) {
        let _ = self.file.set(file);
    }

    /// The name of its file.
    pub const FILE: &'static str = "table.png";
    /// The most characters of a description.
    const SPOKEN: usize = 1024;

    /// Alt text, for those who do not see the picture.
    fn description(&self) -> String {
        cut(&self.screen.alt, Self::SPOKEN)
    }
}

/// A file to keep, beside the words of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attached {
    /// Letters, digits, `-`, `_` and a dot.
    pub name: String,
    pub bytes: File,
}

#[derive(Clone, PartialEq, Debug)]
enum Block {
    Picture(Art),
    File(Attached),
    Text { content: String, may_cut: bool },
    Code(String),
    Row(Vec<Button>),
    Select(Select),
}

impl MessageBuilder {
    /// An empty message.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The colour of the frame's edge, `0xRRGGBB`; higher bits are ignored.
    #[must_use]
    pub fn accent(mut self, colour: u32) -> Self {
        self.accent = Some(colour & 0x00ff_ffff);
        self
    }

    /// Text that must not be cut. Empty text is left out.
    #[must_use]
    pub fn text(self, content: impl Into<String>) -> Self {
        self.block(Block::Text { content: content.into(), may_cut: false })
    }

    /// Text that may lose lines from its end if the message would be too long. Empty text is left out.
    #[must_use]
    pub fn text_cut(self, content: impl Into<String>) -> Self {
        self.block(Block::Text { content: content.into(), may_cut: true })
    }

    /// A monospaced block, which may lose lines from its end. An empty one is left out.
    #[must_use]
    pub fn code(self, content: &str) -> Self {
        self.block(Block::Code(content.replace("```", "'''")))
    }

    /// A picture. A message has at most one.
    #[must_use]
    pub fn picture(self, art: Art) -> Self {
        self.block(Block::Picture(art))
    }

    /// A file to keep. A message has at most one, and no picture then.
    #[must_use]
    pub fn file(self, file: Attached) -> Self {
        self.block(Block::File(file))
    }

    /// Buttons side by side, five to a row; no buttons, no row.
    #[must_use]
    pub fn buttons(self, buttons: impl IntoIterator<Item = Button>) -> Self {
        self.rows(buttons, 5)
    }

    /// Buttons side by side, so many to a row, but no more than five.
    #[must_use]
    pub fn rows(mut self, buttons: impl IntoIterator<Item = Button>, per_row: usize) -> Self {
        let all: Vec<Button> = buttons.into_iter().collect();
        self.blocks.extend(all.chunks(per_row.clamp(1, 5)).map(|row| Block::Row(row.to_vec())));
        self
    }

    /// A list to pick one item from.
    #[must_use]
    pub fn select(self, select: Select) -> Self {
        self.block(Block::Select(select))
    }

    /// Lets the message ping this person. Nobody else, and no role, is ever pinged.
    #[must_use]
    pub fn mention(mut self, user: u64) -> Self {
        if !self.mentions.contains(&user) {
            self.mentions.push(user);
        }
        self
    }

    fn block(mut self, block: Block) -> Self {
        let empty = match &block {
            Block::Text { content, .. } | Block::Code(content) => content.trim().is_empty(),
            _ => false,
        };
        if !empty {
            self.blocks.push(block);
        }
        self
    }

    /// The finished message.
    ///
    /// # Errors
    /// The limit it breaks.
    pub fn build(mut self) -> Result<Message, Limit> {
        if self.mentions.len() > 100 {
            return Err(Limit::Mentions(self.mentions.len()));
        }
        self.check_ids()?;
        let count = 1 + self.blocks.iter().map(Block::count).sum::<usize>();
        if self.blocks.is_empty() || count > COUNT {
            return Err(Limit::Components(if self.blocks.is_empty() { 0 } else { count }));
        }
        self.fit_text()?;
        let mut frame = json!({"type": 17, "components": self.blocks.iter().map(Block::json).collect::<Vec<_>>()});
        if let Some(accent) = self.accent {
            frame["accent_color"] = accent.into();
        }
        let people: Vec<String> = self.mentions.iter().map(ToString::to_string).collect();
        let (mut art, mut file) = (None, None);
        for block in self.blocks {
            let has_one = art.is_some() || file.is_some();
            match block {
                Block::Picture(_) | Block::File(_) if has_one => return Err(Limit::Pictures),
                Block::Picture(one) => art = Some(one),
                Block::File(one) => file = Some(one),
                _ => {}
            }
        }
        let mentions = json!({"parse": [], "users": people});
        Ok(Message { components: json!([frame]), mentions, art, file, otherwise: None, is_silent: false })
    }

    fn check_ids(&self) -> Result<(), Limit> {
        let mut seen: HashSet<&CustomId> = HashSet::new();
        for block in &self.blocks {
            let ids: Vec<&CustomId> = match block {
                Block::Row(buttons) => {
                    buttons.iter().try_for_each(Button::check)?;
                    buttons.iter().map(Button::id).collect()
                }
                Block::Select(select) => vec![select.id()],
                _ => Vec::new(),
            };
            if let Some(twice) = ids.into_iter().find(|id| !seen.insert(id)) {
                return Err(Limit::Twice(twice.as_str().to_owned()));
            }
        }
        Ok(())
    }

    /// Cuts the blocks that may be cut, the last one first, until all text fits.
    fn fit_text(&mut self) -> Result<(), Limit> {
        let mut total: usize = self.blocks.iter().map(Block::units).sum();
        for block in self.blocks.iter_mut().rev() {
            if total <= TEXT {
                break;
            }
            let before = block.units();
            // A block that is cut keeps at least this much, so that it still says something.
            block.cut(before.saturating_sub(total - TEXT).max(80));
            total = total - before + block.units();
        }
        if total > TEXT { Err(Limit::Text(total)) } else { Ok(()) }
    }
}

impl Block {
    /// How many components it counts as, nested ones included.
    fn count(&self) -> usize {
        match self {
            Self::Row(buttons) => 1 + buttons.len(),
            Self::Select(_) | Self::Picture(_) => 2,
            _ => 1,
        }
    }

    fn units(&self) -> usize {
        match self {
            Self::Text { content, .. } => units(content),
            Self::Code(content) => units(content) + FENCES,
            _ => 0,
        }
    }

    fn cut(&mut self, limit: usize) {
        match self {
            Self::Text { content, may_cut: true } => *content = cut_at_line(content, limit),
            Self::Code(content) => *content = cut_at_line(content, limit.saturating_sub(FENCES)),
            _ => {}
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Text { content, .. } => json!({"type": 10, "content": content}),
            Self::Code(content) => json!({"type": 10, "content": format!("```\n{content}\n```")}),
            Self::Picture(art) => {
                let media = json!({"url": format!("attachment://{}", Art::FILE)});
                json!({"type": 12, "items": [{"media": media, "description": art.description()}]})
            }
            Self::File(file) => json!({"type": 13, "file": {"url": format!("attachment://{}", file.name)}}),
            Self::Row(buttons) => {
                json!({"type": 1, "components": buttons.iter().map(Button::json).collect::<Vec<_>>()})
            }
            Self::Select(select) => json!({"type": 1, "components": [select.json()]}),
        }
    }
}

/// Two code fences with their line breaks.
const FENCES: usize = 8;

/// A message within every limit.
#[derive(Clone, PartialEq, Debug)]
pub struct Message {
    components: Value,
    mentions: Value,
    art: Option<Art>,
    file: Option<Attached>,
    otherwise: Option<Box<Message>>,
    is_silent: bool,
}

impl Message {
    /// The picture to upload beside it.
    #[must_use]
    pub const fn art(&self) -> Option<&Art> {
        self.art.as_ref()
    }

    /// The file to upload beside it.
    #[must_use]
    pub const fn file(&self) -> Option<&Attached> {
        self.file.as_ref()
    }

    /// Nobody hears it come in a channel: those whom it mentions see so without a sound.
    #[must_use]
    pub fn silent(self) -> Self {
        Self { is_silent: true, ..self }
    }

    /// Sets the message that is sent instead if the picture cannot be.
    #[must_use]
    pub fn otherwise(self, plain: Self) -> Self {
        Self { otherwise: Some(Box::new(plain)), ..self }
    }

    /// The message to send if the picture cannot be drawn or uploaded.
    #[must_use]
    pub fn plain(&self) -> &Self {
        self.otherwise.as_deref().unwrap_or(self)
    }

    /// The body that creates it in a channel. However often the request is repeated within a few minutes, the same
    /// `nonce` (at most 25 characters) creates it only once.
    #[must_use]
    pub fn create(&self, nonce: &str) -> Value {
        let mut body = self.body(if self.is_silent { COMPONENTS | SILENT } else { COMPONENTS });
        body["nonce"] = nonce.into();
        body["enforce_nonce"] = true.into();
        body
    }

    /// The body that edits an existing message into this one.
    #[must_use]
    pub fn edit(&self) -> Value {
        self.body(COMPONENTS)
    }

    /// The body of a follow-up, or the data of an interaction's response.
    #[must_use]
    pub fn reply(&self, to: Audience) -> Value {
        self.body(COMPONENTS | to.flag())
    }

    fn body(&self, flags: u64) -> Value {
        // An empty list removes the picture that the message had before.
        let files: Vec<Value> = self
            .art
            .iter()
            .map(|art| json!({"id": 0, "filename": Art::FILE, "description": art.description()}))
            .chain(self.file.iter().map(|file| json!({"id": 0, "filename": file.name})))
            .collect();
        json!({
            "flags": flags, "components": self.components, "allowed_mentions": self.mentions, "attachments": files,
        })
    }
}
