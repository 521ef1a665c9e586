#!/usr/bin/env python3
"""Checks certificates, the files that prove what `cathedral solve` says of a position.

    python3 verify.py FILE [--nodes N]

prints a line for each claim that is proven. It ends with status 0 if all claims are proven and the file is whole,
with 1 after a line that names the first step that does not follow or the place where the file is broken, and with 3
if the file has more than N nodes.

It was written from search/proof/CERTIFICATES.md, engine/RULES.md and engine/record/FORMATS.md alone, and shares
nothing with the rest of the program. Names in quotation marks in the comments are sections of CERTIFICATES.md.

A set of squares is a whole number: bit 10*row + column, rows and columns counted from 0, stands for a square.
"""

import argparse
import re
import sys
from collections import Counter, namedtuple
from functools import lru_cache, reduce
from operator import or_

# ---- squares and regions

CITY = (1 << 100) - 1
COLUMN_A = sum(1 << 10 * row for row in range(10))
COLUMN_J = COLUMN_A << 9


def count(squares):
    return bin(squares).count("1")


def lowest(squares):
    """The first square in reading order, as a set."""
    return squares & -squares


def each(squares):
    """The numbers of the squares of a set."""
    while squares:
        first = lowest(squares)
        yield first.bit_length() - 1
        squares ^= first


def with_touching(squares):
    """The squares, and all that touch them by side or corner."""
    wide = squares | (squares & ~COLUMN_J) << 1 | (squares & ~COLUMN_A) >> 1
    return (wide | wide << 10 | wide >> 10) & CITY


def flood(start, passable):
    """What is reached from the start through sides and corners; start and flood keep to passable squares."""
    reached = start & passable
    while True:
        wider = with_touching(reached) & passable
        if wider == reached:
            return reached
        reached = wider


def parts(squares):
    """The parts of a set, connected through sides and corners."""
    while squares:
        part = flood(lowest(squares), squares)
        yield part
        squares ^= part


# ---- buildings and shapes

LIGHT, DARK, NOBODY = 0, 1, 2
CATHEDRAL = 11

# Letter, copies a side, who places it, and the north position. The shapes are counted in this order ("The file").
BUILDINGS = [
    (0, "t", 2, (LIGHT, DARK), "@"),
    (1, "s", 2, (LIGHT, DARK), "@ @"),
    (2, "i", 2, (LIGHT, DARK), "@. @@"),
    (3, "b", 1, (LIGHT, DARK), "@ @ @"),
    (4, "q", 1, (LIGHT, DARK), "@@ @@"),
    (5, "m", 1, (LIGHT, DARK), ".@. @@@"),
    (6, "a", 1, (DARK,), "@@. .@@"),
    (6, "a", 1, (LIGHT,), ".@@ @@."),
    (7, "o", 1, (LIGHT, DARK), "@@. .@@ ..@"),
    (8, "f", 1, (LIGHT, DARK), ".@. @@@ .@."),
    (9, "c", 1, (LIGHT, DARK), "@.@ @@@"),
    (10, "y", 1, (DARK,), ".@@ @@. .@."),
    (10, "y", 1, (LIGHT,), "@@. .@@ .@."),
    (CATHEDRAL, "+", 1, (NOBODY,), ".@. @@@ .@. .@."),
]

# A shape is a building in one of its positions. A place of a shape is the top left corner of the rectangle around it:
# offsets lead from there to the squares of the building, and corners are the places at which it stays in the city.
Shape = namedtuple("Shape", "number building owners size offsets corners")


def all_shapes():
    shapes = []
    for building, _, _, owners, drawing in BUILDINGS:
        rows, seen = drawing.split(), set()
        for _ in range(4):
            offsets = tuple(10 * row + column for row, line in enumerate(rows)
                            for column, square in enumerate(line) if square == "@")
            if offsets not in seen:
                seen.add(offsets)
                corners = sum(1 << 10 * row + column for row in range(11 - len(rows))
                              for column in range(11 - len(rows[0])))
                shapes.append(Shape(len(shapes) + 1, building, owners, len(offsets), offsets, corners))
            rows = ["".join(line) for line in zip(*reversed(rows))]  # a quarter turn clockwise
    return shapes


