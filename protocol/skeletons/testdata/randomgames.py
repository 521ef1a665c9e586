"""Plays random games of some rules and prints a line for each position."""
import sys
import zlib

from environment import TEXTS, Environment

rules, optional, games, seed = sys.argv[1], sys.argv[2] == "true", int(sys.argv[3]), int(sys.argv[4])
with Environment("./cathedral-engine", rules, optional, by_margin=True) as environment:
    many = min(32, games)
    environment.reset(many, seed=seed)
    number, left = list(range(many)), games  # the number of each game
    while left > 0:
        before, actions = environment.positions, environment.sample()
        _, rewards, over, _, _ = environment.step(actions)
        for i, position in enumerate(before):
            if position.over:
                number[i] += many
            else:
                legal, seen = position["legal"], bytes(position["board"]) + bytes(position["hand"])
                mask = bytearray(environment.actions)
                for action in legal:
                    mask[action] = 1
                assert mask == position["action_mask"]
                print(number[i], TEXTS[actions[i]], zlib.crc32(position["action_mask"]), zlib.crc32(seen),
                      position.player, rewards[i], over[i])
                left -= over[i]
