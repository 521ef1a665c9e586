package proofs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"maps"
	random "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cathedral/bench/jobs"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Workers on other machines prove the tasks of a run. Nothing that they say is believed before
// its certificate is checked: here, or by a worker with another key. This process repeats some
// of those checks. A proof that only another key has checked is kept until the end of the run,
// so that it can be dropped if one of the two keys lies.

const (
	// smallCertificate is the size in bytes up to which a certificate is always checked here,
	// in half a second at most.
	smallCertificate = 4 << 20
	// repeatedShare is the share of other keys' checks that are repeated here.
	repeatedShare = 0.1
	// mostWaiting is the size in bytes of the certificates that may wait here for a check.
	mostWaiting = 512 << 20
	// longestVouching is how long another key may take for a check before it is made here.
	longestVouching = 2 * time.Minute
)

// farm is a run whose tasks workers prove.
type farm struct {
	*run
	items []record.Item
	tasks []task
	ctx   context.Context
	stop  context.CancelFunc // ends ctx

	mutex     sync.Mutex // guards the following fields
	changed   sync.Cond
	assembly  assembly
	proofs    []remoteProof // by task
	queue     []int         // tasks to be offered
	checks    []*check      // to be made here
	vouchers  map[string]*check
	toVouch   []string // IDs of jobs to be offered
	waiting   int      // bytes of certificates
	keys      map[string]bool
	dismissed map[string]bool // those of the results, too
	passed    int             // checks, by anybody
	settled   bool            // all tasks are
	fault     error
}

// remoteProof is the state of the proof of a task.
type remoteProof struct {
	stage   stage
	attempt int // from 0; another one after a key was dismissed
	found   map[string]*Ending
	proofs  *proofs // to be written; nil: none
	key     string  // that proved it
	voucher string  // that checked it, if this process did not
}

// stage is the progress of the proof of a task.
type stage int

const (
	isOpen    stage = iota // a worker has to prove it
	isChecked              // somebody checks it
	isVouched              // another key has checked it
	isProven               // this process has checked it
	isSettled
)

// check is a certificate to be checked.
type check struct {
	task, attempt int
	key           string
	found         map[string]*Ending
	certificate   []byte
	began         time.Time // when another key got it
	// claims are those that voucher has found in it. It is not checked here then unless
	// repeated is set. fault is the voucher's reason why it proves nothing.
	voucher  string
	claims   []claim
	fault    string
	repeated bool
}

