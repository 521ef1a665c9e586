package check

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine"
	"cathedral/engine/wording"
	"cathedral/protocol"
	"cathedral/protocol/process"
	"cathedral/protocol/wire"
)

// The actions of "judge", for decisions that a text cannot make.

// judgePosition checks that the engine's position is the given one, or the game's: by d if the
// engine offers it, otherwise by a bestmove that is legal there.
func judgePosition(c *conversation, g *given) (err error) {
	if len(g.texts) > 0 {
		if err := c.notePosition("position " + c.expand(g.text())); err != nil {
			return err
		}
	} else if c.sent != c.placed {
		defer func() {
			if err != nil {
				err = fmt.Errorf("want the line refused and the position as before: %w", err)
			}
		}()
	}
	p := &c.game.position
	if !c.offers("d with a line Fen") {
		if err := c.send("go nodes 1"); err != nil {
			return err
		}
		if err := c.expectBest(0); err != nil {
			if _, unreadable := engine.ParseMove(c.answer.best, p.Side()); unreadable != nil && !p.Over() {
				return err // which says nothing about the position
			}
			return fmt.Errorf("the move is not legal there: %w", err)
		}
		return c.ready()
	}
	if err := c.ask("d"); err != nil {
		return err
	}
	if i := slices.IndexFunc(c.said, begins("Fen:")); i < 0 || c.said[i] != "Fen: "+p.String() {
		return fmt.Errorf("the position is %q, want %q", shorten(strings.TrimPrefix(strings.Join(c.said[max(i, 0):i+1], ""), "Fen: ")), p)
	}
	return nil
}

// judgeInfo checks the last info line: it must have depth, score, nodes, nps and
// time, and a legal pv that begins with the best move.
func judgeInfo(c *conversation, _ *given) error {
	a := c.answer
	if a.info == "" {
		return errors.New("no info line before bestmove")
	}
	missing := slices.DeleteFunc([]string{"depth", "score", "nodes", "nps", "time", "pv"}, a.has)
	if len(missing) > 0 {
		return fmt.Errorf("%q: no %s", shorten(a.info), strings.Join(missing, ", "))
	}
	info, err := a.lastInfo()
	if err != nil {
		return err
	}
	switch {
	case len(info.PV) == 0:
		return fmt.Errorf("%q: no pv", shorten(a.info))
	case info.PV[0] != a.best:
		return fmt.Errorf("%q: the pv does not begin with the best move %s", shorten(a.info), a.best)
	}
	position := a.position
	for i, text := range info.PV {
		if position, err = play(&position, text); err != nil {
			return fmt.Errorf("%q: move %d of the pv: %w", shorten(a.info), i+1, err)
		}
	}
	return nil
}

// judgeLines checks that there are three lines with different moves, of which the first
// begins with the best one. Whether they are the best lines only a search as deep as the
// engine's could decide.
func judgeLines(c *conversation, _ *given) error {
	firsts := map[int]string{} // the first move of each line, by its rank
	for _, line := range c.answer.infos {
		if info, _ := wire.ParseInfo(line); info.MultiPV > 0 && len(info.PV) > 0 {
			firsts[info.MultiPV] = info.PV[0]
		}
	}
	if len(firsts) != 3 || firsts[1] == firsts[2] || firsts[1] == firsts[3] || firsts[2] == firsts[3] {
		return fmt.Errorf("want three lines with different moves, not %v", firsts)
	}
	if firsts[1] != c.answer.best {
		return fmt.Errorf("bestmove %s, but the first line begins with %s", c.answer.best, firsts[1])
	}
	return nil
}

// judgeOrder checks that each line has the rank of the line before it, the next rank,
// or 1.
func judgeOrder(c *conversation, _ *given) error {
	before := 0
	for _, line := range c.answer.infos {
		info, _ := wire.ParseInfo(line)
		if rank := info.MultiPV; rank > 1 && rank != before && rank != before+1 {
			return fmt.Errorf("line %d after line %d", rank, before)
		}
		before = max(info.MultiPV, 1)
	}
	return nil
}

// judgeChances checks that the engine's chances add up to 1000.
func judgeChances(c *conversation, _ *given) error {
	var win, draw, loss int
	_, chances, _ := strings.Cut(c.answer.info, " wdl ")
	if n, _ := fmt.Sscan(chances, &win, &draw, &loss); n != 3 || win+draw+loss != 1000 {
		return fmt.Errorf("%q: want wdl and three numbers with the sum 1000", shorten(c.answer.info))
	}
	return nil
}

