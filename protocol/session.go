package protocol

// The state of one conversation. Only the goroutine that handles commands
// touches it.

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"cathedral/engine"
	"cathedral/protocol/process"
	"cathedral/protocol/wire"
)

type session struct {
	ctx      context.Context
	config   Config
	out      *output
	searcher searcher
	commands map[string]*command
	options  []option
	settings settings
	position engine.Position
	moves    []engine.Move // that led to the position, as far as the client has sent them
	// speaksUCI is set if the last handshake was uci's.
	speaksUCI bool
	task      *task         // the running task; nil: none
	ended     bool          // `quit` has been read
	listed    []engine.Move // scratch space of state

	// Changes that must wait for a running task; see settle.
	hashInUse int    // MiB of the current table
	forget    bool   // clear the table
	later     func() // any other change; nil: none
}

func (s *Server) newSession(ctx context.Context, out io.Writer) (*session, error) {
	settings := defaultSettings(cmp.Or(s.config.HashMiB, defaultHashMiB))
	if s.config.RandomSeed != nil {
		settings.randomSeed = s.config.RandomSeed
	}
	if s.config.Techniques != nil {
		settings.search.Techniques = *s.config.Techniques
	}
	searcher, err := s.newSearcher(settings.hashMiB)
	if err != nil {
		return nil, fmt.Errorf("hash table of %d MiB: %w", settings.hashMiB, err)
	}
	session := &session{
		ctx:       ctx,
		config:    s.config,
		out:       newOutput(out),
		searcher:  searcher,
		settings:  settings,
		position:  engine.Start(settings.rules),
		hashInUse: settings.hashMiB,
	}
	session.options = session.makeOptions()
	session.commands = session.makeCommands()
	return session, nil
}

// answer handles one line of input.
func (s *session) answer(line string) {
	words := wire.Words(line)
	if len(words) == 0 {
		return
	}
	if err := s.execute(words); err != nil {
		s.out.complain(err)
	}
}

func (s *session) execute(words []string) error {
	command, known := s.commands[words[0]]
	if words[0] != "go" { // a go must be answered, whatever its words are
		if err := wire.CheckText(words); err != nil {
			return err
		}
	}
	if !known {
		return wire.WordError(words, 0, "unknown command (help lists all)")
	}
	return command.run(words)
}

// answerLong handles a line that was skipped because it is too long. If it is a
// go, the client waits for a bestmove.
func (s *session) answerLong(line *wire.LongLineError) {
	s.out.complain(line)
	if words := wire.Words(line.Start); len(words) > 0 && words[0] == "go" && !isCount(words) {
		s.answer(fmt.Sprintf("go movetime %d", fallbackTime.Milliseconds()))
	}
}

// settle makes the changes that had to wait, unless a task is running. It is
// called after every command that may ask for one and after every task.
func (s *session) settle() {
	if s.busy() {
		return
	}
	s.task = nil
	if wanted := s.settings.hashMiB; wanted != s.hashInUse {
		if err := s.searcher.Resize(wanted); err != nil {
			s.settings.hashMiB = s.hashInUse
			s.out.complain(fmt.Errorf("option Hash: %d MiB: %w (the table keeps its %d MiB)", wanted, err, s.hashInUse))
		} else {
			s.hashInUse = wanted
			s.forget = false // a new table is empty
		}
	}
	if s.forget {
		s.searcher.Clear()
		s.forget = false
	}
	if s.later != nil {
		s.later()
		s.later = nil
	}
}

// finish ends the session at the end of the input. A command of the config may
// run to its end first if its output is still read, so that `echo bench |
// cathedral` prints its result.
func (s *session) finish(patience time.Duration) {
	if s.task != nil && s.task.configured {
		select {
		case <-s.task.done:
		case <-s.out.closed:
		case <-s.ctx.Done():
		}
	}
	s.leave(patience)
}

// leave ends the running task. It stops a search at once, and any other task
// when patience is over. A task that does not end even then must be blocked in
// a write; it is left to die with the process.
func (s *session) leave(patience time.Duration) {
	if s.task == nil {
		return
	}
	if !s.task.search {
		process.Within(s.task.done, patience)
	}
	s.task.cancel()
	process.Within(s.task.done, farewell)
}
