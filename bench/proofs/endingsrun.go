package proofs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"cathedral/bench/farm"
	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Config holds the settings of a run.
type Config struct {
	Limits      Limits // for each position
	VerdictOnly bool   // prove who wins, and not by how much
	// MaxPlies is the number of positions of a game, counted from its last one, that
	// are examined at most; 0: all.
	MaxPlies    int
	Concurrency int // positions, or whole games, at a time; proofs of workers to be checked at a time; 1 if it is less
	Threads     int // of each proof
	HashMiB     int // of each proof
	// Certificates takes the proofs, if it is not nil. Results without a claim are then proven
	// again, after all others.
	Certificates *Certificates
	// Workers, if they have a Carrier, prove the positions, and their certificates are checked.
	// Their Threads do not matter.
	Workers farm.Workers
	Notice  func(text string) // is called with remarks about workers; nil: never
}

// Results are the endings that are known, by their positions.
type Results struct {
	mutex sync.Mutex
	known map[string]Ending // by position text
	read  map[string]bool   // those from a file that were not doubted yet
	out   io.Writer
}

// NewResults returns empty Results that write each new ending to out, as a line of a
// position file in a single call of Write. Nothing is written if out is nil.
func NewResults(out io.Writer) *Results {
	return &Results{known: map[string]Ending{}, out: out}
}

// Heading returns the first line of a file of results under the rules.
func Heading(rules engine.Rules) string {
	heading := "# Endings proven by cathedral solve, " + rules.Set.String() + " rules"
	if rules.OptionalCapture {
		heading += " with optional capture"
	}
	return heading
}

// OpenResults opens or creates the file of results under the rules at path, to which new
// ones are appended, and which belongs to one process at a time. The caller closes the file.
func OpenResults(path string, rules engine.Rules) (*Results, io.Closer, error) {
	r := NewResults(nil)
	r.read = map[string]bool{}
	file, err := journal.OpenLines(path, Heading(rules)+"\n", func(lines []byte) error {
		return record.ReadPositions(bytes.NewReader(lines), rules, func(entry *record.Entry) error {
			ending, err := ParseEnding(entry)
			if err == nil {
				_, err = r.take(ending)
				r.read[ending.Position.String()] = true
			}
			return err
		})
	})
	if err != nil {
		return nil, nil, err
	}
	r.out = file
	return r, file, nil
}

// of returns the result of a position, and whether there is one.
func (r *Results) of(p *engine.Position) (Ending, bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	e, found := r.known[p.String()]
	return e, found
}

// isFile reports whether new results go to a file that has earlier ones.
func (r *Results) isFile() bool { return r.read != nil }

// doubt reports, once for each position, whether its result comes from a file.
func (r *Results) doubt(p *engine.Position) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	text := p.String()
	read := r.read[text]
	delete(r.read, text)
	return read
}

// take adds e to the known ending of its position, and returns both together.
func (r *Results) take(e Ending) (Ending, error) {
	text := e.Position.String()
	if known, found := r.known[text]; found {
		known.narrow(&e)
		e = known
	}
	if e.Low > e.High {
		return e, fmt.Errorf("the results of %s contradict each other", text)
	}
	r.known[text] = e
	return e, nil
}

// add takes a new result and writes it, after the other operations of its entry.
func (r *Results) add(e Ending, operations []record.Operation) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	all, err := r.take(e)
	if err != nil || r.out == nil {
		return err
	}
	entry := record.Entry{Position: e.Position}
	for _, operation := range operations {
		switch operation.Code {
		case "fm", verdictCode, lineCode, nodesCode, secondsCode:
		default:
			entry.Operations = append(entry.Operations, operation)
		}
	}
	entry.Operations = append(entry.Operations, all.Operations()...)
	return entry.Write(r.out)
}

// Report holds the findings of a run.
type Report struct {
	Positions []Ending // of the position files, in their order
	Games     []*Game
	Examined  int // positions that were to be examined
	New       int // those without a result in which a proof was tried
	Open      int // those that are not proven
	// Contradictions name the entries that state another result than the proven one.
	Contradictions []string
}

