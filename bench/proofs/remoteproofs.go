package proofs

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"cathedral/bench/farm"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Workers on other machines prove the tasks of a run. Nothing that they say is believed before
// this process has checked its certificate.

// remoteRun is a run whose tasks workers prove.
type remoteRun struct {
	*run
	tasks   []task
	taken   []bool // the tasks whose results have come
	inOrder farm.InOrder[*provenTask]
}

// provenTask is what a worker has proven of a task.
type provenTask struct {
	task   *task
	found  map[string]*Ending
	proofs *proofs // to be written; nil: none
}

// farmOut has workers prove the tasks.
func (r *run) farmOut(ctx context.Context, items []record.Item, tasks []task) error {
	f := &remoteRun{run: r, tasks: tasks, taken: make([]bool, len(tasks))}
	f.inOrder.Take = func(p *provenTask) error { return f.write(ctx, p) }
	if f.Notice == nil {
		f.Notice = func(string) {}
	}
	texts := make([]string, len(items))
	for i, item := range items {
		var err error
		if texts[i], err = itemText(item); err != nil {
			return err
		}
	}
	var queue, again []int // again have only results without a claim
	for i := range tasks {
		switch {
		case !tasks[i].isKnown(r):
			queue = append(queue, i)
		case len(r.unsupported(&tasks[i])) > 0:
			again = append(again, i)
		default:
			if err := f.take(ctx, i, &provenTask{}); err != nil {
				return err
			}
		}
	}
	queue = append(queue, again...)
	if len(queue) == 0 {
		return nil
	}
	return r.Workers.Carrier.Carry(ctx, farm.Run{
		Kind:  JobKind,
		ID:    farm.RunID(JobKind, "", texts, r.Limits, r.VerdictOnly, r.MaxPlies, r.Threads, r.HashMiB, r.certifies(), r.Workers.Build),
		Needs: needs{farm.BuildNeeds{Build: r.Workers.Build}, r.Threads, r.HashMiB},
		Jobs: func(yield func(farm.Job) bool) {
			for _, i := range queue {
				if !yield(farm.Job{ID: strconv.Itoa(i), Payload: f.newProofJob(&tasks[i], texts[i])}) {
					return
				}
			}
		},
		Verify: f.verify, AtOnce: r.Concurrency,
		Accept: func(by farm.Result) (done bool, err error) {
			number, _ := strconv.Atoi(by.Job) // verify has read it
			return true, f.take(ctx, number, by.Verified.(*provenTask))
		},
	})
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

// verify returns what a result proves of its task, or a *farm.RefusedError.
func (f *remoteRun) verify(ctx context.Context, by farm.Result) (any, error) {
	number, err := strconv.Atoi(by.Job)
	if err != nil || number < 0 || number >= len(f.tasks) {
		return nil, farm.Refuse("no job %.30q", by.Job)
	}
	result, found, err := f.read(number, by.Payload)
	if err != nil {
		return nil, err
	}
	var evidence *proofs
	var claimed endings
	if len(result.Certificate) > 0 {
		if evidence, claimed, err = checkProofs(result.Certificate); err != nil {
			return nil, farm.Refuse("%w", err)
		}
	}
	if err := f.support(ctx, &f.tasks[number], found, claimed); err != nil {
		return nil, err
	}
	if result.Omitted > 0 {
		f.Notice(fmt.Sprintf("%s left open because the certificate has more than %d bytes", wording.Count(result.Omitted, "position"), mostCertificate))
	}
	proven := &provenTask{found: found}
	if f.certifies() {
		proven.proofs = evidence
	}
	return proven, nil
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
		if text.Nodes > 4*mostProofNodes || text.Time > mostProofTime {
			return nil, nil, farm.Refuse("job %d: %s and %d nodes are more than a worker spends", number, text.Time, text.Nodes)
		}
		e, err := text.read(positions)
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

// take takes what is proven of a task when it comes for the first time. It is written as soon as possible
// to a file, otherwise in the order of the tasks.
func (f *remoteRun) take(ctx context.Context, number int, p *provenTask) error {
	if f.taken[number] {
		return nil
	}
	f.taken[number], p.task = true, &f.tasks[number]
	if f.results.isFile() {
		return f.write(ctx, p)
	}
	return f.inOrder.Add(number, p)
}

// write writes the proven results of a task.
func (f *remoteRun) write(ctx context.Context, p *provenTask) error {
	if p.proofs != nil {
		if err := f.Certificates.append(p.proofs); err != nil {
			return err
		}
	}
	return f.run.prove(ctx, &replayedProver{run: f.run, found: p.found}, p.task)
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