SHAPES = all_shapes()
SHAPES_OF = {(owner, building): [shape for shape in SHAPES if owner in shape.owners and shape.building == building]
             for owner in (LIGHT, DARK, NOBODY) for building in range(12)}
SIZE = {shape.building: shape.size for shape in SHAPES}
COPIES = {building: copies for building, _, copies, _, _ in BUILDINGS}
LETTERS = {letter: building for building, letter, _, _, _ in BUILDINGS}


def places(shape, free):
    """The corners at which a shape covers only squares that are free."""
    corners = shape.corners
    for offset in shape.offsets:
        corners &= free >> offset
    return corners


def covered(shape, corners):
    """The squares that a shape covers at these places."""
    squares = 0
    for offset in shape.offsets:
        squares |= corners << offset
    return squares


def coverable(owner, buildings, free):
    """The squares that some of the buildings cover somewhere on squares that are free."""
    squares = 0
    for building in buildings:
        for shape in SHAPES_OF[owner, building]:
            squares |= covered(shape, places(shape, free))
    return squares


# ---- the rules of the game

class Fault(Exception):
    """A step does not follow, or the file is broken. The place is that of the node or line at fault."""

    def __init__(self, text, place=None):
        super().__init__(text)
        self.place = place


class GaveUp(Exception):
    """There are more nodes than allowed, or they lie too deep in one another."""


class Rules(namedtuple("Rules", "name optional_capture")):
    def cathedral_ply(self):
        return 1 if self.name == "woods" else 0

    def mover(self, ply):
        if self.name == "woods" and ply < 2:
            return DARK if ply == 0 else LIGHT
        return ply % 2

    def settles(self, ply):
        """Whether a building placed at this ply settles enclosures: a side's first building does not."""
        return ply >= (2 if self.name == "mattel" else 3)


Piece = namedtuple("Piece", "owner building squares spared")
Move = namedtuple("Move", "shape corner spare")


