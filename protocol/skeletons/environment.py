"""Games of Cathedral for programs that learn, by the rules of cathedral-engine.

LEARNERS.md describes them. Python 3.9 and the engine are all they need.
"""

import os
import random
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager
from operator import index

# A placement's action is the number of its row, of a building and a direction,
# times 100, plus ten times the row of its square and once the column, from 0.
# PASS follows, and then, if captures are optional, the placements that spare.
ROWS = [code + turn for code, turns in [
    ("TA", "n"), ("ST", "ne"), ("IN", "nesw"), ("BR", "ne"), ("SQ", "n"),
    ("MA", "nesw"), ("AB", "ne"), ("TO", "nesw"), ("IF", "n"),
    ("CS", "nesw"), ("AC", "nesw"), ("CA", "nesw")] for turn in turns]
TEXTS = [f"{row}{column}{line}" for row in ROWS
         for line in range(1, 11) for column in "ABCDEFGHIJ"]
PASS = len(TEXTS)
TEXTS += ["pass", *(text + "-" for text in TEXTS)]
ACTIONS = {text: action for action, text in enumerate(TEXTS)}

# The letters of each side's buildings, their sizes and numbers, and its ground.
LETTERS, GROUND = ["TSIBQMAOFCY", "tsibqmaofcy"], ["L", "d"]
SIZES = [1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5]
COPIES = [2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]
# For each side, the tables that make the planes of a board's letters.
PLANES = [[bytes(chr(i) in letters for i in range(256)) for letters in (
    LETTERS[side], LETTERS[1 - side], GROUND[side], GROUND[1 - side], "+")]
    for side in (0, 1)]
BITS = bytes.maketrans(b"01", b"\0\1")


class EngineError(Exception):
    """The engine does not start, has ended, or does not answer."""


class Position(Mapping):
    """A position as one player sees it. Its items are made when wanted:

    board: five planes of 100 bytes, 0 or 1, from A1 to J10: own and enemy
        buildings, own and enemy territory, the Cathedral
    hand: how many of each building the player has left, from the tavern to
        the academy, and then how many the enemy has
    action_mask: a byte for each action, 1 if it is legal
    legal: the legal actions

    text is its position text, player who is to move, 0 for Light, result
    p1win, p2win, draw or none, and margin Light's, in squares.
    """

    __slots__ = ("answer", "text", "player", "result", "over", "margin", "_words", "_made")

    def __init__(self, answer, actions, player=None):
        self.answer, self._words, self._made = answer, answer.split(), {}
        _, _, self.result, _, light, dark, _, legal, *_ = self._words
        self.over, self.margin = self.result != "none", int(dark) - int(light)
        self.text = answer.partition(" fen ")[2].rstrip()
        self.player = int(" d " in self.text)
        if player not in (None, self.player):
            self.player, self._made["action_mask"] = player, bytes(actions)
        elif len(legal) < 5:  # pass, or none
            self._made["action_mask"] = (bytes(PASS) + bytes([legal == "pass"])).ljust(actions, b"\0")

    def __getitem__(self, key):
        made = self._made.get(key)
        if made is None:
            if key not in ("letters", *self):
                raise KeyError(key)
            made = self._made[key] = getattr(self, "_" + key)()
        return made

    def __iter__(self):
        return iter(("board", "hand", "action_mask", "legal"))

    def __len__(self):
        return 4

    def _action_mask(self):
        mask = bits(self._words[7]) + b"\0"
        return mask + bits(self._words[9]) if self._words[8] == "sparing" else mask

    def _legal(self):
        find, legal, at = self["action_mask"].find, [], -1
        while (at := find(1, at + 1)) >= 0:
            legal.append(at)
        return legal

    def _letters(self):
        letters = self.text.split(" ", 1)[0].replace("/", "").replace("10", "." * 10)
        for run in range(1, 10):
            letters = letters.replace(str(run), "." * run)
        return letters.encode()

    def _board(self):
        return b"".join(map(self["letters"].translate, PLANES[self.player]))

    def _hand(self):
        count, sides = self["letters"].count, (self.player, 1 - self.player)
        return [copies - count(letter.encode()) // size for side in sides
                for letter, size, copies in zip(LETTERS[side], SIZES, COPIES)]

    def choose(self, generator=random):
        """Return a random legal action."""
        mask = self["action_mask"]
        if self.over:
            raise ValueError("the game is over: there is no action")
        if mask.count(1) < 50:
            return generator.choice(self["legal"])
        while True:  # which takes less time than a list
            action = int(generator.random() * len(mask))
            if mask[action]:
                return action

    def __str__(self):
        letters = self["letters"].decode()
        lines = [f"{i + 1:2}  {' '.join(letters[10 * i:10 * i + 10])}" for i in range(10)]
        return "\n".join(["    A B C D E F G H I J", *lines, self.text.split(" ", 1)[1]])


