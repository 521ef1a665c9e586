package study

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/book"
)

// quick are settings of searches that take no time.
func quick(rules engine.Rules) Settings { return Settings{Rules: rules, Nodes: 60, Lines: 3} }

// guess is the work on jobs of the kind analysisKind by a player that values moves by
// chance, always by the same.
func guess(_ context.Context, payload json.RawMessage, deliver func(any) error) error {
	var job analysisPayload
	if err := json.Unmarshal(payload, &job); err != nil {
		return err
	}
	p, err := engine.ParsePosition(job.Position, job.Settings.Rules)
	if err != nil {
		return err
	}
	moves := slices.DeleteFunc(distinctMoves(&p), func(m engine.Move) bool { return slices.Contains(job.Without, m.String()) })
	random := rand.New(rand.NewPCG(p.Key(), 0))
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	count := min(job.Settings.Lines, len(moves))
	if p.PlacesCathedral() {
		count = len(moves)
	}
	result := analysisResult{Rest: len(moves) - count, Depth: leastDepth, Nodes: job.Settings.Nodes}
	for i, move := range moves[:count] {
		result.Lines = append(result.Lines, searchedMove{move, max(-4000, 300-40*len(job.Without)-50*i-random.IntN(40))})
	}
	return deliver(result)
}

// grow has the tree in a file grow to a number of positions, by guesses. AtATime is 1 if it is
// less.
func grow(t *testing.T, path string, settings Settings, growth Growth, games ...*record.Game) *Tree {
	t.Helper()
	workers := farm.Workers{Carrier: farm.Local{Work: guess, Threads: growth.AtATime}}
	enginetest.Must(t, GrowTree(t.Context(), path, settings, games, growth, workers, func(int) {}))
	tree, err := readTree(path)
	enginetest.Must(t, err)
	return tree
}

// checkValues checks that the tree's values and proofs follow from its lines.
func checkValues(t *testing.T, tree *Tree) {
	t.Helper()
	for _, n := range tree.nodes {
		best := math.Inf(-1)
		for i := range n.lines {
			l := &n.lines[i]
			after := n.Position.Play(l.Move)
			next, _ := tree.at(&after)
			if next != l.node {
				t.Fatalf("%s: the line of %s leads to %v, want %v", &n.Position, l.Move, l.node, next)
			}
			if next == nil {
				continue
			}
			want := estimate{-next.value.Centi, next.value.Error}
			if after.Side() == n.Position.Side() { // as under woods, where Light moves twice
				want = next.value
			}
			if want.Error > 0 {
				want = combine(want, tree.searched(l.Centi, &n.Position))
			}
			if low, high := n.bounds(l); low == proofs.Loss && high == proofs.Win && (math.Abs(l.value.Centi-want.Centi) > 1e-9 || math.Abs(l.value.Error-want.Error) > 1e-9) {
				t.Errorf("%s: %s is worth %v, want %v", &n.Position, l.Move, l.value, want)
			}
		}
		for i := range n.lines {
			l := &n.lines[i]
			best = max(best, l.value.Centi)
		}
		if len(n.lines) > 0 && n.value.Centi != best && n.low < n.high {
			t.Errorf("%s is worth %v, and its best move %v", &n.Position, n.value.Centi, best)
		}
	}
}

func TestTreesGrowToTheirNumberOfPositionsUnderAllRules(t *testing.T) {
	for i, set := range engine.RuleSets() {
		for _, optional := range []bool{false, true} {
			settings := quick(engine.Rules{Set: set, OptionalCapture: optional})
			tree := grow(t, filepath.Join(t.TempDir(), "tree.txt"), settings, Growth{Positions: 400, Share: 70, AtATime: 1 + 2*i})
			if tree.Len() != 400 || tree.Settings != settings {
				t.Errorf("%v: the tree has %d positions and the settings %v", settings.Rules, tree.Len(), tree.Settings)
			}
			checkValues(t, tree)
			if least, most := slices.Min(tree.positions), slices.Max(tree.positions); least < 4 {
				t.Errorf("%v: placements have from %d to %d positions", settings.Rules, least, most)
			}
		}
	}
}

