package protocol

// The table of commands: their names, help texts and handlers.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cathedral/engine"
	"cathedral/protocol/wire"
)

// command is one row of the table.
type command struct {
	names []string                   // the usual name first
	usage string                     // the parameters
	help  string                     // one line
	run   func(words []string) error // nil: the row explains a form of another command
}

// protocolCommands returns the commands that every server has, in the order of
// the help text.
func (s *session) protocolCommands() []*command {
	return []*command{
		{[]string{"ugi"}, "", "name the engine and its options, then answer ugiok", s.handshake},
		{[]string{"uci"}, "", "the same for programs that speak UCI, then answer uciok", s.handshake},
		{[]string{"isready"}, "", "answer readyok, even during a search", s.isReady},
		{[]string{"setoption"}, "name N [value V]", "set an option for the next search", s.setOption},
		{[]string{"uginewgame", "ucinewgame"}, "", "forget the results of earlier searches and set the start position", s.newGame},
		{[]string{"position"}, "startpos|fen P [moves M ...]", "set the position", s.setPosition},
		{[]string{"go"}, "[p1time T p2time T p1inc T p2inc T movestogo N] [movetime T] [depth N] [nodes N] [infinite] [ponder] [searchmoves M ...]",
			"search; times are in milliseconds", s.goSearch},
		{[]string{"go solve"}, "[verdict]", "search until the exact margin is proven, or who wins", nil},
		{[]string{"go perft"}, "N", "count the ways to play N plies", nil},
		{[]string{"stop"}, "", "end a search, a count or a bench", s.stop},
		{[]string{"ponderhit"}, "", "start the clock: the opponent played the expected move", s.ponderHit},
		{[]string{"query"}, strings.Join(queryWords(), "|"), "report the state of the game", s.query},
		{[]string{"state"}, "startpos|fen P [moves M ...]", "say in one line what can be played in a position, for programs that learn", s.state},
		{[]string{"debug"}, "on|off", "do nothing, for programs that speak UCI", s.debug},
		{[]string{"register"}, "...", "do nothing, for programs that speak UCI", func([]string) error { return nil }},
		{[]string{"d"}, "", "draw the board", s.display},
		{[]string{"eval"}, "", "show the static evaluation, term by term", s.explain},
		{[]string{"help"}, "", "list the commands", s.help},
		{[]string{"quit"}, "", "end the program, like the end of input", s.quit},
	}
}

// makeCommands returns all commands by name, including those of the config.
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
			if command.run != nil {
				table[name] = command
			}
		}
	}
	return table
}

// runCommand runs a command of the config as a task.
func (s *session) runCommand(name string, arguments []string, run Command) {
	s.start(false, nil, func(ctx context.Context) {
		lines := &lineWriter{out: s.out}
		err := run(ctx, arguments, lines)
		lines.finish()
		if err != nil && !errors.Is(err, context.Canceled) {
			s.out.complain(fmt.Errorf("%s: %w", name, err))
		}
	})
	s.task.configured = true
}

func (s *session) handshake(words []string) error {
	text := fmt.Appendf(nil, "id name %s %s\nid author %s\n", s.config.Name, s.config.Version, s.config.Author)
	for _, option := range s.options {
		text = fmt.Appendf(text, "option name %s type %s\n", option.name, option.declaration)
	}
	s.speaksUCI = words[0] == "uci"
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
	s.position, s.moves = engine.Start(s.settings.rules), nil
	return nil
}

// debug handles `debug on` and `debug off`: there is no debug output to switch.
func (s *session) debug(words []string) error {
	switch {
	case len(words) < 2:
		return wire.MissingError(words, 0, "on or off")
	case words[1] != "on" && words[1] != "off":
		return wire.WordError(words, 1, "want on or off")
	}
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
		text = fmt.Appendf(text, "%s\n    the same as on the command line\n", name)
	}
	s.out.lines(append(text, "# starts a comment\n"...))
	return nil
}