// task is a position or a game to be proven.
type task struct {
	entry *record.Entry
	game  *Game
	index int // of the entry's position in the report
}

// run is the state of a call of Run.
type run struct {
	*Config
	results  *Results
	report   *Report
	mutex    sync.Mutex // of report and done
	done     int        // positions
	progress func(done int)
}

// Total returns the number of positions that a run with these items examines at most.
func (c *Config) Total(items []record.Item) int {
	total := 0
	for _, item := range items {
		if item.Game == nil {
			total++
			continue
		}
		total += c.examined(len(item.Game.Moves) + 1)
	}
	return total
}

// examined returns how many of the positions of a game are examined.
func (c *Config) examined(positions int) int {
	if c.MaxPlies > 0 {
		return min(c.MaxPlies, positions)
	}
	return positions
}

// Run proves the items, positions and games which must all have the same rules, and adds its
// findings to results. Positions that these answer are not searched again, nor are those on
// which a search spent as much as the limits allow before. Results that were read from a
// file and took little effort are first proven again, as far as that takes little effort: the
// file may have been damaged or come from a faulty prover. A game is
// examined from its last position backwards to the first one whose result cannot be proven.
// Run calls progress with the number of positions that are done or no longer to be done. An
// error is that of ctx, of writing, or about contradictory results.
func Run(ctx context.Context, items []record.Item, results *Results, config Config, progress func(done int)) (*Report, error) {
	r := &run{Config: &config, results: results, report: &Report{Examined: config.Total(items)}, progress: progress}
	tasks := r.tasks(items)
	if config.Workers.Carrier != nil {
		return r.report, r.farmOut(ctx, items, tasks)
	}
	err := r.each(ctx, tasks, r.prove)
	if err == nil && r.Certificates != nil {
		tasks = slices.DeleteFunc(tasks, func(t task) bool { return len(r.unsupported(&t)) == 0 })
		err = r.each(ctx, tasks, r.proveAgain)
	}
	return r.report, err
}

// each calls prove with each task, several at a time.
func (r *run) each(ctx context.Context, tasks []task, prove func(context.Context, prover, *task) error) error {
	return farm.Each(ctx, r.Concurrency, len(tasks), func() (func(context.Context, int) error, error) {
		p, err := newProver(r.Config)
		return func(ctx context.Context, number int) error { return prove(ctx, p, &tasks[number]) }, err
	}, func(int) {})
}

// tasks makes a task of each item, and room for its result in the report.
func (r *run) tasks(items []record.Item) []task {
	var tasks []task
	games := 0
	for _, item := range items {
		if item.Entry != nil {
			tasks = append(tasks, task{entry: item.Entry, index: len(r.report.Positions)})
			r.report.Positions = append(r.report.Positions, newEnding(&item.Entry.Position))
			continue
		}
		games++
		game := newGame(games, item.Game)
		tasks = append(tasks, task{game: game})
		r.report.Games = append(r.report.Games, game)
	}
	return tasks
}

