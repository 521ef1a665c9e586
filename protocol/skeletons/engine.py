#!/usr/bin/env python3
"""A Cathedral engine to begin your own with: improve choose."""

import random
import re

# The letters (Light's, Dark's), code, copies and north position of each.
BUILDINGS = [
    ("+", "CA", 1, ".X./XXX/.X./.X."), ("Tt", "TA", 2, "X"),
    ("Ss", "ST", 2, "X/X"), ("Ii", "IN", 2, "X./XX"),
    ("Bb", "BR", 1, "X/X/X"), ("Qq", "SQ", 1, "XX/XX"),
    ("Mm", "MA", 1, ".X./XXX"), ("A", "AB", 1, ".XX/XX."),
    ("a", "AB", 1, "XX./.XX"), ("Oo", "TO", 1, "XX./.XX/..X"),
    ("Ff", "IF", 1, ".X./XXX/.X."), ("Cc", "CS", 1, "X.X/XXX"),
    ("Y", "AC", 1, "XX./.XX/.X."), ("y", "AC", 1, ".XX/XX./.X."),
]
SIZES = {letter: b[3].count("X") for b in BUILDINGS for letter in b[0]}
COPIES = {letter: b[2] for b in BUILDINGS for letter in b[0]}
SIDES = [("TSIBQMAOFCY", "L"), ("tsibqmaofcy", "d")]  # Light's, Dark's
START = "10/10/10/10/10/10/10/10/10/10 l C 0"

# Sets of squares are bits of a number: 11 * row + column, both from 0. The
# bits of column 10 stay empty, so the last square of a row is not beside the
# first one of the next.
PLACEMENTS = {letter: {} for letter in SIZES}  # squares by move: "CSNE8"
for letters, code, _, drawing in BUILDINGS:
    cells = [(x - drawing.index("X"), y)
             for y, row in enumerate(drawing.split("/"))
             for x, mark in enumerate(row) if mark == "X"]
    for turn in "NESW":
        for i in range(100):
            at = [(i % 10 + x, i // 10 + y) for x, y in cells]
            if all(0 <= x < 10 and 0 <= y < 10 for x, y in at):
                move = f"{code}{turn}{'ABCDEFGHIJ'[i % 10]}{i // 10 + 1}"
                for letter in letters:
                    PLACEMENTS[letter][move] = sum(
                        1 << 11 * y + x for x, y in at)
        cells = [(-y, x) for x, y in cells]  # a quarter turn clockwise


def read(text):
    """Return the ply of a position text, and the squares of each letter."""
    runs, ply = text.split()[0], int(text.split()[3])
    rows = re.sub(r"10|\d", lambda run: "." * int(run[0]), runs)
    board = dict.fromkeys([".", "/", "L", "d", *SIZES], 0)
    for i, mark in enumerate(rows):
        board[mark] |= 1 << i
    pieces = [board[letter].bit_count() / SIZES[letter] for letter in SIZES]
    if (runs != re.sub(r"\.+", lambda run: str(len(run[0])), rows)
            or text != f"{runs} {'ld'[ply % 2]} {'-C'[ply == 0]} {ply}"
            or [len(row) for row in rows.split("/")] != [10] * 10
            or any(n not in range(most + 1)
                   for n, most in zip(pieces, COPIES.values()))
            or not sum(pieces) <= ply <= 999):
        raise ValueError(text)
    return ply, board


def legal(ply, board):
    """Return the letter and the squares of each move, except for a pass."""
    own, claim = SIDES[ply % 2]
    hand = [letter for letter in (own if ply else "+")
            if board[letter].bit_count() < COPIES[letter] * SIZES[letter]]
    taken = ~(board["."] | board[claim])
    return {move: (letter, squares) for letter in hand
            for move, squares in PLACEMENTS[letter].items()
            if not squares & taken}


def place(ply, board, letter, squares):
    """Return the next ply and board, with the side's enclosures settled."""
    board = {mark: bits & ~squares for mark, bits in board.items()}
    board[letter] |= squares
    own, claim = SIDES[ply % 2]
    ground = sum(board[mark] for mark in board if mark not in own + "/")
    while ground and ply > 2:  # a side's first building settles nothing
        region, grown = 0, ground & -ground
        while region != grown:  # grows by sides and corners
            region = grown
            grown |= grown << 1 | grown >> 1
            grown = (grown | grown << 11 | grown >> 11) & ground
        ground &= ~region
        if sum((board[mark] & region).bit_count() / SIZES[mark]
               for mark in SIZES) < 2:  # a lone piece is captured
            board = {mark: bits & ~region for mark, bits in board.items()}
            board[claim] |= region
    return ply + 1, board


def set_up(words):
    """Return the ply and board that a position command describes."""
    before, _, moves = " ".join([*words, ""]).partition(" moves ")
    text = before.strip().removeprefix("position fen ")
    position = read(START if text == "position startpos" else text)
    for move in moves.upper().split():
        choices = legal(*position)
        if move in choices:
            position = place(*position, *choices[move])
        elif move == "PASS" and choose(*position, []) == "pass":
            position = position[0] + 1, position[1]
        else:
            raise ValueError(move)
    return position


def choose(ply, board, wanted):
    """Return the move to play: one of the wanted ones, if any is legal."""
    def gain(move):
        letter, squares = choices[move]
        _, after = place(ply, board, letter, squares)
        light, dark = (sum(after[mark].bit_count() for mark in own + claim)
                       for own, claim in SIDES)
        return SIZES[letter], dark - light if ply % 2 else light - dark

    choices = legal(ply, board)
    if not choices:
        return "pass" if legal(ply + 1, board) else "none"
    moves = [move for move in choices if move in wanted] or list(choices)
    best = max(random.sample(moves, min(100, len(moves))), key=gain)
    letter, squares = choices[best]  # of its spellings, the first is usual
    best = next(m for m, at in PLACEMENTS[letter].items() if at == squares)
    return best[:2] + best[2].lower() + best[3:]


def main():
    """Answer each line, until quit or the end of input."""
    position, held = read(START), None  # held: the answer until stop
    for line in open(0, errors="replace"):
        words = line.split() or [""]
        if held and words[0] in ("stop", "ponderhit", "go",
                                 "uginewgame", "ucinewgame"):
            print("bestmove", held)
            held = None
        if words[0] in ("ugi", "uci"):
            print(f"id name Skeleton\nid author me\n{words[0]}ok")
        elif words[0] == "isready":
            print("readyok")
        elif words[0] in ("uginewgame", "ucinewgame"):
            position = read(START)
        elif words[0] == "position":
            try:
                position = set_up(words)
            except (IndexError, KeyError, ValueError):
                print("info string error: not a position, or an illegal move")
        elif words[0] == "go" and "perft" not in words:
            held = choose(*position, line.upper().split())
            if len(words) > 1 and not {"infinite", "ponder"} & set(words):
                print("bestmove", held)
                held = None
        elif words[0] == "quit":
            break
        print(end="", flush=True)


main()
