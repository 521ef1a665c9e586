package protocol

// The state of one conversation, which only the goroutine that answers touches.

import (
	"context"
	"fmt"
	"io"
	"time"

	"cathedral/engine"
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
	task     *task // what runs in a goroutine of its own, nil when nothing does
	ended    bool  // by `quit`

	// What had to wait because a search was using it: see settle.
	hashInUse int // MiB
	forget    bool
	later     func() // nil: nothing else
}

func (s *Server) newSession(ctx context.Context, out io.Writer) (*session, error) {
	settings := defaultSettings()
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

// answer carries out one line of input.
func (s *session) answer(line string) {
	words, err := splitWords(line)
	if err == nil && len(words) > 0 {
		err = s.execute(words)
	}
	if err != nil {
		s.out.complain(err)
	}
}

func (s *session) execute(words []string) error {
	command, known := s.commands[words[0]]
	if !known {
		return wordError(words, 0, "no such command (help lists them)")
	}
	return command.run(words)
}

// settle does what had to wait for the search to end: it is called whenever a
// wish may have come up, and when a task is done.
func (s *session) settle() {
	if s.busy() {
		return
	}
	s.task = nil
	if wanted := s.settings.hashMiB; wanted != s.hashInUse {
		if err := s.searcher.Resize(wanted); err != nil {
			s.settings.hashMiB = s.hashInUse
			s.out.complain(fmt.Errorf("option Hash: %d MiB: %w (the table of %d MiB stays)", wanted, err, s.hashInUse))
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

// finish leaves at the end of the input. A command that was handed in may first come
// to its end, so that `echo bench | cathedral` gives its result, as long as there is
// somebody to read it.
func (s *session) finish(patience time.Duration) {
	if s.task != nil && s.task.handedIn {
		select {
		case <-s.task.done:
		case <-s.out.closed:
		case <-s.ctx.Done():
		}
	}
	s.leave(patience)
}

// leave ends what runs. A search is stopped at once; anything else may take until
// the patience is over to end by itself. A task that does not end then is left
// to die with the process, since it can only be stuck in writing.
func (s *session) leave(patience time.Duration) {
	if s.task == nil {
		return
	}
	if !s.task.search {
		s.task.await(patience)
	}
	s.task.cancel()
	s.task.await(farewell)
}