class Position:
    def __init__(self, rules, ply, pieces, territory):
        self.rules, self.ply, self.pieces, self.territory = rules, ply, pieces, territory
        self.side = rules.mover(ply)
        self.cathedral_to_come = ply <= rules.cathedral_ply()
        self.built = [0, 0, 0]  # by owner
        self.hands = [dict.fromkeys(range(11), 0) for _ in (LIGHT, DARK)]
        for hand in self.hands:
            hand.update((building, COPIES[building]) for building in hand)
        for piece in pieces:
            self.built[piece.owner] |= piece.squares
            if piece.owner != NOBODY:
                self.hands[piece.owner][piece.building] -= 1
        self.empty = CITY & ~(self.built[LIGHT] | self.built[DARK] | self.built[NOBODY])
        self.known_grounds = None

    def free(self, side):
        """The squares that a side may build on."""
        return self.empty & ~self.territory[1 - side]

    def in_hand(self, side):
        """The kinds of buildings in the hand of a side."""
        return [building for building, copies in self.hands[side].items() if copies]

    def unplaced(self, side):
        return sum(SIZE[building] * copies for building, copies in self.hands[side].items())

    def margin(self, side):
        return self.unplaced(1 - side) - self.unplaced(side)

    def shapes_to_place(self, side):
        if side == LIGHT and self.cathedral_to_come and self.ply == self.rules.cathedral_ply():
            return SHAPES_OF[NOBODY, CATHEDRAL]
        return [shape for building in self.in_hand(side) for shape in SHAPES_OF[side, building]]

    def can_place(self, side):
        free = self.free(side)
        return any(places(shape, free) for shape in self.shapes_to_place(side))

    def legal_moves(self):
        free = self.free(self.side)
        for shape in self.shapes_to_place(self.side):
            for corner in each(places(shape, free)):
                yield Move(shape, corner, False)
                if self.rules.optional_capture and self.placed(shape, corner, False)[1]:
                    yield Move(shape, corner, True)

    def after(self, move):
        """The position after a move, which may turn out to be illegal."""
        if move.shape not in self.shapes_to_place(self.side):
            raise Fault("the side to move cannot place that building")
        if not places(move.shape, self.free(self.side)) >> move.corner & 1:
            raise Fault("the building does not fit there")
        position, captures = self.placed(move.shape, move.corner, move.spare)
        if move.spare and not (captures and self.rules.optional_capture):
            raise Fault("the move spares something but may not")
        return position

    def placed(self, shape, corner, spare):
        """The position after a placement, and whether there was something to capture."""
        side = self.side
        owner = NOBODY if shape.building == CATHEDRAL else side
        squares = covered(shape, 1 << corner)
        pieces = self.pieces + (Piece(owner, shape.building, squares, False),)
        territory = [ground & ~squares for ground in self.territory]
        captures = False
        if owner == side and self.rules.settles(self.ply):
            for region in parts(CITY & ~(self.built[side] | squares)):
                foreign = [piece for piece in pieces if piece.squares & region]
                if len(foreign) > 1 or foreign and foreign[0].spared:
                    continue
                captures = captures or bool(foreign)
                if foreign and spare:
                    pieces = tuple(piece._replace(spared=piece.spared or piece in foreign) for piece in pieces)
                    continue
                pieces = tuple(piece for piece in pieces if piece not in foreign)
                territory[side] |= region
                territory[1 - side] &= ~region
        return Position(self.rules, self.ply_after(), pieces, tuple(territory)), captures

    def without(self, side, move):
        """The position without a building of a side ("Without")."""
        squares = covered(move.shape, 1 << move.corner)
        kind = side, move.shape.building
        equal = [piece for piece in self.pieces if (piece.owner, piece.building) == kind]
        standing = sum(piece.squares for piece in equal)
        rest = next(divisions(standing & ~squares, *kind), None)  # of the equal one, if there is one
        if side not in move.shape.owners or squares & ~standing or rest is None:
            raise Fault("without: no such building stands")
        spared = sum(piece.squares for piece in equal if piece.spared)
        if squares & spared:
            raise Fault("without: the building was spared")
        territory = list(self.territory)
        territory[side] |= squares if move.spare else 0
        pieces = [piece for piece in self.pieces if piece not in equal]
        pieces += [Piece(*kind, piece, piece & spared != 0) for piece in rest]
        return Position(self.rules, self.ply, tuple(pieces), tuple(territory))

    def after_pass(self):
        return Position(self.rules, self.ply_after(), self.pieces, self.territory)

    def ply_after(self):
        """A ply above 999 has no text: 998 follows 999."""
        return self.ply + 1 if self.ply < 999 else 998

    def unsettled(self, side):
        """ "Unsettled" """
        for region in parts(CITY & ~self.built[side]):
            foreign = [piece for piece in self.pieces if piece.squares & region]
            settles = not foreign or len(foreign) == 1 and not foreign[0].spared
            if settles and region & ~self.territory[side]:
                return True
        return False

    def is_settled(self):
        """ "Settled" """
        return (self.ply >= 3 and not self.rules.optional_capture
                and not self.unsettled(LIGHT) and not self.unsettled(DARK))

    def identity(self):
        """What has to be the same for a reference ("Reference"). As FORMATS.md says of position texts, it makes no
        difference which squares of equal buildings belong together."""
        squares, spared = Counter(), 0
        for piece in self.pieces:
            squares[piece.owner, piece.building] |= piece.squares
            spared |= piece.squares if piece.spared else 0
        return self.ply, self.territory, spared, frozenset(squares.items())

    def grounds(self):
        if self.known_grounds is None:
            self.known_grounds = find_grounds(self)
        return self.known_grounds


# ---- the position text

