//! The embedded fonts: which one draws a character, and how wide what it draws comes out.

use std::sync::{Arc, LazyLock, OnceLock};

use harfrust::{GlyphBuffer, ShapeOptions, ShaperData, UnicodeBuffer};
use include_dir::{Dir, File, include_dir};
use resvg::usvg::{self, fontdb};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};

/// The preferred font family, for everything that it has a glyph for.
pub const FAMILY: &str = "Inter";

/// The fonts of the scripts that most names are in, the preferred first: a character is drawn by the first font that
/// has it. Sources and licences: `assets/fonts/`.
///
/// Signs have a font without letters because the renderer gives a whole text to another font if that font has all of
/// its characters: words with a suit sign in them would change their typeface and width.
static FIRST: [&[u8]; 9] = [
    include_bytes!("../fonts/Inter-Regular.otf"),
    include_bytes!("../fonts/Inter-Bold.otf"),
    include_bytes!("../fonts/UpcardSigns.ttf"),
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/NotoSansThai.ttf"),
    include_bytes!("../fonts/NotoSansDevanagari.ttf"),
    include_bytes!("../fonts/UpcardHangul.ttf"),
    include_bytes!("../fonts/DroidSansFallback.ttf"),
    include_bytes!("../fonts/NotoEmoji-Bold.ttf"),
];
/// The fonts of all other scripts.
static OTHERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fonts/noto");

const BOLD: usize = 1;

fn files() -> impl Iterator<Item = &'static [u8]> {
    FIRST.into_iter().chain(OTHERS.files().map(File::contents))
}

/// A font opened for measuring.
struct CardFace {
    font: FontRef<'static>,
    chars: Charmap<'static>,
    /// The name by which the SVG reader finds it.
    family: String,
    /// Made when the font first shapes a word: most never do.
    shaper: OnceLock<ShaperData>,
}

impl CardFace {
    fn open(data: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(data).ok()?;
        let called = |id| font.localized_strings(id).english_or_first().map(|name| name.to_string());
        let family = called(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| called(StringId::FAMILY_NAME))?;
        Some(Self { chars: font.charmap(), font, family, shaper: OnceLock::new() })
    }
}

impl CardFace {
    fn glyphs(&self, text: &str) -> GlyphBuffer {
        let data = self.shaper.get_or_init(|| ShaperData::new(&self.font));
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        data.shaper(&self.font).build().shape(buffer, ShapeOptions::new())
    }
}

static FACES: LazyLock<Vec<CardFace>> = LazyLock::new(|| files().filter_map(CardFace::open).collect());

/// The outlines of the preferred font, regular and bold.
static OUTLINES: LazyLock<Vec<OutlineGlyphCollection<'static>>> =
    LazyLock::new(|| FACES.iter().take(BOLD + 1).map(|face| face.font.outline_glyphs()).collect());

/// The fonts as the SVG reader wants them.
static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for data in files() {
        database.load_font_source(fontdb::Source::Binary(Arc::new(data)));
    }
    database.set_serif_family(FAMILY);
    database.set_sans_serif_family(FAMILY);
    Arc::new(database)
});

/// How SVG is read: with these fonts and no others. Made once, because it holds them.
pub static OPTIONS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| usvg::Options {
    fontdb: Arc::clone(&DATABASE),
    font_family: FAMILY.to_owned(),
    ..usvg::Options::default()
});

/// Which of the fonts draws a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Font(usize);

impl Font {
    /// Regular or bold: what nearly all words are drawn in.
    pub const PREFERRED: Self = Self(0);
    const SIGNS: Self = Self(2);
    /// The emoji font, which is bold as it is.
    const EMOJI: Self = Self(8);

    /// The first font that has all of a text.
    pub fn of(text: &str) -> Option<Self> {
        let has = |face: &CardFace| text.chars().all(|c| joins(c) || face.chars.map(c).is_some());
        let at = FACES.iter().position(has)?;
        Some(if at == BOLD { Self::PREFERRED } else { Self(at) })
    }