// The search values as many moves as it was asked for, all different; where the Cathedral
// is placed it values all placements, one of each four rotations. What it leaves out is
// counted.
func TestAnAnalysisValuesTheBestMoves(t *testing.T) {
	searcher := new(search.Searcher)
	for _, c := range []struct {
		set       engine.RuleSet
		moves     string
		lines     int // 0: all
		rotations int
	}{
		{engine.Classic, "", 0, 4},
		{engine.Woods, "", 3, 4},
		{engine.Woods, "CSnE8", 0, 1},
		{engine.Classic, "CAnF5", 3, 1},
	} {
		rules := engine.Rules{Set: c.set}
		settings := quick(rules)
		p := benchtest.After(t, rules, c.moves)
		p, _ = book.Canonical(&p)
		found, err := settings.analyse(t.Context(), searcher, &p, nil)
		if err == nil {
			err = found.check()
		}
		all := 0
		seen := map[engine.Move]bool{}
		for _, move := range p.Moves(nil) {
			if !seen[move] {
				all++
			}
			for quarters := range c.rotations {
				seen[move.Rotate(quarters)] = true
			}
		}
		lines := cmp.Or(c.lines, all)
		if err != nil || len(found.Lines) != lines || found.Rest != all-lines {
			t.Errorf("%v after %q: %d lines and %d other moves, %v, want %d and %d", rules, c.moves, len(found.Lines), found.Rest, err, lines, all-lines)
		}
		if lines == all {
			continue
		}
		var known []engine.Move
		for _, line := range found.Lines {
			known = append(known, line.Move)
		}
		more, err := settings.analyse(t.Context(), searcher, &p, known)
		enginetest.Must(t, err)
		if found.add(&more); found.check() != nil || len(found.Lines) != 2*lines || found.Rest != all-2*lines {
			t.Errorf("%v after %q: with other moves there are %d lines and %d moves, %v", rules, c.moves, len(found.Lines), found.Rest, found.check())
		}
	}
}

// Late in a game the prover knows who wins.
func TestAnAnalysisProvesWhoWins(t *testing.T) {
	fields := enginetest.Lines(t, "endgames.txt")[0].Fields(t, 3)
	position := enginetest.Position(t, fields[0], engine.Rules{})
	margin, err := strconv.Atoi(fields[1])
	enginetest.Must(t, err)
	settings := Settings{Nodes: 100, Lines: 2, ProofNodes: 100_000}
	found, err := settings.analyse(t.Context(), new(search.Searcher), &position, nil)
	if want := proofs.Verdict(max(-1, min(margin, 1))); err != nil || !found.Proven || found.Verdict != want {
		t.Errorf("%s: proven is %t, %v, %v, want %v", &position, found.Proven, found.Verdict, err, want)
	}
}

// The work of a job delivers the findings of the search.
func TestPositionsAreAnalysedByJobs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	workers := farm.Workers{Threads: 2}
	enginetest.Must(t, GrowTree(t.Context(), path, quick(engine.Rules{}), nil, Growth{Positions: 4, AtATime: 2}, workers, func(int) {}))
	tree, err := readTree(path)
	if err != nil || tree.Len() != 4 || len(tree.root().Lines) != 56 {
		t.Fatalf("the tree cannot be read or lacks positions: %v", err)
	}
	checkValues(t, tree)
}

// With one worker the settings determine the tree, and an interruption changes nothing.
func TestTheSameTreeGrowsAgainAndInParts(t *testing.T) {
	folder := t.TempDir()
	settings := quick(engine.Rules{})
	whole, parts := filepath.Join(folder, "whole.txt"), filepath.Join(folder, "parts.txt")
	grow(t, whole, settings, Growth{Positions: 150, Share: 50})
	for _, positions := range []int{1, 40, 41, 100, 150} {
		grow(t, parts, settings, Growth{Positions: positions, Share: 50})
	}
	if a, b := benchtest.Read(t, whole), benchtest.Read(t, parts); a != b {
		t.Errorf("grown in parts, the tree is\n%s\nwant\n%s", b, a)
	}
}