def read_position(text, rules):
    """Reads a position text, see "Position texts" in FORMATS.md."""
    fields = re.fullmatch(r"(\S+) ([ld]) ([C-]) (0|[1-9][0-9]{0,2})(?: (\S+))?", text, re.ASCII)
    if not fields:
        raise Fault("the position text is broken")
    board, side, cathedral, ply, spared_names = fields.groups()
    ply = int(ply)
    if "ld"[rules.mover(ply)] != side:
        raise Fault("the position text has the wrong side to move")
    if (cathedral == "C") != (ply <= rules.cathedral_ply()):
        raise Fault("the position text is wrong about whether the Cathedral is still to come")

    rows = board.split("/")
    if len(rows) != 10:
        raise Fault("the board does not have ten rows")
    letters = Counter()  # the squares of each letter
    for row, line in enumerate(rows):
        column = 0
        for run in re.findall(r"[0-9]+|.", line):
            if re.fullmatch("10|[1-9]", run):
                column += int(run)
            elif run in "dL" or run.lower() in LETTERS:
                letters[run] |= 1 << 10 * row + column
                column += 1
            else:
                raise Fault("row %d of the board has %r" % (row + 1, run))
            if column > 10:
                break
        if column != 10:
            raise Fault("row %d of the board does not have ten squares" % (row + 1))
    territory = (letters.pop("L", 0), letters.pop("d", 0))
    if cathedral == "C" and "+" in letters:
        raise Fault("the Cathedral is on the board and still to come")

    spared = read_spared(spared_names) if spared_names else 0
    pieces = []
    for letter, squares in sorted(letters.items()):
        owner = NOBODY if letter == "+" else LIGHT if letter.isupper() else DARK
        building = LETTERS[letter.lower()]
        spared_here = spared & squares
        owned = count(squares) <= SIZE[building] * COPIES[building]
        for division in divisions(squares, owner, building) if owned else ():
            if not spared_here & ~sum(map(lowest, division)):
                break
        else:
            raise Fault("the squares of %r cannot be divided into buildings that the side owns" % letter)
        pieces += [Piece(owner, building, piece, bool(lowest(piece) & spared)) for piece in division]
    if count(spared) != sum(piece.spared for piece in pieces):
        raise Fault("a spared piece is not on the board")
    if ply < len(pieces):
        raise Fault("there are more pieces than plies")
    return Position(rules, ply, tuple(pieces), territory)


def read_spared(names):
    squares = 0
    for name in names.split(","):
        if not re.fullmatch("[A-J](10|[1-9])", name):
            raise Fault("the spared pieces are not squares with commas between them")
        square = 1 << 10 * (int(name[1:]) - 1) + "ABCDEFGHIJ".index(name[0])
        if square <= squares:
            raise Fault("the spared pieces are not in reading order")
        squares |= square
    return squares


def divisions(squares, owner, building):
    """All ways to divide squares into whole buildings of one kind."""
    if not squares:
        yield []
        return
    first = lowest(squares).bit_length() - 1
    for shape in SHAPES_OF[owner, building]:
        corner = first - shape.offsets[0]
        if corner >= 0 and places(shape, squares) >> corner & 1:
            piece = covered(shape, 1 << corner)
            for rest in divisions(squares & ~piece, owner, building):
                yield [piece] + rest


# ---- safe ground and waits

# For each side its safe ground, the squares of its exposed buildings, and the squares that may ever be open to it.
Grounds = namedtuple("Grounds", "safe exposed ever_open")


def find_grounds(position):
    """ "Safe ground, exposed buildings, reach" """
    exposed, safe = set(), list(position.territory)  # 1
    while True:
        standing = sum(piece.squares for piece in position.pieces if piece not in exposed)
        ever_open, ever_covered = [], []
        for side in (LIGHT, DARK):
            ever_open.append(CITY & ~standing & ~(position.territory[1 - side] & safe[1 - side]))  # 2
            ever_in_hand = set(position.in_hand(side))  # 3
            ever_in_hand.update(piece.building for piece in exposed if piece.owner == side)
            ever_covered.append(coverable(side, ever_in_hand, ever_open[side]))  # 4
        now_exposed, now_safe = set(exposed), [0, 0]
        for side in (LIGHT, DARK):  # 5
            walls = [piece for piece in position.pieces if piece.owner != 1 - side and piece not in exposed]
            for part in parts(sum(piece.squares for piece in walls) | position.empty & ~ever_covered[1 - side]):
                inside = [piece for piece in walls if piece.squares & part]
                if len(inside) >= 2 or any(piece.spared for piece in inside):
                    now_safe[side] |= part
                else:
                    now_exposed.update(inside)
        settled = now_exposed == exposed and not any(
            position.territory[side] & safe[side] & ~now_safe[side] for side in (LIGHT, DARK))
        exposed, safe = now_exposed, now_safe
        if settled:  # 6
            of_side = [sum(piece.squares for piece in exposed if piece.owner == side) for side in (LIGHT, DARK)]
            return Grounds(safe, of_side, ever_open)


