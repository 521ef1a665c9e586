package proofs

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// Ending holds the proven bounds of the final margin of a position under best play.
type Ending struct {
	Position engine.Position
	// Low and High are proven bounds of the margin, in squares for the side to move.
	Low, High int
	// Line begins with a move that is proven to win Low at least. It is empty if no search
	// has proven that of a move, as when Low follows from the next position of a game. If
	// nothing is proven from below, as of a loss by an open margin, any move does as well
	// as is proven.
	Line []engine.Move
	// Nodes and Time are the effort that was spent on the position last.
	Nodes uint64
	Time  time.Duration
}

// newEnding returns an Ending that leaves everything open.
func newEnding(p *engine.Position) Ending {
	return Ending{Position: *p, Low: -engine.SideSquares, High: engine.SideSquares}
}

// Verdict is the result of a position or move under best play, for one side.
type Verdict int8

// The verdicts, from the worst to the best.
const (
	Loss Verdict = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (v Verdict) String() string { return [...]string{"loss", "draw", "win"}[v+1] }

// ParseVerdict returns the verdict whose String is text.
func ParseVerdict(text string) (Verdict, error) {
	for verdict := Loss; verdict <= Win; verdict++ {
		if verdict.String() == text {
			return verdict, nil
		}
	}
	return Draw, fmt.Errorf("%.30q is not win, draw or loss", text)
}

// ProvenVerdict returns the result that score proves for the side to move, and whether it
// proves one.
func ProvenVerdict(score search.Score) (verdict Verdict, known bool) {
	low, high := provenBounds(score)
	return (&Ending{Low: low, High: high}).Verdict()
}

// provenBounds returns the bounds of the final margin that a score proves, in squares.
func provenBounds(score search.Score) (low, high int) {
	low, high = -engine.SideSquares, engine.SideSquares
	if score.Final && score.Bound != search.UpperBound {
		low = score.Squares()
	}
	if score.Final && score.Bound != search.LowerBound {
		high = score.Squares()
	}
	return low, high
}

// Margin returns the final margin for the side to move, in squares, and whether it is
// known.
func (e *Ending) Margin() (margin int, known bool) { return e.Low, e.Low == e.High }

// Verdict returns the result for the side to move, and whether it is known.
func (e *Ending) Verdict() (verdict Verdict, known bool) {
	switch {
	case e.Low >= 1:
		return Win, true
	case e.High <= -1:
		return Loss, true
	}
	return Draw, e.Low == 0 && e.High == 0
}

// answers reports whether the ending answers the question: who wins, or also by how much.
func (e *Ending) answers(verdictOnly bool) bool {
	_, known := e.Margin()
	if verdictOnly {
		_, known = e.Verdict()
	}
	return known
}

// before returns the bounds that follow from e for the position p before it, from which the
// move to e was played. A side gets at least the margin of that move, and no more if it had
// no other.
func (e *Ending) before(p *engine.Position, only bool) Ending {
	earlier := newEnding(p)
	low, high := e.Low, e.High
	if p.Side() != e.Position.Side() {
		low, high = -high, -low
	}
	if earlier.Low = low; only {
		earlier.High = high
	}
	return earlier
}

// narrow takes those bounds of other, which is about the same position, that are closer. The
// effort is that of other if it has any, and so is the line unless e has a better lower
// bound. A line that promises less than the lower bound is dropped.
func (e *Ending) narrow(other *Ending) {
	switch {
	case len(other.Line) > 0 && other.Low >= e.Low:
		e.Line = other.Line
	case other.Low > e.Low:
		e.Line = nil
	}
	e.Low, e.High = max(e.Low, other.Low), min(e.High, other.High)
	if other.Nodes > 0 || other.Time > 0 {
		e.Nodes, e.Time = other.Nodes, other.Time
	}
	// A bound proves the first move only. The others may be mistakes, which ParseEnding
	// would take for a contradiction if they ended the game.
	if len(e.Line) > 1 && e.refuted() != nil {
		e.Line = e.Line[:1]
	}
}

// refuted returns an error if the line runs to the end of the game, and to a margin beyond the
// bounds.
func (e *Ending) refuted() error {
	p := e.Position
	for _, m := range e.Line {
		p = p.Play(m)
	}
	if margin := p.Margin(e.Position.Side()); p.Over() && (margin < e.Low || margin > e.High) {
		return fmt.Errorf("%s is stated, but the game ends with a margin of %d", e.fact(), margin)
	}
	return nil
}

// The operations of an ending in a position file, beside fm. FORMATS.md of engine/record
// says what fm is.
const (
	verdictCode = "verdict" // win, draw or loss, if the margin is not known
	lineCode    = "pv"      // the line
	nodesCode   = "acn"     // the nodes spent, as in EPD
	secondsCode = "acs"     // the seconds spent, as in EPD
)

// Operations returns the ending as operations of a position file.
func (e *Ending) Operations() []record.Operation {
	var operations []record.Operation
	add := func(code string, operands ...string) {
		operations = append(operations, record.Operation{Code: code, Operands: operands})
	}
	verdict, decided := e.Verdict()
	if margin, known := e.Margin(); known {
		add("fm", strconv.Itoa(margin))
	} else if decided {
		add(verdictCode, verdict.String())
	}
	if decided && len(e.Line) > 0 {
		var words []string
		for _, m := range e.Line {
			words = append(words, m.String())
		}
		add(lineCode, words...)
	}
	add(nodesCode, strconv.FormatUint(e.Nodes, 10))
	add(secondsCode, strconv.FormatFloat(e.Time.Seconds(), 'f', 3, 64))
	return operations
}

// agrees reports whether a margin can be within the bounds of both endings.
func (e *Ending) agrees(other *Ending) bool { return e.Low <= other.High && e.High >= other.Low }

// fact returns the result of a decided ending as its operation states it, and otherwise the
// bounds.
func (e *Ending) fact() string {
	if _, decided := e.Verdict(); !decided {
		return fmt.Sprintf("a margin from %d to %d", e.Low, e.High)
	}
	operation := e.Operations()[0]
	return operation.Code + " " + operation.Operands[0]
}

// ParseEnding reads the ending that the operations of an entry state. Operations that
// Ending.Operations does not write are ignored. If the line runs to the end of the game, it
// has to end with the stated result. It need not run so far, even beside a margin: that may
// have been proven by bounds from both sides. The error is a *record.LineError.
func ParseEnding(entry *record.Entry) (Ending, error) {
	e := newEnding(&entry.Position)
	fault := func(code string, err error) (Ending, error) {
		return e, &record.LineError{Line: entry.Line, Err: fmt.Errorf("operation %s: %w", code, err)}
	}
	for _, operation := range entry.Operations {
		if !slices.Contains([]string{"fm", verdictCode, nodesCode, secondsCode}, operation.Code) {
			continue
		}
		if len(operation.Operands) != 1 {
			return fault(operation.Code, fmt.Errorf("%d operands, want one", len(operation.Operands)))
		}
		if err := e.take(operation.Code, operation.Operands[0]); err != nil {
			return fault(operation.Code, err)
		}
	}
	if e.Low > e.High {
		return fault(verdictCode, fmt.Errorf("it contradicts fm"))
	}
	line, _ := entry.Operation(lineCode)
	if err := e.takeLine(line.Operands); err != nil {
		return fault(lineCode, err)
	}
	if err := e.refuted(); err != nil {
		return e, &record.LineError{Line: entry.Line, Err: err}
	}
	return e, nil
}

// take takes the statement of an operation with one operand.
func (e *Ending) take(code, operand string) (err error) {
	switch code {
	case "fm":
		margin, err := strconv.Atoi(operand)
		if err != nil || margin < -engine.SideSquares || margin > engine.SideSquares {
			return fmt.Errorf("%.30q is not a margin", operand)
		}
		e.Low, e.High = max(e.Low, margin), min(e.High, margin)
	case verdictCode:
		low, high := 0, 0
		switch verdict, err := ParseVerdict(operand); {
		case err != nil:
			return err
		case verdict == Win:
			low, high = 1, e.High
		case verdict == Loss:
			low, high = e.Low, -1
		}
		e.Low, e.High = max(e.Low, low), min(e.High, high)
	case nodesCode:
		if e.Nodes, err = strconv.ParseUint(operand, 10, 63); err != nil {
			return fmt.Errorf("%.30q is not a number of nodes", operand)
		}
	case secondsCode:
		seconds, err := strconv.ParseFloat(operand, 64)
		if err != nil || !(seconds >= 0 && seconds < 1e9) {
			return fmt.Errorf("%.30q is not a number of seconds", operand)
		}
		e.Time = time.Duration(seconds * float64(time.Second)).Round(time.Millisecond)
	}
	return nil
}

// takeLine reads the line, each move of which has to be legal after the one before.
func (e *Ending) takeLine(words []string) error {
	p := e.Position
	for i, word := range words {
		m, err := engine.ParseLegalMove(word, &p)
		if err != nil {
			return fmt.Errorf("move %d: %.30q is not legal", i+1, word)
		}
		e.Line = append(e.Line, m)
		p = p.Play(m)
	}
	return nil
}