// A line that is not whole is neither read nor kept; what follows joins the whole ones.
func TestACutOffLineIsForgotten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	settings := quick(engine.Rules{})
	grow(t, path, settings, Growth{Positions: 20, Share: 50})
	text := benchtest.Read(t, path)
	benchtest.Write(t, path, text[:len(text)-9])
	if tree, err := readTree(path); err != nil || tree.Len() != 19 {
		t.Fatalf("the tree with a line cut off: %v", err)
	}
	grow(t, path, settings, Growth{Positions: 20, Share: 50})
	if again := benchtest.Read(t, path); again != text {
		t.Errorf("the tree was repaired to\n%s\nwant\n%s", again, text)
	}
}

// A position whose search was too shallow to be of use is searched again, whose result
// counts from then on.
func TestShallowPositionsAreSearchedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	settings := quick(engine.Rules{})
	grow(t, path, settings, Growth{Positions: 12})
	whole := benchtest.Read(t, path)
	lines := strings.SplitAfter(whole, "\n")
	deep := lines[5]
	lines[5] = strings.Replace(strings.Replace(deep, "acd 4; acn 60", "acd 1; acn 80", 1), "lines ", "lines TAnA1 4000 ", 1)
	if lines[5] == deep {
		t.Fatalf("nothing is changed in %s", deep)
	}
	benchtest.Write(t, path, strings.Join(lines, ""))
	tree := grow(t, path, settings, Growth{Positions: 12})
	entry := benchtest.Entry(t, deep)
	n, _ := tree.at(&entry.Position)
	if n.Depth != leastDepth || len(n.Lines) != settings.Lines {
		t.Errorf("%s has %d lines and the depth %d", &entry.Position, len(n.Lines), n.Depth)
	}
	checkValues(t, tree)
}

func TestATreeWithOtherSettingsIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	settings := quick(engine.Rules{})
	grow(t, path, settings, Growth{Positions: 2})
	text := benchtest.Read(t, path)
	for _, other := range []Settings{quick(engine.Rules{Set: engine.Mattel}), quick(engine.Rules{OptionalCapture: true}), {Nodes: 61, Lines: 3}} {
		err := GrowTree(t.Context(), path, other, nil, Growth{Positions: 3, AtATime: 1}, farm.Workers{Carrier: farm.Local{Work: guess, Threads: 1}}, func(int) {})
		if err == nil || benchtest.Read(t, path) != text {
			t.Errorf("%v: the error is %v", other, err)
		}
	}
}

// A merged tree has the positions of all its sources, and values of all of them.
func TestMergedTreesHaveAllPositions(t *testing.T) {
	folder := t.TempDir()
	settings := quick(engine.Rules{})
	deep, wide, merged := filepath.Join(folder, "deep.txt"), filepath.Join(folder, "wide.txt"), filepath.Join(folder, "merged.txt")
	a, b := grow(t, deep, settings, Growth{Positions: 60}), grow(t, wide, settings, Growth{Positions: 60, Share: 100, AtATime: 2})
	positions, err := MergeTrees(merged, []string{deep, wide})
	enginetest.Must(t, err)
	tree, err := readTree(merged)
	if err != nil || tree.Len() != positions {
		t.Fatalf("%d positions are merged, %v", positions, err)
	}
	checkValues(t, tree)
	for _, source := range []*Tree{a, b} {
		for key, n := range source.nodes {
			if found := tree.nodes[key]; found == nil || found.Nodes < n.Nodes {
				t.Errorf("%s is missing", &n.Position)
			}
		}
	}
	text := benchtest.Read(t, merged)
	if again, err := MergeTrees(merged, []string{wide, deep}); err != nil || again != positions || benchtest.Read(t, merged) != text {
		t.Errorf("merged again, there are %d positions, %v, or the file is another", again, err)
	}
	other := filepath.Join(folder, "other.txt")
	grow(t, other, quick(engine.Rules{Set: engine.Mattel}), Growth{Positions: 1})
	if _, err := MergeTrees(merged, []string{deep, other}); err == nil {
		t.Error("trees of different rules are merged")
	}
}

