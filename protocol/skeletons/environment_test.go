package main

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// newLearner is a newcomer with the environment, the learner and the engine. It skips without Python 3.9.
func newLearner(t *testing.T, programs ...string) newcomer {
	t.Helper()
	if err := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))").Run(); err != nil {
		t.Skip("there is no Python 3.9")
	}
	n := newcomer{t.TempDir(), t.TempDir()}
	for _, name := range []string{"environment.py", "learner.py", "testdata/randomgames.py"} {
		text, err := os.ReadFile(name)
		enginetest.Must(t, err)
		enginetest.Must(t, os.WriteFile(filepath.Join(n.folder, filepath.Base(name)), text, 0o644))
	}
	for _, program := range append(programs, "cathedral-engine") {
		if output, err := exec.Command("go", "build", "-o", n.folder, "cathedral/cmd/"+program).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	return n
}

// rowsOfActions are the rows of PROTOCOL.md: the codes with a direction that give all distinct squares.
var rowsOfActions = strings.Fields("TAn STn STe INn INe INs INw BRn BRe SQn MAn MAe MAs MAw ABn ABe TOn TOe TOs TOw " +
	"IFn CSn CSe CSs CSw ACn ACe ACs ACw CAn CAe CAs CAw")

// actionOf returns the number of a move's action.
func actionOf(m naive.Move) int {
	const pass = 3300
	if m.Placement == nil {
		return pass
	}
	var line int
	fmt.Sscan(m.Text[4:], &line)
	action := 100*slices.Index(rowsOfActions, m.Text[:3]) + 10*(line-1) + int(m.Text[3]-'A')
	if m.Spares {
		action += pass + 1
	}
	return action
}

// seen returns the planes of a game and what the hands have left, as the side to move sees them.
func seen(g *naive.Game) []byte {
	var planes [5][100]byte
	own, others := g.Side(), g.Side().Opponent()
	for _, piece := range g.Pieces {
		plane := map[naive.Owner]int{own: 0, others: 1, naive.Nobody: 4}[piece.Owner]
		for _, square := range piece.Squares {
			planes[plane][10*square.Row+square.Column] = 1
		}
	}
	for i := range 100 {
		switch g.Territory[i/10][i%10] {
		case own:
			planes[2][i] = 1
		case others:
			planes[3][i] = 1
		}
	}
	text := slices.Concat(planes[0][:], planes[1][:], planes[2][:], planes[3][:], planes[4][:])
	for _, owner := range []naive.Owner{own, others} {
		for building := range naive.Cathedral {
			text = append(text, byte(g.Unplaced(owner, building)))
		}
	}
	return text
}

// The masks, planes, hands and rewards of random games of all rules are those of the naive twin: of 10,000
// games at night.
func TestEnvironmentAgreesWithTheNaiveTwin(t *testing.T) {
	games := 10
	switch {
	case enginetest.IsNight():
		games = 1700
	case enginetest.IsLong():
		games = 60
	}
	n := newLearner(t)
	for _, each := range enginetest.AllRules() {
		rules := enginetest.NaiveRules(each)
		t.Run(fmt.Sprint(rules.Set, rules.Optional), func(t *testing.T) {
			t.Parallel()
			output := n.run(t, fmt.Sprintf("python3 randomgames.py %s %t %d 1", rules.Set, rules.Optional, games), "")
			playing, over := map[int]*naive.Game{}, 0
			for scanner := bufio.NewScanner(strings.NewReader(output)); scanner.Scan(); {
				over += compare(t, playing, rules, scanner.Text())
			}
			if over < games {
				t.Errorf("%d games, want %d", over, games)
			}
		})
	}
}

