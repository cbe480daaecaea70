#!/usr/bin/env python3
"""The boards of benches/pictures.rs (gin, and Pegs with eight sides) composed with Pillow from ready-made images, to compare with.

Run by hand:  pip install pillow;  python3 benches/pictures.py
The images of cards and pegs, and the empty ring, are made beforehand and not timed; what is timed is what a bot would do for each move: paste the cards, write
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


SIDES = ("#c43d2b", "#1f6fc4", "#8f5f08", "#7a4fc0", "#1d7a48", "#b8327f", "#17717d", "#63666f")
# The 144 holes stand evenly along the edge of a rectangle, eighteen to a side of the game.
LEFT, TOP, RIGHT, BOTTOM = 46, 200, 754, 980


def hole(n):
    wide, high = RIGHT - LEFT, BOTTOM - TOP
    at = n / 144 * 2 * (wide + high)
    if at < wide:
        return LEFT + at, TOP
    if at < wide + high:
        return RIGHT, TOP + at - wide
    if at < 2 * wide + high:
        return RIGHT - (at - wide - high), BOTTOM
    return LEFT, BOTTOM - (at - 2 * wide - high)


def ring():
    image = Image.new("RGB", (1200, round(1020 * SCALE)), FELT)
    draw = ImageDraw.Draw(image)
    for n in range(144):
        x, y = hole(n)
        draw.ellipse(box(x - 4, y - 4, x + 4, y + 4), fill="#0e241d")
    return image


def peg(color):
    image = Image.new("RGBA", box(20, 20))
    ImageDraw.Draw(image).ellipse(box(1, 1, 18, 18), fill=color, outline="white", width=2)
    return image


RING = ring()
PEGS = [peg(color) for color in SIDES]


def compose_pegs():
    image = RING.copy()
    draw = ImageDraw.Draw(image)

    def write(x, y, size, bold, fill, words, anchor="ls"):
        draw.text(box(x, y), words, font=FACES[size, bold], fill=fill, anchor=anchor)

    write(24, 42, 24, True, TEXT, "Pegs and Jokers · Arizona")
    write(24, 66, 17, False, MUTED, "103 cards in the pile")
    for i in range(2):
        x = 24 + 381 * i
        draw.rounded_rectangle(box(x, 88, x + 371, 150), radius=18, outline="#4b7c6b", width=2)
        write(x + 14, 114, 17, True, TEXT, f"Team {i + 1}")
        write(x + 357, 114, 17, True, TEXT, "3 of 20 home", "rs")
        write(x + 14, 138, 14, False, MUTED, "Ada, Cyd, Eli and Gil")
    for n in range(0, 144, 5):
        x, y = hole(n)
        write(x, y - 12, 13, False, MUTED, f"{'ABCDEFGH'[n // 18]}{n % 18}", "ms")
    for side in range(8):
        x, y = hole(18 * side + 9)
        x, y = min(max(x, LEFT + 70), RIGHT - 70), min(max(y, TOP + 60), BOTTOM - 60)
        draw.rounded_rectangle(box(x - 60, y - 16, x + 60, y + 12), radius=12, fill=PANEL)
        write(x, y + 4, 16, True, TEXT, f"{'ABCDEFGH'[side]} player", "ms")
        for n in range(5):
            x, y = hole(18 * side + 3 * n)
            image.paste(PEGS[side], box(x - 10, y - 10), PEGS[side])
            write(x, y, 13, True, "white", str(n + 1), "mm")
    for i in range(2):
        image.paste(BOARD[i], box(302 + 122 * i, 480), BOARD[i])
    for i, words in enumerate(("Ada to play a card.", "Ben played 9: b2 C17 to D8,", "d4 pushed to D3.")):
        write(400, 640 + 26 * i, 17, False, TEXT, words, "ms")
    draw.line(box(120, 330, 250, 400, 430, 390, 600, 310), fill=TURN, width=6)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.tell()


def measure(what, compose):
    size = compose()
    times = []
    for _ in range(30):
        began = time.perf_counter()
        compose()
        times.append((time.perf_counter() - began) * 1000)
    print(f"Pillow, {what} at 1200 px: median {statistics.median(times):.2f} ms, worst {max(times):.2f} ms, {size / 1024:.1f} KB")


if __name__ == "__main__":
    measure("gin board", compose)
    measure("pegs board, eight sides", compose_pegs)
