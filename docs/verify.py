#!/usr/bin/env python3
"""Checks a deal of Upcard: what was committed to, what the players added, every pack, and that the record is whole.

Written from proof.md, which has the bytes. It needs nothing but Python, and knows no rules: that each move is legal
is for `upcard verify` to say.

    verify.py FILE... [--commitment HEX] [--digest HEX] [--root HEX]

HEX is what the table posted, or the beginning of it. Says a line about each file; ends with 1 if one was refused.
"""
import argparse
import hashlib
import hmac
import json
import struct
import sys


# drand's chain quicknet.
CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"


class Refused(Exception):
    """What is wrong with a file."""


def need(right, wrong):
    if not right:
        raise Refused(wrong)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def keyed(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def commitment(table, rules_rev, secret):
    code = table.encode()
    return sha256(bytes([1, len(code)]), code, struct.pack(">H", rules_rev), secret)


def seed_of(secret, entropy):
    items = [item.encode() for item in entropy]
    return keyed(secret, *(struct.pack(">H", len(item)) + item for item in items))


def quarter(s, a, b, c, d):
    for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        mixed = s[z] ^ s[x]
        s[z] = (mixed << turn | mixed >> (32 - turn)) & 0xFFFFFFFF


def words(seed, stream):
    """The words of ChaCha20 with this key, without end."""
    key, block = struct.unpack("<8I", seed), 0
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *key, block & 0xFFFFFFFF, block >> 32, stream, 0]
        s = start[:]
        for _ in range(10):
            for column in range(4):
                quarter(s, column, 4 + column, 8 + column, 12 + column)
            for diagonal in range(4):
                at = [4 * row + (diagonal + row) % 4 for row in range(4)]
                quarter(s, *at)
        for mixed, first in zip(s, start):
            yield (mixed + first) & 0xFFFFFFFF
        block += 1


def below(chance, n):
    need(n > 0, "a number below 0 was drawn")
    while True:
        wide = next(chance) * n
        if wide & 0xFFFFFFFF >= 2**32 % n:
            return wide >> 32


def shuffled(chance, things):
    things = list(things)
    for last in range(len(things) - 1, 0, -1):
        at = below(chance, last + 1)
        things[at], things[last] = things[last], things[at]
    return things


def fresh(game, options, seats):
    suits, ranks = "SHDC", "A23456789TJQK"
    french = [rank + suit for suit in suits for rank in ranks]
    if game in ("gin-rummy", "brain-drain"):
        return french
    if game == "crazy-eights":
        return french + ["XR", "XB"][: options["jokers"]]
    if game == "pegs-and-jokers":
        packs = {"2": 2, "3": 3, "4": 4, "auto": 4 if seats == 8 else 3}
        return (french + ["XB", "XR"]) * packs[options["decks"]]
    if game == "klaberjass":
        return [rank + suit for suit in suits for rank in "789TJQKA"]
    if game == "key-of-the-door":
        return [rank + suit for suit in suits for rank in ranks[:10]]
    if game == "kings-rummy":
        return [number + item + kingdom for number in "1234" for item in "KASC" for kingdom in "YRGB"]
    raise Refused(f"the game {game!r} is not known here")


# In these, cards that were put away do not come back before the next pack.
NEVER_REMAKE = ("gin-rummy", "klaberjass", "key-of-the-door")


def leaf(place, card, salt):
    code = card.encode()
    return sha256(b"\0", struct.pack(">I", place), bytes([len(code)]), code, salt)


def join(left, right):
    return sha256(b"\1", left, right)