// compare compares a line of randomgames.py with its game among those that are played, plays its move, and
// returns 1 if the game is over then.
func compare(t *testing.T, playing map[int]*naive.Game, rules naive.Rules, line string) (ended int) {
	t.Helper()
	var number, player, reward int
	var text, over string
	var mask, board uint32
	if _, err := fmt.Sscan(line, &number, &text, &mask, &board, &player, &reward, &over); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	g := playing[number]
	if g == nil {
		g = &naive.Game{Rules: rules}
	}
	legal := make([]byte, 3301)
	if rules.Optional {
		legal = make([]byte, 6601)
	}
	var next *naive.Game
	for _, m := range g.Moves() {
		legal[actionOf(m)] = 1
		if m.String() == text {
			next = g.Play(m)
		}
	}
	side := map[naive.Owner]int{naive.Light: 0, naive.Dark: 1}[g.Side()]
	switch {
	case next == nil:
		t.Fatalf("%s: %s is not legal", g, text)
	case mask != crc32.ChecksumIEEE(legal):
		t.Fatalf("%s: the mask is not that of the %d legal moves", g, len(g.Moves()))
	case board != crc32.ChecksumIEEE(seen(g)), player != side:
		t.Fatalf("%s: the planes or hands of player %d are wrong", g, player)
	case (over == "True") != next.Over():
		t.Fatalf("%s: over: %s", next, over)
	}
	margin := 0
	if next.Over() {
		ended, margin = 1, next.UnplacedSquares(g.Side().Opponent())-next.UnplacedSquares(g.Side())
	}
	if reward != margin {
		t.Fatalf("%s: the reward is %d, want %d", next, reward, margin)
	}
	playing[number] = next
	return ended
}

// mistakes calls an environment wrongly and prints what it says.
const mistakes = `
import signal, sys
from environment import ACTIONS, PASS, Environment, EngineError

def say(mistake):
    try:
        print("no error:", mistake())
    except (EngineError, ValueError) as error:
        print(type(error).__name__ + ":", error)

say(lambda: Environment("./missing"))
say(lambda: Environment("./cathedral-engine", rules="chess"))
say(lambda: Environment([sys.executable, "-c", "exit(3)"]))
environment = Environment("./cathedral-engine")
for action in PASS, 9999, -1, "x", None, ACTIONS["TAnA1"]:
    say(lambda: environment.step(action))
say(lambda: environment.set("startpos", ["CAnE5", "TAnE5"]))
say(lambda: environment.best_move(knots=3))
say(lambda: environment.solve())
environment.reset(3)
say(lambda: environment.step(5))
say(lambda: environment.step([1, 2]))
environment._process.kill()
say(lambda: environment.step(environment.sample()))
say(lambda: environment.evaluate())
environment.close()
environment = Environment("./cathedral-engine")
environment.close()
say(lambda: environment.step(environment.sample()))
silent = "print('readyok\\nstate result none score 47 47 legal none fen - l - 0', flush=True); import time; time.sleep(60)"
environment = Environment([sys.executable, "-c", silent], patience=1)
say(lambda: environment.after([PASS]))
def late(*_):
    raise TimeoutError("it is late")
signal.signal(signal.SIGALRM, late)
environment = Environment("./cathedral-engine")
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    environment.best_move(movetime=10000)
except TimeoutError as error:
    print(error)
say(lambda: environment.step(environment.sample()))
`