    /// The name by which the SVG reader finds it.
    pub fn family(self) -> &'static str {
        FACES.get(self.0).map_or(FAMILY, |face| &face.family)
    }

    /// Is each of its characters as wide beside others as it is alone?
    pub fn is_simple(self) -> bool {
        matches!(self, Self::PREFERRED | Self::SIGNS)
    }

    /// Does it have no bold characters, though text beside it may be bold?
    pub fn is_thin(self) -> bool {
        !self.is_simple() && self != Self::EMOJI
    }

    /// How wide a text is at size 1 whose letters change with their neighbours, and run one way.
    pub fn shaped(self, text: &str) -> f32 {
        let Some(face) = FACES.get(self.0) else { return 0.0 };
        let em = f32::from(face.font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        face.glyphs(text).glyph_positions().iter().map(|at| at.x_advance as f32).sum::<f32>() / em
    }

    /// Is a sign of several characters drawn as one? Emoji that the font does not join would stand in a row.
    pub fn joins(self, sign: &str) -> bool {
        let first = sign.chars().next().map_or(0, char::len_utf8);
        self != Self::EMOJI || sign.len() == first || self.shaped(sign) < 1.5 * self.shaped(&sign[..first])
    }
}

/// Characters that draw nothing by themselves: joiners and variation selectors.
const fn joins(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}')
}

/// Does some font have the character? What no font has cannot be drawn.
#[must_use]
pub fn draws(c: char) -> bool {
    FACES.iter().any(|face| face.chars.map(c).is_some())
}

/// The width at size 1 of a character of the preferred font or the one of signs, which have one width each.
pub(super) fn advance(c: char, bold: bool) -> Option<f32> {
    let order = if bold { [BOLD, 0, 2] } else { [0, BOLD, 2] };
    order.into_iter().filter_map(|at| FACES.get(at)).find_map(|face| {
        let glyph = face.chars.map(c)?;
        face.font.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(glyph)
    })
}

/// Draws one character in the preferred font, with the pen at its origin; `None` if that font lacks it.
pub(super) fn draw(c: char, size: f32, bold: bool, pen: &mut impl OutlinePen) -> Option<()> {
    let at = if bold { BOLD } else { 0 };
    let glyph = FACES.get(at)?.chars.map(c)?;
    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
    OUTLINES.get(at)?.get(glyph)?.draw(settings, pen).ok().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_is_read_and_found_by_its_name() {
        assert_eq!((FACES.len(), DATABASE.len()), (files().count(), files().count()));
        for (face, known) in FACES.iter().zip(DATABASE.faces()) {
            assert!(known.families.iter().any(|(name, _)| *name == face.family), "{} {known:?}", face.family);
        }
        let mut families: Vec<&str> = FACES.iter().map(|face| face.family.as_str()).collect();
        families.dedup();
        assert_eq!(families.len() + 1, FACES.len(), "only the preferred family has two faces: {families:?}");
    }

    #[test]
    fn words_keep_their_font_beside_signs() {
        let signs = &FACES[Font::SIGNS.0];
        for c in "♠♣♦".chars() {
            assert!(signs.chars.map(c).is_some(), "{c} has to come from the font of signs");
        }
        assert!((' '..='~').all(|c| signs.chars.map(c).is_none()), "the font of signs has letters");
    }

    #[test]
    fn q14_names_of_many_scripts_have_their_glyphs() {
        for c in "AzÉßЖ♠♥♦♣→−مשไयあ漢가🙂".chars() {
            assert!(draws(c), "no font draws {c}");
        }
        for name in crate::tests::SCRIPTS {
            let capitals = name.to_uppercase();
            for c in name.chars().chain(capitals.chars()).filter(|c| !joins(*c)) {
                assert!(draws(c), "no font draws {c} of {name}");
            }
            let font = Font::of(name).unwrap_or_else(|| panic!("no font draws all of {name}"));
            let missing = |glyph: &harfrust::GlyphInfo| glyph.glyph_id == 0;
            assert!(!FACES[font.0].glyphs(name).glyph_infos().iter().any(missing), "{name} has a box in it");
        }
    }
}
