//! The back, with the Upcard mark: a card that turns up out of a fold.

use super::at;

/// The drawing.
pub(super) fn svg() -> String {
    let mut lattice = String::new();
    for i in 0..9 {
        let x = -20 + 16 * i;
        lattice.push_str(&format!("M{x} 10L{} 130M{x} 130L{} 10", x + 60, x + 60));
    }
    let mark = r##"<path d="M-7-8V2A7 7 0 0 0 7 2V-8" fill="none" stroke="#f3e3b3" stroke-width="3.6" stroke-linecap="round"/><path d="M0 3.6V-8M-4-4.2L0-8.6L4-4.2" fill="none" stroke="#ffd166" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>"##;
    format!(
        r##"<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf6"/><rect x="7" y="7" width="86" height="126" rx="6" fill="#1f4e79"/>
<path d="{lattice}" clip-path="url(#inner)" fill="none" stroke="#4f86ba" stroke-width="1.6"/>
<circle cx="50" cy="70" r="24" fill="#163a5c" stroke="#ffd166" stroke-width="2.4"/>{}"##,
        at(50.0, 71.5, 1.35, mark)
    )
}