// farmOut has workers prove the tasks.
func (r *run) farmOut(ctx context.Context, items []record.Item, tasks []task) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	f := &farm{
		run: r, items: items, tasks: tasks, ctx: ctx, stop: stop,
		proofs: make([]remoteProof, len(tasks)), vouchers: map[string]*check{}, keys: map[string]bool{}, dismissed: maps.Clone(r.results.dismissed),
	}
	f.changed.L = &f.mutex
	if f.Notice == nil {
		f.Notice = func(string) {}
	}
	if f.roll == nil {
		f.roll = random.Float64
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
	if f.settle(); f.fault != nil || len(f.queue) == 0 {
		return f.fault
	}
	var checking sync.WaitGroup
	for range max(1, r.Concurrency) {
		checking.Go(f.checkAll)
	}
	wake := context.AfterFunc(ctx, f.wake)
	ticks := time.NewTicker(longestVouching / 8)
	go func() {
		for {
			select {
			case <-ticks.C:
				f.wake()
			case <-ctx.Done():
				return
			}
		}
	}()
	err := r.Workers.Carrier.Carry(ctx, jobs.Run{
		Kind:  JobKind,
		ID:    jobs.RunID(JobKind, "", recipe, r.Limits, r.VerdictOnly, r.MaxPlies, r.Threads, r.HashMiB, r.certifies(), r.Workers.Build),
		Needs: needs{jobs.BuildNeeds{Build: r.Workers.Build}, r.Threads, r.HashMiB},
		Jobs:  f.jobs(), Accept: f.accept, Needed: f.isNeeded, Checks: f.counts,
	})
	stop()
	ticks.Stop()
	wake()
	f.wake()
	checking.Wait()
	if f.fault != nil {
		return f.fault
	}
	return err
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

// fail ends the run by an error.
func (f *farm) fail(err error) {
	if f.fault == nil {
		f.fault = err
	}
	f.stop()
}

func (f *farm) wake() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.changed.Broadcast()
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

// jobs returns the jobs of workers, and those that come up while the run lasts.
func (f *farm) jobs() iter.Seq[jobs.Job] {
	return func(yield func(jobs.Job) bool) {
		for job, more := f.nextJob(); more && yield(job); job, more = f.nextJob() {
		}
	}
}

// nextJob waits for the next job. It returns false when the run is over.
func (f *farm) nextJob() (job jobs.Job, more bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for !f.isOver() {
		if len(f.toVouch) > 0 {
			id := f.toVouch[0]
			f.toVouch = f.toVouch[1:]
			if c := f.vouchers[id]; c != nil {
				return jobs.Job{ID: id, Check: c.key, Payload: proofJob{Certificate: c.certificate}}, true
			}
			continue
		}
		if len(f.queue) > 0 {
			number := f.queue[0]
			f.queue = f.queue[1:]
			id := fmt.Sprintf("%d-%d", number, f.proofs[number].attempt)
			return jobs.Job{ID: id, Payload: f.newProofJob(&f.tasks[number], f.items[number])}, true
		}
		f.changed.Wait()
	}
	return job, false
}

// errDismissed is the error of all results of a dismissed key.
var errDismissed = jobs.Refuse("the key has been dismissed")

// isOver reports whether the run is over.
func (f *farm) isOver() bool {
	return f.settled || f.ctx.Err() != nil || f.fault != nil
}

// isNeeded reports whether another key is still to check a certificate.
func (f *farm) isNeeded(job string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.vouchers[job] != nil
}

// counts returns the numbers of checks.
func (f *farm) counts() jobs.Checks {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return jobs.Checks{Passed: f.passed, Failed: len(f.dismissed), Pending: len(f.checks) + len(f.vouchers)}
}

// accept takes a piece of a result.
func (f *farm) accept(result jobs.Result) (done bool, err error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	defer f.changed.Broadcast()
	if f.fault != nil {
		return false, f.fault
	}
	if f.dismissed[result.Key] {
		return false, errDismissed
	}
	f.keys[result.Key] = true
	number, isProof := f.taskOf(result.Job)
	c := f.vouchers[result.Job]
	switch {
	case isProof && f.proofs[number].stage != isOpen, !isProof && c == nil:
		return true, nil // a repetition, or no longer needed
	case c != nil && c.key == result.Key:
		return false, jobs.Refuse("job %s is that of another key", result.Job)
	}
	found, err := f.assembly.add(result.Key, result.Job, result.Payload)
	if err != nil || found == nil {
		return false, err
	}
	f.assembly.forget(func(u *unfinished) bool { return u.job == result.Job })
	if c != nil {
		f.vouch(result, c, found)
		return true, nil
	}
	err = f.takeProof(number, result.Key, found)
	return err == nil, err
}

// taskOf returns the task of a job that is one.
func (f *farm) taskOf(job string) (number int, isProof bool) {
	text, attempt, isProof := strings.Cut(job, "-")
	number, err := strconv.Atoi(text)
	count, attemptErr := strconv.Atoi(attempt)
	if !isProof || err != nil || attemptErr != nil || number < 0 || number >= len(f.tasks) || count < 0 || count > f.proofs[number].attempt {
		return 0, false
	}
	return number, true
}

// takeProof takes the result of a task, which is to be checked.
func (f *farm) takeProof(number int, key string, result *proofResult) error {
	t := &f.tasks[number]
	found := map[string]*Ending{}
	positions := t.positions(f.Config)
	for i := range result.Endings {
		text := &result.Endings[i]
		at := slices.IndexFunc(positions, func(p engine.Position) bool { return p.String() == text.Position })
		if at < 0 {
			return jobs.Refuse("job %d: an ending of %.200q, which is not part of the job", number, text.Position)
		}
		if text.Nodes > 4*mostProofNodes || text.Time > mostProofTime {
			return jobs.Refuse("job %d: %s and %d nodes are more than a worker spends", number, text.Time, text.Nodes)
		}
		e, err := text.read(&positions[at])
		if err != nil {
			return jobs.Refuse("job %d: %w", number, err)
		}
		found[text.Position] = &e
	}
	if len(found) == 0 {
		return jobs.Refuse("job %d: no endings", number)
	}
	if result.Omitted > 0 {
		f.Notice(fmt.Sprintf("%s left open because the certificate has more than %d bytes", wording.Count(result.Omitted, "position"), mostCertificate))
	}
	for f.waiting > mostWaiting && !f.isOver() {
		f.changed.Wait()
	}
	if f.dismissed[key] { // in the meantime
		return errDismissed
	}
	p := &f.proofs[number]
	p.stage, p.key, p.found = isChecked, key, found
	c := &check{task: number, attempt: p.attempt, key: key, found: found, certificate: result.Certificate}
	f.waiting += len(c.certificate)
	if f.Vouching && !f.certifies() && len(c.certificate) > cmp.Or(f.small, smallCertificate) && f.waiting <= mostWaiting/2 && f.hasOther(key) {
		id := "v" + rand.Text() // which nobody else can guess
		c.began = time.Now()
		f.vouchers[id] = c
		f.toVouch = append(f.toVouch, id)
		return nil
	}
	f.checks = append(f.checks, c)
	return nil
}

// hasOther reports whether another key than the given one has delivered results.
func (f *farm) hasOther(key string) bool {
	for other := range f.keys {
		if other != key && !f.dismissed[other] {
			return true
		}
	}
	return false
}

// vouch takes a key's findings about the certificate of another. Some of them, and all that
// reject the certificate, are checked here.
func (f *farm) vouch(by jobs.Result, c *check, found *proofResult) {
	delete(f.vouchers, by.Job)
	c.voucher, c.claims, c.fault = by.Key, found.Claims, found.Fault
	c.repeated = c.fault != "" || f.roll() < repeatedShare
	f.checks = append(f.checks, c)
}

// checkAll makes checks until the run is over.
func (f *farm) checkAll() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for !f.isOver() {
		c := f.nextCheck()
		if c == nil {
			f.changed.Wait()
			continue
		}
		isNeeded := f.proofs[c.task].stage == isChecked && f.proofs[c.task].attempt == c.attempt
		if isNeeded {
			f.mutex.Unlock()
			found, err := f.check(c)
			f.mutex.Lock()
			if err != nil {
				f.fail(err)
			} else {
				f.judge(c, found)
			}
		}
		f.waiting -= len(c.certificate)
		f.changed.Broadcast()
	}
}

