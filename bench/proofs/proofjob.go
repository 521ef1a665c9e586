package proofs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/proof"
)

// JobKind is the kind of the jobs that prove positions.
const JobKind = "proofs"

// needs are a run's requirements on its workers.
type needs struct {
	farm.BuildNeeds
	Threads int `json:"threads"` // of each proof
	HashMiB int `json:"hash"`
}

// mostHashMiB bounds the tables of a proof on a worker.
const mostHashMiB = 1024

// checkSize returns an error if a proof would take more than a worker gives it.
func (n *needs) checkSize() error {
	switch {
	case n.HashMiB > mostHashMiB:
		return fmt.Errorf("it wants tables of %d MiB; the maximum is %d", n.HashMiB, mostHashMiB)
	case n.Threads > runtime.NumCPU():
		return fmt.Errorf("it wants %d threads for each proof; this machine has %d", n.Threads, runtime.NumCPU())
	}
	return nil
}

// proofJob describes to a worker a position or a game to be proven.
type proofJob struct {
	Record      string // without moves if it is a position
	IsGame      bool
	Known       []endingText // endings of its positions that need no proof
	Certify     bool         // prove known results again
	Limits      Limits
	VerdictOnly bool
	MaxPlies    int
	Threads     int
	HashMiB     int
}

// endingText is an ending as text.
type endingText struct {
	Position  string
	Low, High int
	Line      []string
	Nodes     uint64
	Time      time.Duration
}

func newEndingText(e *Ending) endingText {
	text := endingText{Position: e.Position.String(), Low: e.Low, High: e.High, Nodes: e.Nodes, Time: e.Time}
	for _, m := range e.Line {
		text.Line = append(text.Line, m.String())
	}
	return text
}

// read returns the ending, which must be that of one of positions.
func (t *endingText) read(positions []engine.Position) (Ending, error) {
	at := slices.IndexFunc(positions, func(p engine.Position) bool { return p.String() == t.Position })
	if at < 0 {
		return Ending{}, fmt.Errorf("an ending of %.200q is not part of the job", t.Position)
	}
	e := newEnding(&positions[at])
	if t.Low < e.Low || t.High > e.High || t.Low > t.High || t.Time < 0 {
		return e, fmt.Errorf("%s: a margin from %d to %d after %s is impossible", t.Position, t.Low, t.High, t.Time)
	}
	e.Low, e.High, e.Nodes, e.Time = t.Low, t.High, t.Nodes, t.Time
	if err := cmp.Or(e.takeLine(t.Line), e.refuted()); err != nil {
		return e, fmt.Errorf("%s: %w", t.Position, err)
	}
	return e, nil
}

// newProofJob returns the job of a task whose item has a text, with the endings of its positions in
// the results.
func (r *run) newProofJob(t *task, text string) proofJob {
	job := proofJob{
		Record: text, IsGame: t.game != nil,
		Certify: r.Certificates != nil, Limits: r.Limits, VerdictOnly: r.VerdictOnly, MaxPlies: r.MaxPlies, Threads: r.Threads, HashMiB: r.HashMiB,
	}
	for _, p := range t.positions(r.Config) {
		if e, known := r.results.of(&p); known && !job.Certify {
			job.Known = append(job.Known, newEndingText(&e))
		}
	}
	return job
}

// itemText returns the record of a position or of the moves of a game.
func itemText(item record.Item) (string, error) {
	if item.Game == nil {
		return record.New(item.Entry.Position).Text()
	}
	return item.Game.Bare().Text()
}

// item returns the position or game of a job.
func (j *proofJob) item() (record.Item, error) {
	game, err := record.NewReader(strings.NewReader(j.Record)).Next()
	if err != nil || j.IsGame {
		return record.Item{Game: game}, err
	}
	return record.Item{Entry: &record.Entry{Position: game.Start}}, nil
}

// positions returns the positions that are examined, in the order in which they are proven.
func (t *task) positions(c *Config) (positions []engine.Position) {
	if t.game == nil {
		return []engine.Position{t.entry.Position}
	}
	last := len(t.game.Endings) - 1
	for i := last; i > last-c.examined(last+1); i-- {
		positions = append(positions, t.game.Endings[i].Position)
	}
	return positions
}

