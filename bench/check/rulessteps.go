package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine"
	"cathedral/protocol"
	"cathedral/protocol/wire"
)

// ruleSteps compare the engine's rules with those of package engine, in every rule
// set that it offers.
func ruleSteps() []step {
	var table []step
	for _, optional := range []bool{false, true} {
		for _, set := range engine.RuleSets() {
			rules := engine.Rules{Set: set, OptionalCapture: optional}
			name := set.String()
			if optional {
				name += " with optional capture"
			}
			table = append(table,
				step{name: "query in random games, " + name, run: underRules(rules, queriesInGames)},
				step{name: "perft, " + name, run: underRules(rules, counts)},
				step{name: "plays a whole game, " + name, run: underRules(rules, playsGame)},
			)
		}
	}
	return append(table,
		step{name: "query fen", run: inRandomGames(queriesText)},
		step{name: "query islegal", run: inRandomGames(queriesLegality)},
		step{name: "Rules apply from the next position", run: rulesWait},
	)
}

// underRules returns a step that is run under the given rules if the engine offers
// them.
func underRules(rules engine.Rules, run func(*conversation, engine.Rules) error) func(*conversation) error {
	return func(c *conversation) error {
		if !slices.Contains(c.offeredRules(), rules) {
			return notOffered("no such rules")
		}
		if err := c.setRules(rules); err != nil {
			return err
		}
		return run(c, rules)
	}
}

// query sends a query and returns the text after the word response.
func (c *conversation) query(what string) (string, error) {
	said, err := c.tell("query " + what)
	if err != nil {
		return "", err
	}
	var responses []string
	for _, line := range said {
		if begins("response")(line) {
			responses = append(responses, strings.TrimSpace(strings.TrimPrefix(line, "response")))
		}
	}
	switch len(responses) {
	case 0:
		word, _, _ := strings.Cut(what, " ")
		return "", notOffered("no query " + word)
	case 1:
		return responses[0], nil
	}
	return "", fmt.Errorf("query %s: %d responses", what, len(responses))
}

// queriesInGames sends every query at every ply of random games.
func queriesInGames(c *conversation, rules engine.Rules) error {
	random := c.random()
	for range 2 {
		g := newGame(rules)
		for {
			if err := c.judgeQueries(g); err != nil {
				return err
			}
			if g.position.Over() {
				break
			}
			moves := g.position.Moves(nil)
			g.play(moves[random.IntN(len(moves))])
		}
	}
	return nil
}

// judgeQueries checks the responses to all queries about a position. An engine may
// lack some of the queries, but not all.
func (c *conversation) judgeQueries(g *game) error {
	if err := c.send(g.command()); err != nil {
		return err
	}
	p := &g.position
	offered := 0
	for _, question := range []struct {
		what  string
		judge func(got string) error
	}{
		{"gameover", wants(strconv.FormatBool(p.Over()))},
		{"p1turn", wants(strconv.FormatBool(p.Side() == engine.Light))},
		{"result", wants(protocol.ResultWord(p.Outcome()))},
		{"score", wants(fmt.Sprintf("%d %d", p.Unplaced(engine.Light), p.Unplaced(engine.Dark)))},
		{"legal", func(got string) error { return sameMoves(strings.Fields(got), p) }},
	} {
		got, err := c.query(question.what)
		if isNotOffered(err) {
			continue
		}
		if err == nil {
			offered++
			err = question.judge(got)
		}
		if err != nil {
			return fmt.Errorf("query %s at %s: %w", question.what, p, err)
		}
	}
	if offered == 0 {
		return notOffered("no query")
	}
	return nil
}

func queriesText(c *conversation, g *game) error {
	if err := c.send(g.command()); err != nil {
		return err
	}
	got, err := c.query("fen")
	if err == nil {
		err = wants(g.position.String())(got)
	}
	return err
}

// queriesLegality asks for a legal move, for moves that are not legal, and for texts
// that are not moves.
func queriesLegality(c *conversation, g *game) error {
	if err := c.send(g.command()); err != nil {
		return err
	}
	questions := []string{"CAnA1", "TAnA1", "pass", "none", "e2e4", "TAnA11"}
	if legal := g.position.Moves(nil); len(legal) > 0 {
		questions = append(questions, legal[len(legal)/2].String())
	}
	for _, text := range questions {
		got, err := c.query("islegal " + text)
		if err != nil {
			return err
		}
		_, fault := wire.ParseLegalMove(text, &g.position)
		if err := wants(strconv.FormatBool(fault == nil))(got); err != nil {
			return fmt.Errorf("query islegal %s at %s: %w", text, &g.position, err)
		}
	}
	return nil
}