// analysisOf returns an analysis of the position after moves, with values of its lines.
func analysisOf(t *testing.T, moves string, lines ...searchedMove) analysis {
	t.Helper()
	p := benchtest.After(t, engine.Rules{}, moves)
	canonical, quarters := book.Canonical(&p)
	for i := range lines {
		lines[i].Move = lines[i].Move.Rotate(quarters)
	}
	return analysis{Position: canonical, Lines: lines, Rest: 1, Nodes: 1}
}

// lineOf returns a line for a side.
func lineOf(t *testing.T, move string, side engine.Side, centi int) searchedMove {
	t.Helper()
	m, err := engine.ParseMove(move, side)
	enginetest.Must(t, err)
	return searchedMove{m, centi}
}

// After CAnF5 Dark's best move turns out to be bad, and its second best competes as a
// drop-out.
func TestADropOutTakesThePlaceOfAMoveThatFails(t *testing.T) {
	tree := newTree(quick(engine.Rules{}))
	tree.add(analysisOf(t, "", lineOf(t, "CAnF5", engine.Light, -400), lineOf(t, "CAnE4", engine.Light, -420)))
	tree.add(analysisOf(t, "CAnF5", lineOf(t, "ACnB3", engine.Dark, 400), lineOf(t, "IFnC8", engine.Dark, 350)))
	p := benchtest.After(t, engine.Rules{}, "CAnF5")
	n, _ := tree.at(&p)
	if want := 400 - searchOptimism(1); n.value.Centi != want {
		t.Errorf("after CAnF5 the value is %v, want %v", n.value, want)
	}
	tree.add(analysisOf(t, "CAnF5 ACnB3", lineOf(t, "CSnE8", engine.Light, -100)))
	if want := 350 - searchOptimism(1); n.value.Centi != want {
		t.Errorf("after a refutation the value is %v, want %v", n.value, want)
	}
	checkValues(t, tree)
	// The cheapest path goes to the drop-out, not to the move that lost 2.5 squares.
	next, found := tree.next(anyPlacement)
	if want := analysisOf(t, "CAnF5 IFnC8"); !found || next.position.Key() != want.Position.Key() {
		t.Errorf("%s is next, want %s", &next.position, &want.Position)
	}
	// That is under way, so another is chosen.
	if other, found := tree.next(anyPlacement); !found || other.position.Key() == next.position.Key() {
		t.Errorf("the same position is next again: %s, %t", &other.position, found)
	}
}

// branch returns a game that begins with the first plies of another one, continues at random,
// and ends with the same margin.
func branch(game *record.Game, plies int, random *rand.Rand) *record.Game {
	marginOf := func(p engine.Position) int { return p.Margin(engine.Light) }
	for {
		other := record.New(game.Start)
		other.Moves = slices.Clone(game.Moves[:plies])
		positions := other.Positions()
		p := positions[len(positions)-1]
		for !p.Over() {
			moves := p.Moves(nil)
			other.Moves = append(other.Moves, record.Move{Move: moves[random.IntN(len(moves))]})
			p = p.Play(other.Moves[len(other.Moves)-1].Move)
		}
		if positions := game.Positions(); marginOf(p) == marginOf(positions[len(positions)-1]) {
			return other
		}
	}
}

// With Played, a position that enough games passed is searched before all others, the one of
// most games first, also if no line leads to it.
func TestWhatIsPlayedIsSearchedFirst(t *testing.T) {
	games := randomGames(2)
	random := rand.New(rand.NewPCG(3, 4))
	games = append(games, branch(games[0], 7, random), branch(games[0], 7, random), branch(games[1], 7, random))
	first, often := games[0].Positions(), games[1].Positions()
	tree := grow(t, filepath.Join(t.TempDir(), "tree.txt"), quick(engine.Rules{}), Growth{Positions: 9, Played: 3}, games...)
	for i := range 9 {
		n, _ := tree.at(&first[i])
		if want := i <= lastPlayedPly; (n != nil) != want {
			t.Errorf("ply %d of a game played three times is in the tree: %t", i, n != nil)
		}
		if other, _ := tree.at(&often[i]); i > 1 && other != nil {
			t.Errorf("ply %d of a game played twice is in the tree", i)
		}
	}
}

