package proofs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Workers on other machines prove the tasks of a run. Nothing that they say is believed before
// this process has checked its certificate.

// mostWaiting is the size in bytes of the certificates that may wait here for a check.
const mostWaiting = 512 << 20

// remoteRun is a run whose tasks workers prove.
type remoteRun struct {
	*run
	checks farm.Checked[*proofOfWorker, *findings]
	items  []record.Item
	tasks  []task
	// The mutex of checks guards the following fields.
	proofs  []remoteProof // by task
	queue   []int         // tasks to be offered
	settled bool          // all tasks are
}

// remoteProof is the state of the proof of a task.
type remoteProof struct {
	stage   stage
	attempt int // from 0; another one after a key was dismissed
	found   map[string]*Ending
	proofs  *proofs // to be written; nil: none
	key     string  // that proved it
}

// stage is the progress of the proof of a task.
type stage int

const (
	isOpen    stage = iota // a worker has to prove it
	isChecked              // this process checks it
	isProven               // it has
	isSettled
)

// check is a check of a certificate.
type check = farm.Check[*proofOfWorker]

// proofOfWorker is what a worker says of a task.
type proofOfWorker struct {
	task        int
	found       map[string]*Ending
	certificate []byte // that is to prove it
}

// findings are what a check finds in a certificate.
type findings struct {
	claims []claim
	fault  string // why it proves nothing, or ""
	proofs *proofs
}

// farmOut has workers prove the tasks.
func (r *run) farmOut(ctx context.Context, items []record.Item, tasks []task) error {
	f := &remoteRun{run: r, items: items, tasks: tasks, proofs: make([]remoteProof, len(tasks))}
	if f.Notice == nil {
		f.Notice = func(string) {}
	}
	f.checks = farm.Checked[*proofOfWorker, *findings]{
		Next: f.nextJob, IsOver: func() bool { return f.settled }, Accept: f.accept,
		Again: f.checkHere, Holds: f.supports, Passed: f.believe, Drop: f.drop, AtOnce: max(1, r.Concurrency),
		Dismissed: r.results.dismissed, DismissedFile: r.results.dismissedFile,
	}
	var recipe []any
	var again []int // have only results without a claim
	for i := range tasks {
		switch {
		case !tasks[i].isKnown(r):
			f.queue = append(f.queue, i)
		case len(r.unsupported(&tasks[i])) > 0:
			again = append(again, i)
		default:
			f.proofs[i].stage = isProven
		}
	}
	f.queue = append(f.queue, again...)
	for _, item := range items {
		recipe = append(recipe, itemText(item))
	}
	if err := f.settle(ctx); err != nil || len(f.queue) == 0 {
		return err
	}
	return f.checks.Carry(ctx, r.Workers.Carrier, farm.Run{
		Kind:  JobKind,
		ID:    farm.RunID(JobKind, "", recipe, r.Limits, r.VerdictOnly, r.MaxPlies, r.Threads, r.HashMiB, r.certifies(), r.Workers.Build),
		Needs: needs{farm.BuildNeeds{Build: r.Workers.Build}, r.Threads, r.HashMiB},
	})
}

// itemText describes an item for the ID of a run.
func itemText(item record.Item) string {
	if item.Game == nil {
		return item.Entry.Position.String()
	}
	text := item.Game.Start.String()
	for _, move := range item.Game.Moves {
		text += " " + move.Move.String()
	}
	return text
}

// isKnown reports whether results answer the task as far as the limits allow.
func (t *task) isKnown(r *run) bool {
	var next *Ending
	for _, p := range t.positions(r.Config) {
		known := newEnding(&p)
		if next != nil {
			known = next.before(&p, isForced(&p))
		}
		before, found := r.results.of(&p)
		claimed := r.Certificates.of(&p)
		if !found && !claimed.answers(r.VerdictOnly) {
			return false
		}
		known.narrow(&claimed)
		if found {
			known.narrow(&before)
		}
		if !r.isSettled(&known, &before) {
			return false
		}
		if _, decided := known.Verdict(); !decided {
			return true
		}
		next = &known
	}
	return true
}

// nextJob returns the job of the next task.
func (f *remoteRun) nextJob() (job farm.Job, more bool) {
	if len(f.queue) == 0 {
		return job, false
	}
	number := f.queue[0]
	f.queue = f.queue[1:]
	id := fmt.Sprintf("%d-%d", number, f.proofs[number].attempt)
	return farm.Job{ID: id, Payload: f.newProofJob(&f.tasks[number], f.items[number])}, true
}

// accept takes the result of a task, which is to be checked.
func (f *remoteRun) accept(by farm.Result) (done bool, err error) {
	number, isProof := f.taskOf(by.Job)
	if !isProof || f.proofs[number].stage != isOpen {
		return true, nil // a repetition
	}
	result, found, err := f.read(number, by.Payload)
	if err != nil {
		return false, err
	}
	if result.Omitted > 0 {
		f.Notice(fmt.Sprintf("%s left open because the certificate has more than %d bytes", wording.Count(result.Omitted, "position"), mostCertificate))
	}
	for f.waiting() > mostWaiting && f.checks.Wait() {
	}
	if f.checks.Dismissed[by.Key] { // in the meantime
		return false, farm.Refuse("the key has been dismissed")
	}
	f.proofs[number].stage, f.proofs[number].key = isChecked, by.Key
	f.checks.Add(check{
		Result: &proofOfWorker{number, found, result.Certificate}, Name: "a certificate", Key: by.Key, Size: len(result.Certificate),
	})
	return true, nil
}