// judgeFinalScore checks the score of a finished game. A client that sent uci, and so
// understands only cp, gets the margin in hundredths. Other games may have any score.
func judgeFinalScore(c *conversation, _ *given) error {
	a, p := c.answer, &c.answer.position
	margin := p.Margin(p.Side())
	want := fmt.Sprintf("score final %d", margin)
	if c.speaksUCI {
		want = fmt.Sprintf("score cp %d", 100*margin)
	}
	switch info, err := a.lastInfo(); {
	case !p.Over():
		return nil
	case err != nil || info.Depth != 0 || !a.has("depth"):
		return fmt.Errorf("%q, want info depth 0", shorten(a.info))
	case !a.has(want):
		return fmt.Errorf("%q, want %s", shorten(a.info), want)
	}
	return nil
}

// judgeResponse checks the response to a query that was sent. An engine may lack some of
// the queries, but not all those of a step.
func judgeResponse(c *conversation, _ *given) error {
	var responses []string
	for _, line := range c.said {
		if begins("response")(line) {
			responses = append(responses, strings.TrimSpace(strings.TrimPrefix(line, "response")))
		}
	}
	c.questions++
	switch len(responses) {
	case 0:
		return nil
	case 1:
		c.responses++
	default:
		return fmt.Errorf("%s: %d responses", c.sent, len(responses))
	}
	if err := c.judgeQuery(strings.TrimPrefix(c.sent, "query "), responses[0]); err != nil {
		return fmt.Errorf("%s at %s: %w", c.sent, &c.game.position, err)
	}
	return nil
}

// judgeQuery checks the text after the word response.
func (c *conversation) judgeQuery(query, got string) error {
	p := &c.game.position
	var want string
	switch word, text, _ := strings.Cut(query, " "); word {
	case "gameover":
		want = strconv.FormatBool(p.Over())
	case "p1turn":
		want = strconv.FormatBool(p.Side() == engine.Light)
	case "result":
		want = protocol.ResultWord(p.Outcome())
	case "score":
		want = fmt.Sprintf("%d %d", p.Unplaced(engine.Light), p.Unplaced(engine.Dark))
	case "fen":
		want = p.String()
	case "islegal":
		_, fault := engine.ParseLegalMove(text, p)
		want = strconv.FormatBool(fault == nil)
	case "legal":
		return sameMoves(strings.Fields(got), p)
	default:
		return fmt.Errorf("%q cannot be judged", word)
	}
	if got != want {
		return fmt.Errorf("%q, want %q", shorten(got), want)
	}
	return nil
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
		return fmt.Errorf("%s is legal and missing, with %s", text, wording.Count(len(legal)-1, "other"))
	}
	return nil
}

// judgePerft compares the counts of a go perft that was sent with package engine's.
func judgePerft(c *conversation, _ *given) error {
	if err := c.await("Nodes searched", begins("Nodes"), c.patience); err != nil {
		return err
	}
	p := &c.game.position
	depth, err := strconv.Atoi(strings.TrimPrefix(c.sent, "go perft "))
	if err != nil {
		return fmt.Errorf("%q is not a go perft", shorten(c.sent))
	}
	counts := map[string]string{}
	total, err := engine.Perft(c.ctx, p, depth, 1, func(m engine.Move, count uint64) {
		counts[m.String()] = strconv.FormatUint(count, 10)
	})
	if err != nil {
		return err
	}
	counts["Nodes searched"] = strconv.FormatUint(total, 10)
	for _, line := range c.said {
		name, count, isCount := strings.Cut(line, ": ")
		if want := counts[name]; isCount && count != want {
			return fmt.Errorf("%s at %s: %q, want %q", c.sent, p, shorten(line), name+": "+want)
		}
		delete(counts, name)
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		return fmt.Errorf("%s at %s: no count for %s", c.sent, p, name)
	}
	return nil
}

// judgeSpelling checks that a best move is written as the protocol writes it.
func judgeSpelling(c *conversation, _ *given) error {
	move, err := engine.ParseMove(c.answer.best, c.answer.position.Side())
	if err == nil && c.answer.best != move.String() {
		err = fmt.Errorf("bestmove %s, want it written %s", c.answer.best, move)
	}
	return err
}

// maxGrowth is how much an engine's memory may grow during a step that should not
// need any, in bytes. It leaves room for the slack of a garbage collector.
const maxGrowth = 200 << 20

// judgeMemory measures the engine's memory, and compares it with the step's measurement
// before.
func judgeMemory(c *conversation, _ *given) error {
	before := c.memory
	program, isProcess := c.transport.(*process.Process)
	if !isProcess {
		return notOffered("a server in memory has no memory of its own")
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", program.ID()))
	_, rest, found := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(rest)
	if err != nil || !found || len(fields) == 0 {
		return notOffered("this system does not report the memory of a process")
	}
	kilobytes, err := strconv.ParseInt(fields[0], 10, 64)
	c.memory = kilobytes << 10
	if err == nil && before > 0 && c.memory-before > maxGrowth {
		err = fmt.Errorf("it used %d MiB before and %d MiB after", before>>20, c.memory>>20)
	}
	return err
}