func TestProofsAreBackedUp(t *testing.T) {
	tree := newTree(quick(engine.Rules{}))
	tree.add(analysisOf(t, "", lineOf(t, "CAnF5", engine.Light, 40)))
	tree.add(analysisOf(t, "CAnF5", lineOf(t, "ACnB3", engine.Dark, -40), lineOf(t, "IFnC8", engine.Dark, -50)))
	lost := analysisOf(t, "CAnF5 IFnC8", lineOf(t, "CSnE8", engine.Light, 20))
	lost.Verdict, lost.Proven = proofs.Loss, true
	tree.add(lost)
	p := benchtest.After(t, engine.Rules{}, "CAnF5")
	entry, found := tree.Find(&p)
	if !found || !entry.Moves[0].Proven || entry.Moves[0].Move.Move.String() != "IFnC8" || entry.Moves[0].Centi < 100 {
		t.Errorf("Dark has a proven win, and the moves are %+v", entry.Moves)
	}
	root := tree.root()
	if root.low != proofs.Loss || root.high != proofs.Win {
		t.Errorf("Light has other placements, but the beginning is proven: %v to %v", root.low, root.high)
	}
	only := analysisOf(t, "", lineOf(t, "CAnF5", engine.Light, 40))
	only.Rest = 0
	tree.add(only)
	if root.high != proofs.Loss || root.value.Centi > -100 {
		t.Errorf("all of Light's placements lose, but the beginning is %v at best and worth %v", root.high, root.value)
	}
	if _, found := tree.next(anyPlacement); found {
		t.Error("a game that is decided is studied further")
	}
}

// Games count where the tree ends: the more of them, the more. Those that are much the same
// count once.
func TestGamesChangeTheValuesOfDropOuts(t *testing.T) {
	if got := combine(estimate{300, 100}, estimate{600, 100}); math.Abs(got.Centi-450) > 1e-9 || math.Abs(got.Error-100/math.Sqrt2) > 1e-9 {
		t.Errorf("two equally sure estimates of 300 and 600 are combined to %v", got)
	}
	game := benchtest.Games(t, benchtest.Read(t, "../testdata/randomgames.txt"))[0]
	random := rand.New(rand.NewPCG(5, 6))
	positions := game.Positions()
	margin := positions[len(positions)-1].Margin(engine.Light)
	tree := newTree(quick(engine.Rules{}))
	first := game.Moves[0].Move
	tree.add(analysisOf(t, "", searchedMove{first, 100*margin + 400}))
	value := tree.root().value
	for range 3 {
		tree.AddGames([]*record.Game{branch(game, 3, random)})
		now := tree.root().value
		if now.Centi >= value.Centi || now.Centi <= float64(100*margin) || now.Error >= value.Error {
			t.Errorf("after a game that Light won by %d the value goes from %v to %v", margin, value, now)
		}
		value = now
	}
	tree.AddGames([]*record.Game{game, branch(game, newGamePly, random)}) // two that hardly differ
	entry, _ := tree.Find(&positions[0])
	if entry.Moves[0].Games() != 4 {
		t.Errorf("%d games are counted, want 4", entry.Moves[0].Games())
	}
}