Zone = namedtuple("Zone", "built loose")
NO_ZONE = Zone(0, 0)


def disturbance(position, zone, winner):
    """The squares that disturb a proof ("Disturbing squares")."""
    waiting = 1 - winner
    grounds = position.grounds()
    if position.ply >= 3 and not position.rules.optional_capture:
        near_safe = with_touching(grounds.safe[winner])
        start = zone.loose | grounds.exposed[winner] | position.territory[winner]
        if not position.built[NOBODY] & near_safe:
            start |= position.built[NOBODY]
        standing = position.built[waiting] & ~grounds.exposed[waiting]
        return zone.built | with_touching(flood(start, CITY & ~standing & ~near_safe))
    if zone.built == CITY:
        return CITY
    outside = CITY & ~position.built[waiting]
    not_closed = flood(outside & ~position.territory[waiting], outside)
    home = position.territory[waiting] & grounds.safe[waiting] & ~not_closed
    return CITY & ~home


@lru_cache(maxsize=1 << 18)
def can_cover(side, hand, free, needed):
    """Whether buildings of the hand, a tuple of copies, cover this many of the free squares without overlapping."""
    if needed <= 0:
        return True
    if sum(SIZE[building] * copies for building, copies in enumerate(hand)) < needed:
        return False
    free = coverable(side, [building for building, copies in enumerate(hand) if copies], free)
    if count(free) < needed:
        return False
    first = lowest(free)  # is covered by one of the buildings, or not at all
    for building, copies in enumerate(hand):
        for shape in SHAPES_OF[side, building] if copies else ():
            corner = first.bit_length() - 1 - shape.offsets[0]
            if corner >= 0 and places(shape, free) >> corner & 1:
                rest = hand[:building] + (copies - 1,) + hand[building + 1:]
                if can_cover(side, rest, free & ~covered(shape, 1 << corner), needed - shape.size):
                    return True
    return can_cover(side, hand, free & ~first, needed)


# ---- the file and its steps