// waiting returns the size of the certificates that wait for a check.
func (f *remoteRun) waiting() int {
	_, size := f.checks.Pending()
	return size
}

// taskOf returns the task of a job that is one.
func (f *remoteRun) taskOf(job string) (number int, isProof bool) {
	text, attempt, isProof := strings.Cut(job, "-")
	number, err := strconv.Atoi(text)
	count, attemptErr := strconv.Atoi(attempt)
	if !isProof || err != nil || attemptErr != nil || number < 0 || number >= len(f.tasks) || count < 0 || count > f.proofs[number].attempt {
		return 0, false
	}
	return number, true
}

// read reads the result of a task and the endings in it.
func (f *remoteRun) read(number int, payload json.RawMessage) (result *proofResult, found map[string]*Ending, err error) {
	result = &proofResult{}
	if err := json.Unmarshal(payload, result); err != nil {
		return nil, nil, farm.Refuse("job %d: it is not a result: %w", number, err)
	}
	found = map[string]*Ending{}
	positions := f.tasks[number].positions(f.Config)
	for i := range result.Endings {
		text := &result.Endings[i]
		at := slices.IndexFunc(positions, func(p engine.Position) bool { return p.String() == text.Position })
		if at < 0 {
			return nil, nil, farm.Refuse("job %d: an ending of %.200q, which is not part of the job", number, text.Position)
		}
		if text.Nodes > 4*mostProofNodes || text.Time > mostProofTime {
			return nil, nil, farm.Refuse("job %d: %s and %d nodes are more than a worker spends", number, text.Time, text.Nodes)
		}
		e, err := text.read(&positions[at])
		if err != nil {
			return nil, nil, farm.Refuse("job %d: %w", number, err)
		}
		found[text.Position] = &e
	}
	if len(found) == 0 {
		return nil, nil, farm.Refuse("job %d: no endings", number)
	}
	return result, found, nil
}

// checkHere checks a certificate.
func (f *remoteRun) checkHere(_ context.Context, c check) (*findings, bool, error) {
	if len(c.Result.certificate) == 0 {
		return &findings{proofs: &proofs{}}, true, nil
	}
	checked, err := checkProofs(c.Result.certificate)
	if err != nil {
		return &findings{fault: err.Error()}, true, nil
	}
	return &findings{claims: checked.claims, proofs: &checked.proofs}, true, nil
}

// supports compares the endings of a result with what was found in its certificate.
func (f *remoteRun) supports(ctx context.Context, c check, found *findings) (wrong, err error) {
	if found.fault != "" {
		return errors.New(found.fault), nil
	}
	err = f.support(ctx, &f.tasks[c.Result.task], c.Result.found, found.claims)
	if wrong, isWrong := errors.AsType[*unsupportedError](err); isWrong {
		return wrong, nil
	}
	return nil, err
}

// believe takes a proof that was checked.
func (f *remoteRun) believe(c check, found *findings) {
	p := &f.proofs[c.Result.task]
	p.found, p.stage = c.Result.found, isProven
	if f.certifies() {
		p.proofs = found.proofs
	}
	if err := f.settle(f.checks.Context()); err != nil {
		f.checks.Fail(err)
	}
}

// drop drops the proofs by a dismissed key that are not checked yet.
func (f *remoteRun) drop(key, reason string) error {
	dropped := 0
	for i := range f.proofs {
		p := &f.proofs[i]
		if p.stage == isChecked && p.key == key {
			*p = remoteProof{attempt: p.attempt + 1}
			f.queue = append(f.queue, i)
			dropped++
		}
	}
	f.Notice(fmt.Sprintf("KEY DISMISSED: %s: %s. %s of it dropped and done again", key, reason, wording.Count(dropped, "result")))
	return nil
}

// settle writes the proven results: as soon as possible to a file, otherwise in the order of
// the tasks.
func (f *remoteRun) settle(ctx context.Context) error {
	for i := range f.proofs {
		p := &f.proofs[i]
		if p.stage == isSettled {
			continue
		}
		if p.stage != isProven {
			if f.results.isFile() {
				continue
			}
			break
		}
		var err error
		if p.proofs != nil {
			err = f.Certificates.append(p.proofs)
		}
		if err == nil {
			err = f.run.prove(ctx, &replayedProver{run: f.run, found: p.found}, &f.tasks[i])
		}
		if err != nil {
			return err
		}
		*p = remoteProof{stage: isSettled}
	}
	f.settled = !slices.ContainsFunc(f.proofs, func(p remoteProof) bool { return p.stage != isSettled })
	return nil
}

// replayedProver is a prover whose proofs workers have found. It searches only to doubt
// results that were read.
type replayedProver struct {
	run    *run
	found  map[string]*Ending
	search *searchProver
}

// forget implements prover.
func (p *replayedProver) forget() {}

// prove implements prover.
func (p *replayedProver) prove(_ context.Context, known Ending, _ bool) (Ending, error) {
	if found := p.found[known.Position.String()]; found != nil {
		known.narrow(found)
	}
	return known, nil
}

// ask implements prover.
func (p *replayedProver) ask(ctx context.Context, read *Ending) (Ending, error) {
	if p.search == nil {
		var err error
		if p.search, err = newProver(p.run.Config); err != nil {
			return *read, err
		}
	}
	return p.search.ask(ctx, read)
}