def root_of(seed, pack, cards):
    row = [leaf(i, card, keyed(seed, struct.pack(">II", pack, i))) for i, card in enumerate(cards)]
    while len(row) > 1:
        pairs = [row[i : i + 2] for i in range(0, len(row), 2)]
        row = [join(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return row[0]


def root_from(opening, of):
    at, width, path = opening["place"], of, [read(one) for one in opening["path"]]
    need(0 <= at < of, "a card has no place in the pack")
    found = leaf(at, opening["card"], read(opening["salt"]))
    while width > 1:
        if at ^ 1 < width:
            need(path, "a path is too short")
            other = path.pop(0)
            found = join(other, found) if at & 1 else join(found, other)
        at, width = at // 2, (width + 1) // 2
    need(not path, "a path is too long")
    return found


def digest(record):
    header = {key: value for key, value in record.items() if key != "journal"}
    lines = [json.dumps(of, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for of in (header, *record["journal"])]
    return sha256(*(f"{line}\n".encode() for line in ("upcard record 1", *lines)))


def read(text):
    need(isinstance(text, str) and len(text) == 64 and text == text.lower(), f"{text!r} is no hash")
    return bytes.fromhex(text)


def fields(of, *names):
    need(isinstance(of, dict) and sorted(of) == sorted(names), f"the fields should be {', '.join(names)}")


def posted(given, found, what):
    """Compares what was posted with what of it the file has, one or several."""
    if given is None:
        return
    found, given = [found] if isinstance(found, str) else found or [], given.lower().rstrip("….")
    need(found, f"it has no {what} that could be compared")
    need(any(one.startswith(given) for one in found), f"another {what} was posted")


def check_seal(seal, table):
    fields(seal, "rules_rev", "secret", "commitment", "entropy", "first_drawn")
    found = commitment(table, seal["rules_rev"], read(seal["secret"]))
    need(found == read(seal["commitment"]), "the secret is not the one that was committed to")


def round_of(entropy):
    """The number of drand's round that was added: 0 if none came, None if none was asked for."""
    name, _, rest = (entropy or [""])[-1].partition(":")
    if name != "drand":
        return None
    if rest == "none":
        return 0
    number, _, signature = rest.partition(":")
    is_round = number.isdecimal() and number.isascii() and number[0] != "0" and len(signature) == 96
    need(is_round and set(signature) <= set("0123456789abcdef"), "what drand added is no round")
    ids = [item.partition(":")[2] for item in entropy if item.startswith(("press:", "start:"))]
    presses = [(int(one) >> 22) + 1420070400000 for one in ids if one.isdecimal() and one.isascii()]
    came = 1692803367000 + (int(number) - 1) * 3000
    need(came > max(presses, default=0), "the round of drand came before the last press")
    return int(number)


def check_seed(seal, record):
    seats, entropy, seed = record["seats"], seal["entropy"], read(record["seed"])
    wanted = seats + 1 + (round_of(entropy) is not None)
    need(len(entropy) == wanted, f"{wanted} items make the seed, not {len(entropy)}")
    gone = "; a word was forgotten with whoever typed it: who noted it can write it back" * ("forgotten" in entropy)
    follows = seed_of(read(seal["secret"]), entropy) == seed
    need(follows, f"the seed does not follow from the secret and the entropy{gone}")
    if seal["first_drawn"]:
        need(record["first"] == below(words(seed, 1), seats), "the seed draws another seat to begin")


def check_played(played, sealed):
    """Returns how many packs there were, and how many piles were remade."""
    fields(played, "record", "shuffles", "roots", "digest")
    record, roots, remade = played["record"], played["roots"], 0
    need(digest(record) == read(played["digest"]), "the digest is not that of the record")
    need("decks" not in record, "the packs were stacked")
    seed = read(record["seed"])
    chance, pack, packs = words(seed, 0), fresh(record["game"], record["options"], record["seats"]), 0
    for shuffle in played["shuffles"]:
        need(len(shuffle) == 1, "a shuffle is one thing")
        (kind, what), = shuffle.items()
        if kind == "pack":
            need(shuffled(chance, pack) == what, f"pack {packs + 1} is not in the order that the seed gives")
            packs += 1
            need(packs <= len(roots), "a root is missing")
            need(root_of(seed, packs, what) == read(roots[packs - 1]), f"the root of pack {packs} is another")
        elif kind == "remake":
            need(packs and record["game"] not in NEVER_REMAKE, "a pile was remade that there cannot be")
            shuffled(chance, range(what))
            remade += 1
        else:
            need(kind == "below", f"{kind!r} is no shuffle")
            need(not sealed, "a number was drawn, which no match does that was committed to")
            below(chance, what)
    need(packs == len(roots) > 0, "there are more roots than packs")
    return packs, remade


def check_openings(file, posts):
    fields(file, "upcard", "table", "commitment", "pack", "root", "of", "openings")
    for opening in file["openings"]:
        fields(opening, "place", "card", "salt", "path")
        need(root_from(opening, file["of"]) == read(file["root"]), f"{opening['card']} is not in that pack there")
    posted(posts.root, file["root"], "root")
    posted(posts.commitment, file["commitment"], "commitment")
    posted(posts.digest, None, "digest")
    return f"{len(file['openings'])} cards are in pack {file['pack']} of table {file['table']}"


def check(file, posts):
    """Says what was found right."""
    need(isinstance(file, dict) and file.get("upcard") == 1, "it is no file of this format")
    if "openings" in file:
        return check_openings(file, posts)
    fields(file, "upcard", "table", "seal", "played")
    seal, played, said = file["seal"], file["played"], []
    need(seal or played, "it proves nothing")
    posted(posts.commitment, seal and seal["commitment"], "commitment")
    posted(posts.digest, played and played["digest"], "digest")
    posted(posts.root, played and played["roots"], "root")
    if seal:
        check_seal(seal, file["table"])
        said.append("the commitment")
    if played:
        if seal:
            check_seed(seal, played["record"])
            said.append("the seed")
        packs, remade = check_played(played, bool(seal))
        moves = len(played["record"]["journal"])
        said += [f"{packs} pack{'s' * (packs != 1)} and roots", f"the digest over {moves} move{'s' * (moves != 1)}"]
    said = ", ".join(said) + (" are right" if len(said) > 1 else " is right")
    notes = []
    if not seal:
        notes.append("the match was not committed")
    if not played:
        notes.append("no match began")
    if seal and played and "start:nothing" in seal["entropy"]:
        notes.append("it began as the table opened: the commitment is no older than what the player added")
    number = round_of(seal["entropy"]) if seal and played else None
    if number:
        notes.append(f"compare the signature of drand's round {number}: https://api.drand.sh/{CHAIN}/public/{number}")
    elif number == 0:
        notes.append("a round of drand was to be added, and none came")
    if seal and played and not seal["first_drawn"]:
        notes.append("who began was not drawn: that the rules or the match before say who does is for upcard verify")
    if played and remade:
        notes.append("that piles were remade when the rules say so is for upcard verify")
    if seal and played and seal["rules_rev"] != played["record"]["rules_rev"]:
        notes.append("the rules changed between opening and start")
    return "; ".join([said, *notes])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    for what in ("commitment", "digest", "root"):
        parser.add_argument(f"--{what}", metavar="HEX", help=f"the {what} that the table posted")
    posts, refused = parser.parse_args(), False
    for name in posts.files:
        try:
            with open(name, encoding="utf-8") as text:
                print(f"{name}: {check(json.load(text), posts)}")
        except Refused as why:
            print(f"{name}: REFUSED: {why}")
            refused = True
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, OSError) as why:
            print(f"{name}: REFUSED: it cannot be read: {why!r}")
            refused = True
    sys.exit(refused)


if __name__ == "__main__":
    main()
