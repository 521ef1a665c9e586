package match

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"cathedral/bench/jobs"
	"cathedral/bench/match/player"
	"cathedral/engine"
)

// needs lists the things that a worker must have to play the games of a match.
type needs struct {
	Build   string        `json:"build"` // see Plan
	Engines []engineNeeds `json:"engines,omitempty"`
}

// engineNeeds is an engine that a worker must have: its name and the checksum of its program.
type engineNeeds struct {
	Name    string `json:"name"`
	Program string `json:"program"`
}

func (p *Plan) needs() needs {
	n := needs{Build: p.Build}
	for i := range p.Players {
		if !p.Players[i].IsBuiltIn() {
			n.Engines = append(n.Engines, engineNeeds{p.Players[i].Name, p.programs[i].Checksum()})
		}
	}
	return n
}

// runID returns the identity of the match among all others on a server. It is the same
// when the match is continued, and another one when its players have changed.
func (p *Plan) runID() string {
	return jobs.RunID(JobKind, p.Record, p.Seed, p.Rules, p.identities, p.referee(), p.Build)
}

// WorkerConfig describes a worker for the matches of other machines.
type WorkerConfig struct {
	Build   string                 // of this program: see Plan
	Engines []player.Specification // by the names that matches call them; their options and limits do not count
	Slots   int                    // games at a time
	Speed   uint64                 // of this machine, in nodes a second; 0: the times of matches are not scaled
	Name    string                 // the tag Host of the records
	Keeper  []string               // see Plan
	Log     func(player string) (io.WriteCloser, error)
	Notice  func(text string) // called with remarks, possibly several at a time
}

// NewWorker returns the worker that config describes. The caller calls Rehearse before the
// first job, and closes the worker.
func NewWorker(config WorkerConfig) (*Worker, error) {
	w := &Worker{
		build: config.Build, players: pool{most: 2 * config.Slots}, host: config.Name, speed: config.Speed,
		grace: standardGrace, log: config.Log, notice: config.Notice,
	}
	w.warn = w.kept.add
	for _, known := range config.Engines {
		program := known.Program().Checksum()
		if program == "" {
			return nil, fmt.Errorf("%s: no program %s", known.Name, known.Command)
		}
		w.engines = append(w.engines, localEngine{known, program})
	}
	return w, w.startKeeper(config.Keeper)
}

// Kind returns the kind of jobs that the worker does.
func (w *Worker) Kind() jobs.Kind { return jobs.Kind{Name: JobKind, Check: w.check, Work: w.Work} }

// check returns an error if the worker does not meet the needs of a match.
func (w *Worker) check(text json.RawMessage) error {
	var n needs
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	if err := jobs.CheckBuild(n.Build, w.build); err != nil {
		return err
	}
	for _, needed := range n.Engines {
		c := contestant{Name: needed.Name, Program: needed.Program}
		if _, err := c.specification(w.engines); err != nil {
			return err
		}
	}
	return nil
}

// Rehearse starts each engine of the worker once, notes its program and ends it, so that a
// worker whose engines do not start takes no jobs. It stops when ctx is cancelled. The error
// names the engine.
func (w *Worker) Rehearse(ctx context.Context) error {
	for i := range w.engines {
		specification := w.engines[i].Specification
		player, err := w.start(ctx, &specification, engine.Rules{})
		if err != nil {
			return fmt.Errorf("%s: %w", specification.Name, err)
		}
		w.engines[i].program = player.Program().Checksum()
		player.Close()
	}
	return nil
}

// keptWarnings are warnings that wait for the next result. It is safe for concurrent use.
type keptWarnings struct {
	mutex sync.Mutex
	list  []playerWarning
}

// mostKept bounds the warnings of one result.
const mostKept = 20

func (k *keptWarnings) add(name, kind, sample string) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if len(k.list) < mostKept {
		k.list = append(k.list, playerWarning{name, kind, player.OneLine(sample, 200)})
	}
}

// take returns the warnings and forgets them.
func (k *keptWarnings) take() []playerWarning {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	list := k.list
	k.list = nil
	return list
}
