package match

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cathedral/bench/farm"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/wording"
)

// needs lists the things that a worker must have to play the games of a match.
type needs struct {
	Build   string       `json:"build"` // see Plan
	Players []contestant `json:"players"`
}

func (p *Plan) needs() needs {
	n := needs{Build: p.Build}
	for i := range p.Players {
		n.Players = append(n.Players, p.contestant(i))
	}
	return n
}

// WorkerConfig describes a worker for the matches of other machines.
type WorkerConfig struct {
	Build   string                 // of this program: see Plan
	Engines []player.Specification // by the names that matches call them; their options bound those of matches, their limits do not count
	Slots   int                    // games at a time
	Speed   uint64                 // of this machine, in nodes a second; 0: the times of matches are not scaled
	Name    string                 // the tag Host of the records
	Log     func(player string) (io.WriteCloser, error)
	Notice  func(text string) // called with remarks, possibly several at a time
}

// NewWorker returns the worker that config describes. The caller calls Rehearse before the
// first job, and closes the worker.
func NewWorker(config WorkerConfig) (*Worker, error) {
	w := newWorker(config.Slots, config.Name, standardGrace, standardTolerance)
	w.build, w.isOfOthers, w.speed = config.Build, true, config.Speed
	w.log, w.notice, w.warn = config.Log, config.Notice, w.kept.add
	for _, known := range config.Engines {
		program := known.Program().Checksum()
		if program == "" {
			return nil, fmt.Errorf("%s: no program %s", known.Name, known.Command)
		}
		w.engines = append(w.engines, contestant{known, program})
	}
	return w, nil
}

// Kind returns the kind of jobs that the worker does.
func (w *Worker) Kind() farm.Kind {
	return farm.Kind{Name: JobKind, Check: w.check, Work: w.Work, IsTimed: true}
}

// check returns an error if the worker does not meet the needs of a match.
func (w *Worker) check(text json.RawMessage) error {
	var n needs
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	if err := farm.CheckBuild(n.Build, w.build); err != nil {
		return err
	}
	for i := range n.Players {
		if _, err := w.seat(&n.Players[i], engine.Rules{}); err != nil {
			return err
		}
	}
	return nil
}

// mostHashMiB is the value of the option Hash that a worker takes from other machines, if its
// own specification of the engine does not set a greater one.
const mostHashMiB = 1024

// checkOptions returns an error if an option of a job could name a file or take more memory
// than this machine gives. own are the options of the worker's own specification, which may.
func (c *contestant) checkOptions(own []player.Option) error {
	for _, option := range c.Options {
		if slices.Contains(own, option) || option.Value == "true" || option.Value == "false" {
			continue
		}
		number, err := strconv.ParseFloat(option.Value, 64)
		if err != nil {
			return fmt.Errorf("the value %.100q of option %.100q of %s could name a file: the worker's own --engine has to name it too", option.Value, option.Name, c.Name)
		}
		if strings.EqualFold(option.Name, "Hash") && !(number <= mostHash(own)) {
			return fmt.Errorf("%s is to have %g MiB of memory, and the worker gives it %g: its own --engine can name more", c.Name, number, mostHash(own))
		}
	}
	return nil
}

// mostHash returns the memory in MiB that an engine may have.
func mostHash(own []player.Option) float64 {
	most := float64(mostHashMiB)
	for _, option := range own {
		if number, err := strconv.ParseFloat(option.Value, 64); err == nil && strings.EqualFold(option.Name, "Hash") {
			most = max(most, number)
		}
	}
	return most
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
		w.engines[i].Program = player.Program().Checksum()
		player.Close()
	}
	return nil
}

// Engines describes the players that the worker has, one a line: the built-in ones, and each
// engine by its name, command and the checksum of its program.
func (w *Worker) Engines() []string {
	lines := []string{strings.Join(player.BuiltIns(), ", ") + " (built in)"}
	for _, engine := range w.engines {
		lines = append(lines, fmt.Sprintf("%q (%q, checksum %s)", engine.Name, engine.Command, engine.Program))
	}
	return lines
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
		k.list = append(k.list, playerWarning{name, kind, wording.Line(sample, 200)})
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
