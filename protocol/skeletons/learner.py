#!/usr/bin/env python3
"""A learner to begin your own with, and the engine that it becomes.

python3 learner.py train 120    learns for 120 seconds
python3 learner.py              plays as an engine

It learns how many squares it will win by from what stands where, a number
for each square of each plane and for each building in hand, and plays the
move after which that is most: improve features.
"""

import json
import os
import random
import sys
import time
from itertools import compress

from environment import ACTIONS, TEXTS, Environment

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights.json")
LOOKED_AT, PLAYED_FROM = 20, 150  # moves, while it learns and while it plays
RATE = 0.05


def features(position):
    """Return the numbers of the features that a position has."""
    found = list(compress(range(500), position["board"]))
    for kind, count in enumerate(position["hand"]):
        found += range(500 + 3 * kind, 500 + 3 * kind + count)
    return found


def value(weights, position):
    """Return the margin that who is to move can expect."""
    if position.over:
        return position.margin * (-1 if position.player else 1)
    return sum(map(weights.__getitem__, features(position)))


def choose(weights, environment, actions, player):
    """Return the best of some actions of a player."""
    values = [value(weights, position) * (1 if position.player == player else -1)
              for position in environment.after(actions)]
    return actions[values.index(max(values))]


def train(seconds):
    """Play against itself, and learn from each game's end."""
    weights, games, end = [0.0] * 566, 0, time.time() + seconds
    with Environment() as environment:
        while time.time() < end:
            position, _ = environment.reset()
            seen, over = [], False
            while not over:
                actions = position["legal"]
                looked_at = 1 if random.random() < 0.1 else LOOKED_AT
                actions = random.sample(actions, min(looked_at, len(actions)))
                action = choose(weights, environment, actions, position.player)
                position, _, over, _, _ = environment.step(action)
                seen.append(position)
            for position in seen[:-1]:
                won = seen[-1].margin * (-1 if position.player else 1)
                active = features(position)
                error = won - sum(map(weights.__getitem__, active))
                for feature in active:
                    weights[feature] += RATE * error / len(active)
            games += 1
    with open(FILE, "w") as file:
        json.dump(weights, file)
    print(f"{games} games; weights.json is written")


def play():
    """Answer the lines of a match until quit or the end of input."""
    with open(FILE) as file:
        weights = json.load(file)
    with Environment() as environment:
        position, _ = environment.reset()
        held = None  # the answer until stop
        for line in open(0, errors="replace"):
            words = line.split() or [""]
            if held and words[0] in ("stop", "ponderhit", "go",
                                     "uginewgame", "ucinewgame"):
                print("bestmove", held)
                held = None
            if words[0] in ("ugi", "uci"):
                print(f"id name Learner\nid author me\n{words[0]}ok")
            elif words[0] == "isready":
                print("readyok")
            elif words[0] in ("uginewgame", "ucinewgame"):
                position, _ = environment.reset()
            elif words[0] == "position":
                before, _, moves = " ".join(words[1:]).partition(" moves ")
                before = before.replace(" moves", "").replace("fen ", "")
                try:
                    position, _ = environment.set(before, moves.split())
                except ValueError as error:
                    print("info string error:", error)
            elif words[0] == "go" and "perft" not in words:
                actions = position["legal"]
                wanted = [a for a in map(ACTIONS.get, words) if a in actions]
                actions = wanted or actions
                actions = random.sample(actions, min(PLAYED_FROM, len(actions)))
                held = "none" if position.over else TEXTS[choose(
                    weights, environment, actions, position.player)]
                if len(words) > 1 and not {"infinite", "ponder"} & set(words):
                    print("bestmove", held)
                    held = None
            elif words[0] == "quit":
                break
            sys.stdout.flush()


if __name__ == "__main__":
    train(float(sys.argv[2])) if sys.argv[1:2] == ["train"] else play()