// proofResult is the result of a job: endings with a certificate.
type proofResult struct {
	Endings     []endingText
	Omitted     int // positions left open because their proofs are too large
	Certificate []byte
}

const (
	// mostCertificate is the size in bytes of the certificate of a job.
	mostCertificate = 128 << 20
	// mostProofNodes bounds a proof on a worker: its memory is about 30 bytes for each node.
	mostProofNodes = 64_000_000
	// mostProofTime is longer than any such proof takes.
	mostProofTime = 30 * 24 * time.Hour
)

// Kind returns the kind of the jobs for a worker of a build.
func Kind(build string) farm.Kind {
	proving := farm.Task[proofJob, *proofResult]{Name: JobKind, Begin: func() (func(context.Context, proofJob) (*proofResult, error), error) {
		return func(ctx context.Context, job proofJob) (*proofResult, error) { return job.do(ctx) }, nil
	}}
	kind := proving.Kind(build)
	kind.Check = func(text json.RawMessage) error {
		var n needs
		if err := json.Unmarshal(text, &n); err != nil {
			return err
		}
		return cmp.Or(n.checkSize(), farm.CheckBuild(n.Build, build))
	}
	return kind
}

// do does the job.
func (j *proofJob) do(ctx context.Context) (*proofResult, error) {
	if err := (&needs{Threads: j.Threads, HashMiB: j.HashMiB}).checkSize(); err != nil {
		return nil, err
	}
	limits := j.Limits
	if limits.Nodes == 0 || limits.Nodes > mostProofNodes {
		limits.Nodes = mostProofNodes
	}
	item, err := j.item()
	if err != nil {
		return nil, err
	}
	var certificate bytes.Buffer
	certificates, err := NewCertificates(&certificate)
	if err != nil {
		return nil, err
	}
	config := Config{
		Limits: limits, VerdictOnly: j.VerdictOnly, MaxPlies: j.MaxPlies, Threads: j.Threads, HashMiB: j.HashMiB, Certificates: certificates,
	}
	search, err := newProver(&config)
	if err != nil {
		return nil, err
	}
	if !j.Certify {
		config.Certificates = nil // known results need no proof
	}
	r := &run{Config: &config, results: NewResults(nil), report: &Report{}, progress: func(int) {}}
	t := r.tasks([]record.Item{item})[0]
	for i := range j.Known {
		known, err := j.Known[i].read(t.positions(&config))
		if err == nil {
			_, err = r.results.take(known)
		}
		if err != nil {
			return nil, err
		}
	}
	p := &certifier{searchProver: search, result: &proofResult{}}
	if err := r.prove(ctx, p, &t); err != nil {
		return nil, err
	}
	if certificates.Claims() > 0 {
		err = certificates.End()
		p.result.Certificate = certificate.Bytes()
	}
	return p.result, err
}

// certifier is a prover that keeps all its proofs, with certificates.
type certifier struct {
	*searchProver
	size   int // of the certificates, in bytes
	result *proofResult
}

// prove implements prover. If the certificate would be too large, it proves nothing.
func (c *certifier) prove(ctx context.Context, known Ending, again bool) (Ending, error) {
	begin := known
	if again {
		begin = newEnding(&known.Position)
	}
	found, proven, err := c.search(ctx, begin, true)
	if err != nil {
		return known, err
	}
	file, claims, err := proven.Certificate(mostCertificate - c.size)
	switch {
	case errors.Is(err, proof.ErrCertificateTooLarge):
		begin.Nodes, begin.Time = found.Nodes, found.Time
		found = begin
		c.result.Omitted++
	case err != nil:
		return known, err
	default:
		proofs := withoutEnds(file, claims)
		c.size += len(proofs.body)
		if err := c.certificates.append(proofs); err != nil {
			return known, err
		}
	}
	c.result.Endings = append(c.result.Endings, newEndingText(&found))
	known.narrow(&found)
	return known, nil
}
