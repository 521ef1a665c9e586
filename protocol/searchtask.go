package protocol

// The tasks that search and count.

import (
	"context"
	"fmt"

	"cathedral/engine"
)

// goSearch handles `go`. If the command is valid, a running search or count is
// stopped first and writes its answer.
func (s *session) goSearch(words []string) error {
	request, err := parseGo(words, &s.position)
	if err != nil {
		return err
	}
	s.interrupt()
	switch {
	case request.perft > 0:
		s.startPerft(request.perft)
	case s.position.Over():
		s.out.printf("info depth 0 score final %d nodes 0 nps 0 time 0\nbestmove none\n", s.position.Margin(s.position.Side()))
	default:
		s.startSearch(request)
	}
	return nil
}

// startSearch searches the position, which must not be over, with the current
// options.
func (s *session) startSearch(request goRequest) {
	position, settings, limits := s.position, s.settings, request.limits
	options := settings.searchOptions()
	limits.Before = s.moves
	var ponderHit func()
	if request.ponder {
		hit := make(chan struct{})
		limits.PonderHit = hit
		ponderHit = func() {
			close(hit)
			if request.endless && !limits.Infinite && !limits.Solve {
				s.task.cancel() // nothing else would end a bare `go ponder`
			}
		}
	}
	s.start(true, ponderHit, func(ctx context.Context) {
		report := reporter{out: s.out, showWDL: settings.showWDL, ply: position.Ply()}
		result := s.searcher.Search(ctx, &position, limits, options, report.info)
		report.result(&result, settings.ponder)
	})
}

// startPerft counts the ways to play depth plies.
func (s *session) startPerft(depth int) {
	position, threads := s.position, s.settings.search.Threads
	s.start(false, nil, func(ctx context.Context) {
		total, err := engine.Perft(ctx, &position, depth, threads, func(m engine.Move, count uint64) {
			s.out.printf("%s: %d\n", m, count)
		})
		switch {
		case ctx.Err() != nil:
			s.out.printf("info string perft stopped\n")
		case err != nil:
			s.out.complain(fmt.Errorf("perft: %w", err))
		default:
			s.out.printf("\nNodes searched: %d\n", total)
		}
	})
}
