#!/usr/bin/env python3
"""The gin board of benches/pictures.rs composed with Pillow from ready-made card images, to compare with.

Run by hand:  pip install pillow;  python3 benches/pictures.py
The card images are made beforehand and not timed; what is timed is what a bot would do for each move: paste the cards, write
the words, write the PNG file.
"""

import io
import statistics
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parent.parent / "assets" / "fonts"
SCALE = 1.5
FELT, PANEL, TEXT, MUTED, TURN = "#16352c", "#21493d", "#f6f3e8", "#bcd0c6", "#ffd166"


def font(size, bold=False):
    return ImageFont.truetype(str(FONTS / ("Inter-Bold.otf" if bold else "Inter-Regular.otf")), round(size * SCALE))


def card(rank, suit, color, width):
    """A ready-made card image with soft corners."""
    w, h = round(width * SCALE), round(width * 1.4 * SCALE)
    image = Image.new("RGBA", (w, h))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, w - 1, h - 1), radius=w // 11, fill="#fffdf6", outline="#6f7a72", width=2)
    draw.text((w * 0.23, h * 0.2), rank, font=font(width * 0.46, True), fill=color, anchor="mm")
    draw.ellipse((w * 0.45, h * 0.55, w * 0.95, h * 0.9), fill=color)
    return image


BOARD = [card(str(n), "", "#c8232c", 72) for n in range(2, 7)]
HAND = [card(str(n), "", "#1660bf", 84) for n in range(2, 13)]
FACES = {(size, bold): font(size, bold) for size in (13, 14, 15, 16, 17, 18, 22, 24) for bold in (False, True)}


def box(*units):
    return tuple(round(u * SCALE) for u in units)


def compose():
    image = Image.new("RGB", (1200, round(600 * SCALE)), FELT)
    draw = ImageDraw.Draw(image)

    def write(x, y, size, bold, fill, words, anchor="ls"):
        draw.text(box(x, y), words, font=FACES[size, bold], fill=fill, anchor=anchor)

    write(24, 42, 24, True, TEXT, "Gin Rummy · Oklahoma")
    write(24, 66, 17, False, MUTED, "hand 1 · to 150 · knock with 7 or less")
    for i, name in enumerate(("Ada", "Ben")):
        x = 24 + 381 * i
        draw.rounded_rectangle(box(x, 80, x + 371, 148), radius=18, fill=PANEL, outline=TURN if i else None, width=4)
        draw.ellipse(box(x + 12, 93, x + 54, 135), fill="#c43d2b")
        write(x + 33, 120, 17, True, "white", name[0], "ms")
        write(x + 64, 110, 18, True, TEXT, name)
        write(x + 64, 133, 14, False, MUTED, "dealer · 10 cards")
        write(x + 359, 111, 22, True, TEXT, "0", "rs")
    for i, label in enumerate(("Stock", "Turned", "Discards")):
        write(250 + 130 * i, 190, 16, True, TEXT, label, "ms")
        image.paste(BOARD[i], box(214 + 130 * i, 200), BOARD[i])
        write(250 + 130 * i, 320, 15, False, MUTED, "22 left", "ms")
    draw.rounded_rectangle(box(12, 350, 788, 580), radius=21, fill=PANEL)
    for i, picture in enumerate(HAND):
        image.paste(picture, box(120 + 38 * i, 390), picture)
    write(24, 560, 16, False, MUTED, "unmatched 24, or 15 after discarding K♣")
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.tell()


def main():
    size = compose()
    times = []
    for _ in range(30):
        began = time.perf_counter()
        compose()
        times.append((time.perf_counter() - began) * 1000)
    print(f"Pillow, gin board at 1200 px: median {statistics.median(times):.2f} ms, worst {max(times):.2f} ms, {size / 1024:.1f} KB")


if __name__ == "__main__":
    main()