// The games that passed a position count for it beside its best move. At the beginning they
// do not, because they do not choose the placement of the Cathedral.
func TestGamesCountAtEveryPositionThatTheyPassed(t *testing.T) {
	games := randomGames(1)
	game := games[0]
	game.Moves[1].Comment = ""
	positions := game.Positions()
	margin := 100 * float64(positions[len(positions)-1].Margin(engine.Light))
	tree := newTree(quick(engine.Rules{}))
	first := game.Moves[0].Move
	tree.add(analysisOf(t, "", searchedMove{first, int(margin)}))
	replies := positions[1].Moves(nil)
	other := replies[0]
	if other == game.Moves[1].Move {
		other = replies[1]
	}
	tree.add(analysisOf(t, first.String(), searchedMove{other, int(-margin) + 700}))
	before := tree.root().value
	tree.AddGames(games)
	n, _ := tree.at(&positions[1])
	want := combine(estimate{n.lines[0].value.Centi, searchError(1)}, estimate{-margin, math.Hypot(gameError(1), sharedError)})
	if n.value != want || n.value == n.lines[0].value {
		t.Errorf("the position after the placement is worth %v, want %v", n.value, want)
	}
	root := tree.root()
	want = combine(tree.searched(root.Lines[0].Centi, &root.Position), n.value.negated())
	if root.value.Centi != want.Centi || root.value == before {
		t.Errorf("the beginning is worth %v and was worth %v, want %v", root.value, before, want)
	}
}

// If games end better for a side than the searches at a ply expected, the values of searches at
// that ply move by as much for that side, but less if there are few games.
func TestGamesCorrectTheBiasOfSearches(t *testing.T) {
	tree := newTree(quick(engine.Rules{}))
	games := randomGames(40)
	for _, game := range games {
		positions := game.Positions()
		margin := positions[len(positions)-1].Margin(engine.Light)
		comment := record.MoveComment{Centi: -100*margin + 300, Depth: 1} // Dark's
		game.Moves[1].Comment = comment.String()
	}
	tree.AddGames(games)
	positions := games[0].Positions()
	for ply, want := range map[int]float64{1: -300 * 40 / (40 + doubtfulSearches), 2: 0, 12: 0} {
		if got := tree.searched(0, &positions[ply]).Centi + searchOptimism(ply); math.Abs(got-want) > 1e-9 {
			t.Errorf("Dark expected 3 squares too many at ply 1, and a value of 0 at ply %d counts as %v, want %v", ply, got, want)
		}
	}
}

// The error of a node grows with the number of its lines that may be the best, and is that of
// the best line if no other is near. The value of a node without expanded lines is as good as a search.
func TestTheErrorOfTheBestAllowsForTheOthers(t *testing.T) {
	of := func(values ...estimate) *node {
		n := &node{}
		for _, value := range values {
			n.lines = append(n.lines, line{value: value})
		}
		return n
	}
	// The larger of two standard normal numbers has the mean 1/√π and the mean square 1.
	for _, c := range []struct {
		n    *node
		want float64
	}{
		{of(estimate{50, 40}), 40},
		{of(estimate{50, 40}, estimate{-900, 60}), 40},
		{of(estimate{0, 100}, estimate{0, 100}), 100},
		{of(estimate{0, 0}, estimate{0, 100}), 100 / math.Sqrt2},
	} {
		if got := c.n.errorOfBest(); math.Abs(got-c.want) > 0.01 {
			t.Errorf("the error of the best of %v is %v, want %v", c.n.lines, got, c.want)
		}
	}
	last := 0.0
	for lines := 2; lines <= 56; lines++ {
		now := of(slices.Repeat([]estimate{{0, 40}}, lines)...).errorOfBest()
		if now < last || now > 40*3 {
			t.Errorf("the error of the best of %d is %v, and of one less %v", lines, now, last)
		}
		last = now
	}
	tree := newTree(quick(engine.Rules{}))
	tree.add(analysisOf(t, "CAnF5", lineOf(t, "ACnB3", engine.Dark, 400), lineOf(t, "IFnC8", engine.Dark, 400)))
	p := benchtest.After(t, engine.Rules{}, "CAnF5")
	if n, _ := tree.at(&p); n.value.Error != searchError(1) {
		t.Errorf("without expanded lines the error is %v, want %v", n.value.Error, searchError(1))
	}
}