class Checker:
    def __init__(self, content, most_nodes):
        self.content, self.most_nodes = content, most_nodes
        self.place = 0  # of the next byte to read
        self.nodes = 0
        self.claims = 0

    def check(self, say):
        """ "The file" """
        head = self.line()
        if head not in ("Cathedral certificate 1", "Cathedral certificate 2"):
            raise Fault("the file does not begin as a certificate does", 0)
        self.newer = (7, 8, 24) if head.endswith("1") else ()
        while True:
            start = self.place
            line = self.line()
            if line.startswith("end "):
                if line != "end %d" % self.claims:
                    raise Fault("the number of claims at the end is wrong", start)
                if self.place != len(self.content):
                    raise Fault("something follows the end")
                return
            self.claims += 1
            self.check_claim(line, start)
            say("proven: " + line[len("claim "):])

    def check_claim(self, line, start):
        words = re.fullmatch("claim at (least|most) (0|-?[1-9][0-9]?) (classic|mattel|woods)"
                             "( optional-capture)? (.*)", line)
        if not words:
            raise Fault("neither a claim nor the end", start)
        direction, margin, rules, optional_capture, text = words.groups()
        if abs(int(margin)) > 47:
            raise Fault("no margin is more than 47 squares", start)
        try:
            position = read_position(text, Rules(rules, optional_capture is not None))
        except Fault as fault:
            raise Fault(str(fault), start) from None
        self.winner = position.side if direction == "least" else 1 - position.side
        self.least = int(margin) if direction == "least" else -int(margin)
        self.slots = {}  # what is kept: the identity of a position, and the zone of its node
        self.node(position)

    # Reading.

    def byte(self):
        if self.place == len(self.content):
            raise Fault("the file is cut off", self.place)
        self.place += 1
        return self.content[self.place - 1]

    def line(self):
        start, end = self.place, self.content.find(b"\n", self.place)
        if end < 0:
            raise Fault("the file is cut off in a line", start)
        self.place = end + 1
        return self.content[start:end].decode("ascii", "backslashreplace")

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 28:
                raise Fault("a number is too long")

    def slot(self):
        slot = self.number()
        if slot >= 4194304:
            raise Fault("there is no such slot")
        return slot

    def move(self):
        code = self.byte() << 8
        code |= self.byte()
        number, (row, column) = code >> 7 & 63, divmod(code & 127, 12)
        if code >> 14 or not 1 <= number <= len(SHAPES) or row > 9 or column > 9:
            raise Fault("two bytes are not a move")
        return Move(SHAPES[number - 1], 10 * row + column, bool(code >> 13))

    # "The steps". Each reads and checks the rest of a node about a position and returns its zone.

    def node(self, position):
        start = self.place
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise GaveUp("more than %d nodes" % self.most_nodes)
        try:
            kind = self.byte()
            kept = kind in (19, 20, 24)
            slot = self.slot() if kept else None
            if kept and slot in self.slots:
                raise Fault("slot %d is not free" % slot)
            steps = {0: self.end, 1: self.bound, 2: self.forced_pass, 3: self.winners_move, 4: self.replies,
                     5: self.reference, 6: self.last_reference, 7: self.closings, 8: self.without,
                     19: self.winners_move, 20: self.replies, 24: self.without}
            if kind not in steps or kind in self.newer:
                raise Fault("no node begins with the byte %d" % kind)
            zone = steps[kind](position)
            if kept:
                if slot in self.slots:
                    raise Fault("slot %d is not free at the end of the node" % slot)
                self.slots[slot] = position.identity(), zone
            return zone
        except Fault as fault:
            if fault.place is None:
                fault.place = start
            raise

    def end(self, position):
        if position.can_place(LIGHT) or position.can_place(DARK):
            raise Fault("end: the game is not over")
        if position.margin(self.winner) < self.least:
            raise Fault("end: the margin is only %d" % position.margin(self.winner))
        return NO_ZONE

    def bound(self, position):
        packing = [self.move() for _ in range(self.byte())]
        if position.cathedral_to_come:
            raise Fault("bound: the Cathedral is still to come")
        self.pack(position, packing, 0)
        return NO_ZONE

    def closings(self, position):
        if position.side == self.winner:
            raise Fault("closings: the other side is not to move")
        if not position.is_settled():
            raise Fault("closings: the position is not settled")
        closings = []
        for closing in range(self.number()):
            packing = [self.move() for _ in range(self.byte())]
            if not packing:
                raise Fault("closings: there is no closing before a packing")
            closings.append(covered(packing[0].shape, 1 << packing[0].corner))
            if not with_touching(closings[-1]) & position.grounds().safe[self.winner]:
                raise Fault("closings: a closing touches no safe ground")
            self.pack(position, packing, closings[-1])
        if not closings:
            raise Fault("closings: there is none")
        for move in position.legal_moves():
            squares = covered(move.shape, 1 << move.corner)
            if all(squares & closing for closing in closings):
                raise Fault("closings: a move spoils all")
        return Zone(reduce(or_, closings), 0)

    def pack(self, position, packing, closing):
        """Checks the packing of a bound, or a closing and its packing."""
        winner, loser, grounds = self.winner, 1 - self.winner, position.grounds()
        ground = position.free(winner) & grounds.safe[winner]
        hand, packed = dict(position.hands[winner]), 0
        for index, (shape, corner, spare) in enumerate(packing):
            if spare or winner not in shape.owners or not hand[shape.building]:
                raise Fault("bound: a building of the packing is not in the hand")
            if not places(shape, position.free(winner) if closing and index == 0 else ground) >> corner & 1:
                raise Fault("bound: a building of the packing does not fit on safe ground")
            hand[shape.building] -= 1
            ground &= ~covered(shape, 1 << corner)
            packed += shape.size
        most = packed - count(grounds.exposed[winner]) + position.margin(winner) - self.least  # K - E + D - N
        if most < 0:
            raise Fault("bound: the packing falls %d squares short" % -most)
        losers_hand = tuple(position.hands[loser][building] for building in range(11))
        if can_cover(loser, losers_hand, grounds.ever_open[loser] & ~closing, most + 1):
            raise Fault("bound: the other side can cover more than %d squares of its reach" % most)

    def without(self, position):
        if not position.is_settled():
            raise Fault("without: the position is not settled")
        loser, less = 1 - self.winner, position
        for building in range(self.number()):
            less = less.without(loser, self.move())
        if less is position:
            raise Fault("without: there is no building")
        if not less.is_settled():
            raise Fault("without: the position without the buildings is not settled")
        zone = self.node(less)
        if disturbance(less, zone, self.winner) & position.built[loser] & ~less.built[loser]:
            raise Fault("without: a building disturbs")
        return zone

    def forced_pass(self, position):
        if position.can_place(position.side) or not position.can_place(1 - position.side):
            raise Fault("pass: the side to move does not have to pass")
        return self.node(position.after_pass())

    def winners_move(self, position):
        if position.side != self.winner:
            raise Fault("move: the other side is to move")
        move = self.move()
        after = position.after(move)
        zone = self.node(after)
        squares = covered(move.shape, 1 << move.corner)
        taken = squares | after.territory[self.winner] & ~position.territory[self.winner]
        loose = (position.cathedral_to_come
                 or not with_touching(squares) & position.grounds().safe[self.winner]
                 or flood(squares, taken) != taken)
        return Zone(zone.built | taken, zone.loose | (taken if loose else 0))

    def replies(self, position):
        if position.side == self.winner:
            raise Fault("replies: the other side is to move")
        if not position.can_place(position.side):
            raise Fault("replies: there are no moves")
        unsettled = position.unsettled(position.side)
        zones, disturbances, replies = [], [], set()
        for wait in range(self.number()):
            if position.cathedral_to_come or unsettled or not position.can_place(self.winner):
                raise Fault("replies: there may be no waits")
            zones.append(self.node(position.after_pass()))
            disturbances.append(disturbance(position, zones[-1], self.winner))
        for reply in range(self.number()):
            move = self.move()
            after = position.after(move)
            if move in replies:
                raise Fault("replies: a move comes twice")
            replies.add(move)
            zones.append(self.node(after))
        for move in position.legal_moves():
            squares = covered(move.shape, 1 << move.corner)
            if move not in replies and all(squares & disturbed for disturbed in disturbances):
                raise Fault("replies: shape %d in row %d, column %d is not answered"
                            % (move.shape.number, move.corner // 10 + 1, move.corner % 10 + 1))
        built = loose = 0
        for zone in zones:
            built, loose = built | zone.built, loose | zone.loose
        return Zone(CITY if unsettled else built, loose)

    def reference(self, position, last=False):
        slot = self.slot()
        if slot not in self.slots:
            raise Fault("reference: nothing is kept in slot %d" % slot)
        identity, zone = self.slots[slot]
        if identity != position.identity():
            raise Fault("reference: slot %d holds another position" % slot)
        if last:
            del self.slots[slot]
        return zone

    def last_reference(self, position):
        return self.reference(position, last=True)


def main():
    arguments = argparse.ArgumentParser(description="Checks a certificate of proofs.")
    arguments.add_argument("file")
    arguments.add_argument("--nodes", type=int, default=1000000, metavar="N", help="give up after this many nodes")
    arguments = arguments.parse_args()
    sys.setrecursionlimit(10000)
    try:
        with open(arguments.file, "rb") as file:
            checker = Checker(file.read(), arguments.nodes)
    except OSError as error:
        print("broken: %s" % error)
        return 1
    try:
        checker.check(print)
        return 0
    except Fault as fault:
        place = checker.place if fault.place is None else fault.place
        print("not proven: claim %d, byte %d: %s" % (checker.claims, place, fault))
        return 1
    except GaveUp as reason:
        print("gave up: claim %d, byte %d: %s" % (checker.claims, checker.place, reason))
    except RecursionError:
        print("gave up: claim %d, byte %d: the nodes lie too deep in one another" % (checker.claims, checker.place))
    return 3


if __name__ == "__main__":
    sys.exit(main())
