#!/usr/bin/env python3
"""Prints whose the fonts in crates/render/fonts are: what each file says of itself (its `name` table), then the licences beside them."""

import pathlib
import struct
import sys

COPYRIGHT, FULL_NAME, LICENCE = 0, 4, 13


def names(font: bytes) -> dict[int, str]:
    """The English names of a font, by their number."""
    count = struct.unpack_from(">H", font, 4)[0]
    tables = (struct.unpack_from(">4sIII", font, 12 + 16 * i) for i in range(count))
    at = next(offset for tag, _, offset, _ in tables if tag == b"name")
    _, count, strings = struct.unpack_from(">HHH", font, at)
    found = {}
    for i in range(count):
        platform, _, language, name, length, offset = struct.unpack_from(">6H", font, at + 6 + 12 * i)
        text = font[at + strings + offset :][:length]
        if platform == 3 and language == 0x409:
            found[name] = text.decode("utf-16-be")
        elif platform == 1 and language == 0:
            found.setdefault(name, text.decode("mac-roman"))
    return found


folder = pathlib.Path("crates/render/fonts")
for file in sorted(f for f in folder.rglob("*") if f.suffix in (".otf", ".ttf")):
    said = names(file.read_bytes())
    if not said.get(COPYRIGHT):
        sys.exit(f"{file} does not say whose it is")
    print(f"{said.get(FULL_NAME, file.stem)} ({file.relative_to(folder)})")
    print(f"    {' '.join(said[COPYRIGHT].split())}")
    if LICENCE in said:
        print(f"    {' '.join(said[LICENCE].split())}")
print(f"\nFrom {folder / 'README.md'}:\n")
print((folder / "README.md").read_text().strip())
for file in sorted(folder.rglob("*.txt")):
    print(f"\n{'=' * 80}\n{file.relative_to(folder)}\n\n{file.read_text().strip()}")