// nextCheck returns a check to be made here, including one for which another key takes too
// long.
func (f *farm) nextCheck() *check {
	for id, c := range f.vouchers {
		if time.Since(c.began) > longestVouching {
			delete(f.vouchers, id)
			f.checks = append(f.checks, c)
		}
	}
	if len(f.checks) == 0 {
		return nil
	}
	c := f.checks[0]
	f.checks = f.checks[1:]
	return c
}

// checkFindings are what a check has found.
type checkFindings struct {
	proofs *checkedProofs
	fault  error // why the certificate proves nothing
	wrong  error // why it does not prove the endings
}

// check checks a certificate, or believes what another key has found in it, and compares it
// with the endings. The error is that of ctx, or of a table without memory.
func (f *farm) check(c *check) (found checkFindings, err error) {
	switch {
	case len(c.certificate) == 0:
		found.proofs = &checkedProofs{}
	case c.isVouched():
		found.proofs = &checkedProofs{claims: c.claims}
	default:
		if found.proofs, found.fault = checkProofs(c.certificate); found.fault != nil {
			found.wrong = found.fault
			return found, nil
		}
	}
	err = f.support(f.ctx, &f.tasks[c.task], c.found, found.proofs.claims)
	if wrong, isWrong := errors.AsType[*unsupportedError](err); isWrong {
		found.wrong, err = wrong, nil
	}
	return found, err
}