// wants returns a function that compares a response with the right one.
func wants(want string) func(string) error {
	return func(got string) error {
		if got != want {
			return fmt.Errorf("%q, want %q", shorten(got), want)
		}
		return nil
	}
}

// sameMoves compares a list of moves with the legal ones.
func sameMoves(got []string, p *engine.Position) error {
	legal := map[string]bool{}
	for _, move := range p.Moves(nil) {
		legal[move.String()] = true
	}
	for _, text := range got {
		if !legal[text] {
			return fmt.Errorf("%s is illegal or listed twice", shorten(text))
		}
		delete(legal, text)
	}
	for _, text := range slices.Sorted(maps.Keys(legal)) {
		return fmt.Errorf("%s is legal and missing, as are %d others", text, len(legal)-1)
	}
	return nil
}

// counts compares perft with package engine's, late in games, when it is fast.
func counts(c *conversation, rules engine.Rules) error {
	if !c.traits.perft {
		return notOffered("no go perft")
	}
	random := c.random()
	for range 6 {
		g := randomGame(random, rules, func(p *engine.Position) bool { return p.Ply() > 2 && p.CountMoves() < 200 })
		for depth := 1; depth <= 2; depth++ {
			if err := c.judgePerft(g, depth); err != nil {
				return fmt.Errorf("go perft %d at %s: %w", depth, &g.position, err)
			}
		}
	}
	return c.judgePerft(newGame(rules), 1)
}

func (c *conversation) judgePerft(g *game, depth int) error {
	if err := c.send(g.command(), fmt.Sprintf("go perft %d", depth)); err != nil {
		return err
	}
	last, before, err := c.await("Nodes searched", begins("Nodes"))
	if err != nil {
		return err
	}
	counts := map[string]string{}
	total, err := engine.Perft(c.ctx, &g.position, depth, 1, func(m engine.Move, count uint64) {
		counts[m.String()] = strconv.FormatUint(count, 10)
	})
	if err != nil {
		return err
	}
	for _, line := range before {
		move, count, isCount := strings.Cut(line, ": ")
		if !isCount {
			continue
		}
		if want := counts[move]; count != want {
			return fmt.Errorf("%q, want %q", shorten(line), want)
		}
		delete(counts, move)
	}
	for _, move := range slices.Sorted(maps.Keys(counts)) {
		return fmt.Errorf("no count for %s", move)
	}
	if want := fmt.Sprintf("Nodes searched: %d", total); last != want {
		return fmt.Errorf("%q, want %q", shorten(last), want)
	}
	return nil
}

// playsGame lets the engine play both sides, a few milliseconds a move.
func playsGame(c *conversation, rules engine.Rules) error {
	if err := c.send("uginewgame"); err != nil {
		return err
	}
	g := newGame(rules)
	for {
		answer, err := c.answers(g, "go movetime 5", c.atOnce())
		if err != nil {
			return err
		}
		if g.position.Over() {
			return nil
		}
		move, err := engine.ParseMove(answer.best, g.position.Side())
		if err != nil {
			return err
		}
		if canonical := move.String(); answer.best != canonical {
			return fmt.Errorf("bestmove %s, want it written %s", answer.best, canonical)
		}
		g.play(move)
	}
}

// rulesWait sets rules under which the other side begins, and checks that they apply
// to the next position only.
func rulesWait(c *conversation) error {
	woods := engine.Rules{Set: engine.Woods}
	if !slices.Contains(c.offeredRules(), woods) {
		return notOffered("no option Rules with woods")
	}
	before, after := newGame(engine.Rules{}), newGame(woods)
	if err := c.send("position startpos"); err != nil {
		return err
	}
	if err := c.setRules(woods); err != nil {
		return err
	}
	for _, g := range []*game{before, after} {
		answer, err := c.search("go depth 1")
		if err != nil {
			return err
		}
		if err := answer.judge(&g.position, false); err != nil {
			return err
		}
		if err := c.send("position startpos"); err != nil {
			return err
		}
	}
	return nil
}