def bits(digits):
    """Return a byte for each placement, from the highest bit of hexadecimal digits on."""
    return bin(int(digits, 16) | 1 << 4 * len(digits))[3:3 + PASS].encode().translate(BITS)


def sentence(answer):
    """Return what an engine's error says, without the number of the word at fault."""
    return re.sub(r"^info string error: (words? [\d to]+ )?", "", answer.strip())


def watch(process, closed, watched, silent):
    """End an engine that is silent beyond a deadline."""
    while not closed.wait(1):
        if (watched["deadline"] or float("inf")) < time.monotonic():
            watched["fault"] = silent
            process.kill()


class Environment:
    """A game whose sides take turns, or many at once.

    reset and step return what Gymnasium's do, and the other methods are
    those of PettingZoo's AEC, for one game.

    command: the engine, and its arguments if it is a list
    rules: classic, mattel or woods
    optional_capture: captures may be spared
    by_margin: the reward is the margin in squares, not 1, 0 or -1
    options: of the engine, such as {"UCI_LimitStrength": "true"}
    patience: for so many seconds the engine may be silent, unless it searches

    The methods that take game, the number of one of many, mean the first
    unless it is given.
    """

    metadata = {"name": "cathedral_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    possible_agents = ["light", "dark"]
    render_mode = "ansi"

    def __init__(self, command=None, rules="classic", optional_capture=False,
                 by_margin=False, options=None, patience=60):
        command = command or shutil.which("cathedral-engine") or "cathedral"
        command = [command] if isinstance(command, str) else list(command)
        self.name = os.path.basename(command[0])
        self.by_margin, self.patience = by_margin, patience
        self.actions = len(TEXTS) if optional_capture else PASS + 1
        self.random = random.Random()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._watched = {"deadline": None, "fault": None}
        try:
            self._process = subprocess.Popen(command, bufsize=1 << 16, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineError(f"{self.name} does not start: {error}. Put cathedral-engine on the "
                              "PATH, or say where it is: Environment('./cathedral-engine')") from error
        silent = f"{self.name} has not answered for {patience} seconds"
        threading.Thread(target=watch, args=(self._process, self._closed, self._watched, silent), daemon=True).start()
        options = {"Hash": 16, "Rules": rules, "OptionalCapture": str(optional_capture).lower(), **(options or {})}
        try:
            with self._talk():
                self._send("".join(f"setoption name {name} value {value}\n" for name, value in options.items()))
                self._send("isready\n")
                self._until("readyok")
            self._start = self._ask(["startpos"])[0].answer
        except ValueError:
            self.close()
            raise
        self.reset()

    def seed(self, seed=None):
        """Seed the actions of sample. The game itself has no luck."""
        self.random.seed(seed)

    def reset(self, games=None, *, seed=None, options=None):
        """Begin a game, and return its position and an empty dict; with a number of games, lists of both."""
        number = 1 if games is None else index(games)
        if number < 0:
            raise ValueError(f"{number} games are too few")
        if self._closed.is_set():
            self._fail()
        if seed is not None:
            self.seed(seed)
        self.many, self.agents = games is not None, self.possible_agents[:]
        self.positions = [self._first() for _ in range(number)]
        return self._returned(self.positions[:], [{} for _ in self.positions])

    def _first(self):
        return Position(self._start, self.actions)

    def set(self, position="startpos", moves=()):
        """Begin one game after moves, which are texts, from a position text, as reset does."""
        moves = moves.split() if isinstance(moves, str) else moves
        words = [position if position == "startpos" else "fen " + position]
        words += ["moves", *moves] if moves else []
        found = self._ask([" ".join(" ".join(words).split())])
        self.reset()
        self.positions = found
        return self.positions[0], {}

    def step(self, action):
        """Play an action, or a list of one for each game.

        It returns the next position, the reward of who has played, whether the
        game is over, False and an empty dict; or lists. Of many games, one
        that was over begins again instead. After a ValueError nothing is played.
        """
        if not self.many and self.positions[0].over:
            if action is not None or not self.agents:
                raise ValueError("the game is over: reset begins another")
            self.agents.pop(0)
            return None
        before, actions = self.positions, action if self.many else [action]
        if not hasattr(actions, "__len__"):
            raise ValueError(f"{action!r} is not a list of actions, one for each game")
        if len(actions) != len(before):
            raise ValueError(f"there are {len(actions)} actions for {len(before)} games")
        playing = [i for i, position in enumerate(before) if not position.over]
        after = self._ask([self._query(before[i], actions[i]) for i in playing])
        self.positions, rewards, after = [], [0] * len(before), iter(after)
        for i in range(len(before)):
            position = self._first() if before[i].over else next(after)
            self.positions.append(position)
            if position.over:
                rewards[i] = self.reward(i, before[i].player)
        return self._returned(self.positions[:], rewards, [position.over for position in self.positions],
                              [False] * len(before), [{} for _ in before])

    def after(self, actions, game=0):
        """Return the positions after each of some actions, none of which is played."""
        return self._ask([self._query(self.positions[game], action) for action in actions])

    def _returned(self, *lists):
        return lists if self.many else tuple(of_games[0] for of_games in lists)

    def _query(self, position, action):
        if not hasattr(action, "__index__") or not 0 <= action < self.actions:
            raise ValueError(f"{action!r} is not an action: want a number from 0 to {self.actions - 1}")
        return f"fen {position.text} moves {TEXTS[action]}"

    def reward(self, game=0, player=0):
        """Return the reward of a player, 0 until the game is over."""
        position = self.positions[game]
        margin = 0 if not position.over else -position.margin if player else position.margin
        return margin if self.by_margin else (margin > 0) - (margin < 0)

    def observation(self, game=0):
        """Return the position of a game."""
        return self.positions[game]

    def legal_moves(self, game=0):
        """Return the legal actions of a game."""
        return self.positions[game]["legal"]

    def action_mask(self, game=0):
        """Return a byte for each action, 1 if it is legal."""
        return self.positions[game]["action_mask"]

    def sample(self):
        """Return a random legal action; of many games a list, with None for those that are over."""
        actions = [None if position.over else position.choose(self.random) for position in self.positions]
        return actions if self.many else actions[0]

    def render(self, game=0):
        """Return the board of a game as text."""
        return str(self.positions[game])

    # The rest of PettingZoo's AEC. After the end, each agent takes a step of None.

    @property
    def agent_selection(self):
        over = self.positions[0].over
        return self.agents[0] if over else self.possible_agents[self.positions[0].player]

    @property
    def rewards(self):
        news = len(self.agents) == 2  # the last step was not one of None
        return {agent: news * self.reward(0, self.possible_agents.index(agent)) for agent in self.agents}

    @property
    def terminations(self):
        return dict.fromkeys(self.agents, self.positions[0].over)

    @property
    def truncations(self):
        return dict.fromkeys(self.agents, False)

    @property
    def infos(self):
        return {agent: {} for agent in self.agents}

    def observe(self, agent):
        """Return the position as an agent sees it. Who is not to move has no actions."""
        return Position(self.positions[0].answer, self.actions, self.possible_agents.index(agent))

    def last(self, observe=True):
        """Return what step does, for the agent whose turn it is."""
        agent = self.agent_selection
        reward = self.reward(0, self.possible_agents.index(agent))
        return self.observe(agent) if observe else None, reward, self.positions[0].over, False, {}

    def agent_iter(self, max_iter=1 << 63):
        """Yield the agent whose turn it is until all are done."""
        while self.agents and (max_iter := max_iter - 1) >= 0:
            yield self.agent_selection

    # The engine as a teacher and an opponent.

    def best_move(self, *, game=0, **limits):
        """Return the action that the engine plays within limits: nodes, depth or movetime, in milliseconds."""
        if self.positions[game].over:
            raise ValueError("the game is over: there is no action")
        return ACTIONS[self._search("go", game, limits)[0]]

    def evaluate(self, *, game=0, **limits):
        """Return the margin that who is to move can expect: by a search, if there are limits."""
        if limits:
            kind, margin, _ = self._search("go", game, limits)[1][-1]
            return margin / (100 if kind == "cp" else 1)
        with self._talk():
            self._send(f"position fen {self.positions[game].text}\neval\n")
            return float(self._until("Total:").split()[1])

    def solve(self, *, game=0, **limits):
        """Return the least and the most margin of who is to move that is proven within limits."""
        least, most = -47, 47
        for kind, margin, bound in self._search("go solve", game, limits)[1]:
            if kind == "final":
                least = margin if bound != "upperbound" else least
                most = margin if bound != "lowerbound" else most
        return least, most

    def _search(self, command, game, limits):
        if not limits or set(limits) - {"nodes", "depth", "movetime"}:
            raise ValueError("want limits of nodes, depth or movetime, such as nodes=1000")
        within = "".join(f" {name} {value}" for name, value in limits.items())
        scores, fault = [], None
        with self._talk():
            self._send(f"position fen {self.positions[game].text}\n{command}{within}\n")
            while not (answer := self._answer(float("inf"))).startswith("bestmove"):
                words = answer.split()
                if answer.startswith("info string error: "):
                    fault = answer
                elif "score" in words:
                    at = words.index("score")
                    scores.append((words[at + 1], int(words[at + 2]), words[at + 3]))
        if fault:
            raise ValueError(sentence(fault))
        return answer.split()[1], scores

    # The conversation with the engine.

    @contextmanager
    def _talk(self):
        with self._lock:
            if self._watched["fault"]:
                raise EngineError(self._watched["fault"])
            try:
                yield
            except (EngineError, ValueError):
                raise
            except BaseException:  # the rest of the answers would be taken for the next ones
                self._watched["fault"] = f"a question to {self.name} was interrupted: make another Environment"
                self.close()
                raise

    def _ask(self, positions):
        answers, fault = [], None
        with self._talk():
            for i in range(0, len(positions), 32):  # so few that no pipe is ever full
                self._send("".join([f"state {position}\n" for position in positions[i:i + 32]]))
                for _ in positions[i:i + 32]:
                    answer = self._answer()
                    if answer.startswith("state"):
                        answers.append(Position(answer, self.actions))
                    else:
                        fault = fault or answer
        if fault:
            raise ValueError(sentence(fault))
        return answers

    def _until(self, start):
        fault = None
        while not (answer := self._answer()).startswith(start):
            if answer.startswith("info string error: "):
                fault = answer
        if fault:
            raise ValueError(sentence(fault))
        return answer

    def _send(self, text):
        try:
            self._process.stdin.write(text.encode(errors="replace"))
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            self._fail(error)

    def _answer(self, patience=None):
        self._watched["deadline"] = time.monotonic() + (patience or self.patience)
        try:
            line = self._process.stdout.readline()
        except (OSError, ValueError) as error:
            self._fail(error)
        self._watched["deadline"] = None
        if not line.endswith(b"\n"):
            self._fail()
        return line.decode(errors="replace")

    def _fail(self, error=None):
        if isinstance(error, TimeoutError):  # which is not the pipe's
            raise error
        closed = self._closed.is_set()
        self.close()
        if not self._watched["fault"]:
            how = "been closed" if closed else f"ended, with status {self._process.returncode}"
            self._watched["fault"] = f"{self.name} has {how}"
        raise EngineError(self._watched["fault"])

    def close(self):
        """End the engine."""
        self._closed.set()
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except OSError:
                pass

    def __del__(self):
        if hasattr(self, "_process"):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def speed(games, plies=100_000):
    """Print how many plies of random games a second of processor time plays, masks included."""
    before = sum(os.times()[:4])
    with Environment() as environment:
        environment.reset(games, seed=1)
        for _ in range(plies // games):
            for game in range(games):
                environment.action_mask(game)
            environment.step(environment.sample())
    print(f"{games} at a time: {plies / (sum(os.times()[:4]) - before):,.0f} plies a second")


if __name__ == "__main__":
    speed(1), speed(64)
