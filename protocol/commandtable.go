package protocol

// The table of commands: what each is called, what help says of it, and who
// answers it.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// command is one row of the table.
type command struct {
	names []string // the usual one first
	usage string   // what may follow the name
	help  string   // one line
	run   func(words []string) error
}

// protocolCommands returns the commands that every server has, in the order that
// help lists them.
func (s *session) protocolCommands() []*command {
	return []*command{
		{[]string{"ugi"}, "", "names the engine and its options, then ugiok", s.handshake},
		{[]string{"uci"}, "", "the same, for programs that speak UCI, then uciok", s.handshake},
		{[]string{"isready"}, "", "answers readyok, also during a search", s.isReady},
		{[]string{"setoption"}, "name N [value V]", "sets an option, for the next search", s.setOption},
		{[]string{"uginewgame", "ucinewgame"}, "", "forgets what earlier searches learned", s.newGame},
		{[]string{"position"}, "startpos|fen P [moves M ...]", "sets the position", s.setPosition},
		{[]string{"go"}, "[p1time T p2time T p1inc T p2inc T movestogo N] [movetime T] [depth N] [nodes N] [infinite] [ponder] [searchmoves M ...]",
			"searches; times are in milliseconds", s.goSearch},
		{[]string{"go solve"}, "", "searches until the exact margin is proven", s.goSearch},
		{[]string{"go perft"}, "N", "counts the games of N plies from here", s.goSearch},
		{[]string{"stop"}, "", "ends a search, a count or a bench", s.stop},
		{[]string{"ponderhit"}, "", "the move that is pondered on was played", s.ponderHit},
		{[]string{"query"}, "gameover|p1turn|result|score|legal", "says how the game stands", s.query},
		{[]string{"d"}, "", "draws the board", s.display},
		{[]string{"eval"}, "", "shows the static evaluation, term by term", s.explain},
		{[]string{"help"}, "", "this list", s.help},
		{[]string{"quit"}, "", "ends the program, as the end of input does", s.quit},
	}
}

// makeCommands returns the commands by name, those of the config included.
func (s *session) makeCommands() map[string]*command {
	table := make(map[string]*command)
	for name, run := range s.config.Commands {
		table[name] = &command{names: []string{name}, run: func(words []string) error {
			s.runCommand(name, words[1:], run)
			return nil
		}}
	}
	for _, command := range s.protocolCommands() {
		for _, name := range command.names {
			table[name] = command
		}
	}
	return table
}

// runCommand runs a command that was handed in, beside the conversation.
func (s *session) runCommand(name string, arguments []string, run Command) {
	s.start(false, nil, func(ctx context.Context) {
		lines := &lineWriter{out: s.out}
		err := run(ctx, arguments, lines)
		lines.finish()
		if err != nil && !errors.Is(err, context.Canceled) {
			s.out.complain(fmt.Errorf("%s: %w", name, err))
		}
	})
	s.task.handedIn = true
}

func (s *session) handshake(words []string) error {
	text := fmt.Appendf(nil, "id name %s %s\nid author %s\n", s.config.Name, s.config.Version, s.config.Author)
	for _, option := range s.options {
		text = fmt.Appendf(text, "option name %s type %s\n", option.name, option.declaration)
	}
	s.out.lines(fmt.Appendf(text, "%sok\n", words[0]))
	return nil
}

func (s *session) isReady([]string) error {
	s.out.printf("readyok\n")
	return nil
}

func (s *session) newGame([]string) error {
	s.interrupt()
	s.searcher.Clear()
	return nil
}

func (s *session) stop([]string) error {
	if s.task != nil {
		s.task.cancel()
	}
	return nil
}

func (s *session) ponderHit([]string) error {
	if s.task != nil && s.task.ponderHit != nil {
		s.task.ponderHit()
		s.task.ponderHit = nil
	}
	return nil
}

func (s *session) quit([]string) error {
	s.ended = true
	return nil
}

func (s *session) help([]string) error {
	var text []byte
	for _, command := range s.protocolCommands() {
		for _, name := range command.names {
			if command.usage != "" {
				name += " " + command.usage
			}
			text = fmt.Appendf(text, "%s\n    %s\n", name, command.help)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.config.Commands)) {
		text = fmt.Appendf(text, "%s\n    as the command of the same name\n", name)
	}
	s.out.lines(append(text, "# starts a comment\n"...))
	return nil
}