// A book has the positions with an explored best move: expanded, proven, or played in games.
func TestABookLeavesOutWhatIsUnexplored(t *testing.T) {
	tree := newTree(quick(engine.Rules{}))
	tree.add(analysisOf(t, "", lineOf(t, "CAnF5", engine.Light, -400), lineOf(t, "CAnE4", engine.Light, -500)))
	tree.add(analysisOf(t, "CAnF5", lineOf(t, "ACnB3", engine.Dark, 400), lineOf(t, "IFnC8", engine.Dark, 100)))
	if entries := tree.Entries(); len(entries) != 1 || entries[0].Position.Ply() != 0 {
		t.Errorf("the book has %d positions, want the beginning alone", len(entries))
	}
	tree.add(analysisOf(t, "CAnF5 IFnC8", lineOf(t, "CSnE8", engine.Light, 100)))
	if entries := tree.Entries(); len(entries) != 1 {
		t.Errorf("after the expansion of a worse move the book has %d positions, want 1", len(entries))
	}
	tree.add(analysisOf(t, "CAnF5 ACnB3", lineOf(t, "CSnE8", engine.Light, -400)))
	if entries := tree.Entries(); len(entries) != 2 {
		t.Errorf("after that of the best move the book has %d positions, want 2", len(entries))
	}
}

// A tree has the same values for all rotations of a position.
func TestATreeKnowsRotations(t *testing.T) {
	tree := grow(t, filepath.Join(t.TempDir(), "tree.txt"), quick(engine.Rules{}), Growth{Positions: 70, Share: 100})
	for _, entry := range tree.Entries() {
		for quarters := range 4 {
			turned := entry.Position.Rotate(quarters)
			got, found := tree.Find(&turned)
			if !found || len(got.Moves) != len(entry.Moves) {
				t.Fatalf("%s is not found after %d quarter turns", &entry.Position, quarters)
			}
			for i, move := range got.Moves {
				if !turned.IsLegal(move.Move.Move) || move.Centi != entry.Moves[i].Centi {
					t.Errorf("after %d quarter turns move %d is %+v, want %+v turned", quarters, i, move, entry.Moves[i])
				}
			}
		}
	}
}

// A carrier that gives up ends the growth, with all that was found before in the file.
func TestAGrowthEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	ctx, cancel := context.WithCancel(t.Context())
	err := GrowTree(ctx, path, quick(engine.Rules{}), nil, Growth{Positions: 1000, AtATime: 2}, farm.Workers{Carrier: farm.Local{Work: guess, Threads: 2}}, func(positions int) {
		if positions == 10 {
			cancel()
		}
	})
	if err != context.Canceled {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if tree, err := readTree(path); err != nil || tree.Len() < 10 {
		t.Errorf("the file cannot be read or lacks positions: %v", err)
	}
}

func FuzzTreeFile(f *testing.F) {
	settings := quick(engine.Rules{})
	f.Add(settings.Heading(), "10/10/10/10/10/10/10/10/10/10 l C 0 lines CAnE4 -342; rest 55; verdict loss; acd 3; acn 60;")
	f.Add("# Openings", "10/10/10/10/10/10/10/10/10/10 l C 0 lines CAnE4; rest -1;")
	f.Fuzz(func(t *testing.T, heading, line string) {
		if settings, err := parseHeading(heading); err == nil && settings.Heading() != heading {
			t.Errorf("heading %q is read as %q", heading, settings.Heading())
		}
		entry, err := record.NewPositionReader(strings.NewReader(line), engine.Rules{}).Next()
		if err != nil {
			return
		}
		found, err := parseAnalysis(entry)
		if err != nil {
			return
		}
		var text bytes.Buffer
		enginetest.Must(t, found.entry().Write(&text))
		entry, err = record.NewPositionReader(&text, engine.Rules{}).Next()
		enginetest.Must(t, err)
		again, err := parseAnalysis(entry)
		if err != nil || again.Position.Key() != found.Position.Key() || !slices.Equal(again.Lines, found.Lines) ||
			again.Rest != found.Rest || again.Nodes != found.Nodes || again.Depth != found.Depth ||
			again.Proven != found.Proven || again.Verdict != found.Verdict {
			t.Errorf("%q is read again as %+v, %v, want %+v", line, again, err, found)
		}
	})
}
