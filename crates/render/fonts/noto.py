"""Makes noto/: for each script the regular face of Noto, without hinting and without what Inter draws.

Needs Debian's fonts-noto-core (20201225-1) and fonttools: pip install fonttools; python crates/render/fonts/noto.py
"""

import pathlib
import re
import subprocess

from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).parent
NOTO = pathlib.Path("/usr/share/fonts/truetype/noto")
# Plain Latin, styles of scripts that are there already, and two that are larger than all others.
SKIP = re.compile(r"|Display|Mono|.*UI|Devanagari|Thai|Tifinagh.+|AdlamUnjoined|TamilSlanted|SignWriting|Tangut")


def chars(path):
    return set(TTFont(path).getBestCmap())


inter = chars(HERE / "Inter-Regular.otf")
sans = {path.name[8:-12] for path in NOTO.glob("NotoSans*-Regular.ttf")}
for path in sorted(NOTO.glob("Noto*-Regular.ttf")):
    kind, script = re.fullmatch(r"Noto(Sans|Serif|Music|[A-Z][a-z]+)(.*)-Regular.ttf", path.name).groups()
    if kind not in ("Sans", "Serif", "Music") or kind == "Serif" and script in sans:
        continue
    if kind != "Music" and SKIP.fullmatch(script):
        continue
    # Letters of formulas are written as plain ones. The circle that marks hang on and the joiners shape syllables.
    wanted = {c for c in chars(path) - inter if c > 0x7E and not 0x1D400 <= c <= 0x1D7FF and not 0x1EE00 <= c <= 0x1EEFF}
    wanted |= chars(path) & {0x25CC, 0x200C, 0x200D}
    subprocess.run(
        ["pyftsubset", path, "--unicodes=" + ",".join(f"{c:x}" for c in sorted(wanted)), "--layout-features=*"]
        + ["--no-hinting", "--name-IDs=*", "--notdef-outline", f"--output-file={HERE}/noto/Noto{kind}{script}.ttf"],
        check=True,
    )