func (r *run) prove(ctx context.Context, p prover, t *task) error {
	p.forget()
	if t.game != nil {
		return r.proveGame(ctx, p, t.game)
	}
	e, err := r.ending(ctx, p, newEnding(&t.entry.Position), t.entry.Operations)
	if err != nil {
		return err
	}
	stated := *t.entry
	stated.Operations = slices.DeleteFunc(slices.Clone(stated.Operations), func(o record.Operation) bool { return o.Code != "fm" && o.Code != verdictCode })
	read, wrong := ParseEnding(&stated)
	if wrong == nil && !e.agrees(&read) {
		wrong = fmt.Errorf("line %d: %s is stated, but %s is proven", stated.Line, read.fact(), e.fact())
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.report.Positions[t.index] = e
	if wrong != nil {
		r.report.Contradictions = append(r.report.Contradictions, wrong.Error())
	}
	r.count(1, &e)
	return nil
}

// proveGame examines the positions of a game from the last to the first one that cannot be
// proven.
func (r *run) proveGame(ctx context.Context, p prover, g *Game) error {
	last := len(g.Endings) - 1
	first := last + 1 - r.examined(last+1)
	for i := last; i >= first; i-- {
		known := g.Endings[i]
		if i < last {
			known = g.Endings[i+1].before(&known.Position, isForced(&known.Position))
		}
		e, err := r.ending(ctx, p, known, []record.Operation{
			{Code: "id", Operands: []string{fmt.Sprintf("game %d after %d", g.Number, i)}},
		})
		if err != nil {
			return err
		}
		g.Endings[i] = e
		r.mutex.Lock()
		_, proven := e.Verdict()
		if proven {
			r.count(1, &e)
		} else {
			r.count(i+1-first, &e)
			r.report.Open += i - first
		}
		r.mutex.Unlock()
		if !proven {
			break
		}
	}
	return nil
}

// isForced reports whether there is only one move in a position.
func isForced(p *engine.Position) bool { return p.CountMoves() == 1 }

// count counts positions as done, the last of which has the ending.
func (r *run) count(positions int, e *Ending) {
	if !e.answers(r.VerdictOnly) {
		r.report.Open++
	}
	r.done += positions
	r.progress(r.done)
}

// ending returns the ending of a position, after the proofs that the limits allow.
func (r *run) ending(ctx context.Context, p prover, known Ending, operations []record.Operation) (Ending, error) {
	before, found := r.results.of(&known.Position)
	if found {
		if err := r.check(ctx, p, &before); err != nil {
			return known, err
		}
		known.narrow(&before)
	}
	claimed := r.Certificates.of(&known.Position)
	isWritten := !claimed.answers(r.VerdictOnly) || found && before.answers(r.VerdictOnly)
	claimed.narrow(&known)
	if known = claimed; known.Low > known.High {
		return known, errors.New("the results contradict each other: " + known.Position.String())
	}
	switch {
	case !isWritten: // a run was killed after it had written the claim
		return known, r.results.add(known, operations)
	case found && r.isSettled(&known, &before):
		return known, nil
	}
	e, err := p.prove(ctx, known, r.Certificates != nil)
	if err != nil {
		return known, err
	}
	r.mutex.Lock()
	r.report.New++
	r.mutex.Unlock()
	return e, r.results.add(e, operations)
}

// isSettled reports whether nothing more is to be proven of a known ending, of which the
// results had an earlier one.
func (r *run) isSettled(known, before *Ending) bool {
	return known.answers(r.VerdictOnly) || r.Limits.reached(before.Nodes, before.Time)
}

// unsupported returns the results of a task's positions that no claim supports.
func (r *run) unsupported(t *task) (results []Ending) {
	for _, p := range t.positions(r.Config) {
		e, found := r.results.of(&p)
		claimed := r.Certificates.of(&p)
		if _, decided := e.Verdict(); r.Certificates != nil && found && decided && !p.Over() &&
			!claimed.answers(r.VerdictOnly) && (claimed.Low < e.Low || claimed.High > e.High) {
			results = append(results, e)
		}
	}
	return results
}

// proveAgain proves the results of a task's positions that no claim supports.
func (r *run) proveAgain(ctx context.Context, p prover, t *task) error {
	p.forget()
	for _, known := range r.unsupported(t) {
		proven, err := p.prove(ctx, newEnding(&known.Position), true)
		if err == nil {
			err = contradiction(&known, &proven)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check returns an error if a short proof contradicts a result that was read. Otherwise the
// result stays as it is, even if nothing could be proven. With certificates, it needs a claim
// anyway.
func (r *run) check(ctx context.Context, p prover, read *Ending) error {
	if _, decided := read.Verdict(); r.Certificates != nil || !decided || read.Nodes > askedNodes || !r.results.doubt(&read.Position) {
		return nil
	}
	proven, err := p.ask(ctx, read)
	if err != nil {
		return err
	}
	return contradiction(read, &proven)
}

// contradiction returns an error if a new proof contradicts a result that was read.
func contradiction(read, proven *Ending) error {
	if proven.agrees(read) {
		return nil
	}
	return fmt.Errorf("%s: %s is stated in the results, but %s is proven: remove its line", &read.Position, read.fact(), proven.fact())
}