// isVouched reports whether the voucher's findings are believed.
func (c *check) isVouched() bool { return c.voucher != "" && !c.repeated }

// voucherLies reports whether the voucher's findings are not those of a repeated check.
func (c *check) voucherLies(found *checkFindings) bool {
	if c.voucher == "" || !c.repeated {
		return false
	}
	if found.fault != nil || c.fault != "" {
		return (found.fault != nil) != (c.fault != "")
	}
	return !slices.Equal(c.claims, found.proofs.claims)
}

// judge believes a proof that was checked, and dismisses keys that lie.
func (f *farm) judge(c *check, found checkFindings) {
	p := &f.proofs[c.task]
	if p.stage != isChecked || p.attempt != c.attempt {
		return // a key was dismissed since the check began
	}
	if c.isVouched() && (found.wrong != nil || f.dismissed[c.voucher]) {
		c.repeated = true // somebody lies
		f.waiting += len(c.certificate)
		f.checks = append(f.checks, c)
		return
	}
	if c.voucherLies(&found) {
		f.dismiss(c.voucher, fmt.Sprintf("its check of a certificate of %s is false", c.key))
	}
	if found.wrong != nil {
		f.dismiss(c.key, found.wrong.Error())
		return
	}
	f.passed++
	p.found, p.stage = c.found, isProven
	if c.isVouched() {
		p.voucher, p.stage = c.voucher, isVouched
	}
	if f.certifies() {
		p.proofs = &found.proofs.proofs
	}
	f.settle()
}

// dismiss drops the proofs and checks by a key that were not checked here, and refuses its
// later results.
func (f *farm) dismiss(key, reason string) {
	if f.dismissed[key] {
		return
	}
	f.dismissed[key] = true
	reason = jobs.Shown(reason)
	if err := f.results.dismiss(key, reason); err != nil {
		f.fail(err)
	}
	f.assembly.forget(func(u *unfinished) bool { return u.key == key })
	dropped := 0
	for i := range f.proofs {
		p := &f.proofs[i]
		if p.stage == isChecked && p.key == key || p.stage == isVouched && (p.key == key || p.voucher == key) {
			*p = remoteProof{attempt: p.attempt + 1}
			f.queue = append(f.queue, i)
			dropped++
		}
	}
	for id, c := range f.vouchers {
		if c.key == key {
			delete(f.vouchers, id)
			f.waiting -= len(c.certificate)
		}
	}
	f.Notice(fmt.Sprintf("KEY DISMISSED: %s: %s. %s of it that nobody else has proven dropped and done again", key, reason, wording.Count(dropped, "result")))
}

// settle writes the proven results: as soon as possible to a file, otherwise in the order of
// the tasks. When nothing else is left, it believes the checks of other keys.
func (f *farm) settle() {
	left := slices.ContainsFunc(f.proofs, func(p remoteProof) bool { return p.stage == isOpen || p.stage == isChecked })
	for i := range f.proofs {
		p := &f.proofs[i]
		if p.stage == isSettled {
			continue
		}
		if p.stage != isProven && (left || p.stage != isVouched) {
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
			err = f.run.prove(f.ctx, &replayedProver{run: f.run, found: p.found}, &f.tasks[i])
		}
		if err != nil {
			f.fail(err)
			return
		}
		*p = remoteProof{stage: isSettled}
	}
	f.settled = !slices.ContainsFunc(f.proofs, func(p remoteProof) bool { return p.stage != isSettled })
	f.changed.Broadcast()
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
func (p *replayedProver) prove(_ context.Context, known Ending) (Ending, error) {
	if found := p.found[known.Position.String()]; found != nil {
		known.narrow(found)
	}
	return known, nil
}

// certify implements prover.
func (p *replayedProver) certify(ctx context.Context, known Ending) (Ending, error) {
	return p.prove(ctx, known)
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