// A mistake is named in a sentence, and an engine that ends or falls silent is an exception.
func TestEnvironmentNamesMistakes(t *testing.T) {
	n := newLearner(t)
	enginetest.Must(t, os.WriteFile(filepath.Join(n.folder, "mistakes.py"), []byte(mistakes), 0o644))
	want := `EngineError: missing does not start: … Put cathedral-engine on the PATH, or say where it is: …
ValueError: "chess": option Rules: want one of classic, mattel, woods
EngineError: … has ended, with status 3
ValueError: "pass": move 1: Light can still place something and may not pass
ValueError: 9999 is not an action: want a number from 0 to 3300
ValueError: -1 is not an action: want a number from 0 to 3300
ValueError: 'x' is not an action: want a number from 0 to 3300
ValueError: None is not an action: want a number from 0 to 3300
ValueError: "TAnA1": move 1: the Cathedral must be placed now
ValueError: "TAnE5": move 2: E5 is built on
ValueError: want limits of nodes, depth or movetime, such as nodes=1000
ValueError: want limits of nodes, depth or movetime, such as nodes=1000
ValueError: 5 is not a list of actions, one for each game
ValueError: there are 2 actions for 3 games
EngineError: cathedral-engine has ended, with status …
EngineError: cathedral-engine has ended, with status …
EngineError: cathedral-engine has been closed
EngineError: … has not answered for 1 seconds
it is late
EngineError: a question to cathedral-engine was interrupted: make another Environment
`
	if got := n.run(t, "python3 mistakes.py", ""); !enginetest.Shows(want, got) {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
}

// After some seconds of learning, the learner wins most games against random moves, and it keeps the protocol.
func TestLearnerBeatsRandomMoves(t *testing.T) {
	enginetest.Long(t)
	n := newLearner(t, "cathedral")
	n.programs = n.folder
	n.run(t, "python3 learner.py train 15", "")
	match := n.run(t, `cathedral match --engine "name=learner cmd=python3 args=learner.py" --engine random --games 10 --tc 60+1 --strict`, "")
	var points float64
	if _, score, found := strings.Cut(match, "  Score "); !found {
		t.Fatal(match)
	} else if fmt.Sscan(score, &points); points < 7 {
		t.Error(match)
	}
	if got := n.run(t, "cathedral check --only match python3 learner.py", ""); !strings.Contains(got, " 0 failed, ") {
		t.Error(got)
	}
}

// libraries stands in for those that the adapters of WRITE-AN-ENGINE.md import.
const libraries = `
import random, sys, types
class Env:
    def reset(self, seed=None): pass
class Array:
    def __init__(self, data, kind): self.data = data
    def reshape(self, *shape): return self
sys.modules["numpy"] = types.SimpleNamespace(int8=int, frombuffer=Array)
sys.modules["gymnasium"] = types.SimpleNamespace(Env=Env)
sys.modules["gymnasium.spaces"] = types.SimpleNamespace(Box=lambda *bounds: bounds, Dict=dict, Discrete=range)
sys.modules["pettingzoo"] = types.SimpleNamespace(AECEnv=object)
`

// The adapters of WRITE-AN-ENGINE.md play games, and so do the examples of LEARNERS.md.
func TestExamplesInPython(t *testing.T) {
	n := newLearner(t, "cathedral")
	var script strings.Builder
	script.WriteString(libraries)
	for _, page := range []string{"../WRITE-AN-ENGINE.md", "../LEARNERS.md"} {
		document := enginetest.ReadDocument(t, page)
		for _, example := range document.Examples(t, "py") {
			script.WriteString(example)
		}
	}
	script.WriteString(`
game = CathedralAEC()
game.reset(seed=1)
steps, total = 0, 0
for agent in game.agent_iter():
    seen, reward, over, cut, _ = game.last()
    total += reward
    game.step(None if over else game.sample())
    steps += not over
assert steps > 10 and total == 0 and game.agents == [], (steps, total)
game = CathedralGym()
seen, _ = game.reset(seed=2)
over = False
while not over:
    legal = [i for i, one in enumerate(seen["action_mask"].data) if one]
    seen, reward, over, cut, _ = game.step(random.choice(legal))
assert reward in (-1, 0, 1)
print("done")
`)
	enginetest.Must(t, os.WriteFile(filepath.Join(n.folder, "examples.py"), []byte(script.String()), 0o644))
	n.programs = n.folder
	got := n.run(t, "cathedral tune games --games 1 --nodes 100 --late 100 played.txt && python3 examples.py", "")
	if !strings.HasSuffix(got, "done\n") || strings.Count(got, "] ") < 10 {
		t.Errorf("%.2000s", got)
	}
}
