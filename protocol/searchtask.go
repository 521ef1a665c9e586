package protocol

// The tasks that search and count.

import (
	"context"
	"fmt"

	"cathedral/engine"
	"cathedral/search"
)

// goSearch handles `go`. A running search or count is stopped first and writes
// its answer. Every go is answered: the rest of a faulty one is searched.
func (s *session) goSearch(words []string) error {
	if isCount(words) {
		return s.goPerft(words)
	}
	request, fault := parseGo(words, &s.position)
	s.interrupt()
	if fault != nil {
		s.out.complain(fault)
	}
	if s.position.Over() {
		score := search.Score{Centi: 100 * s.position.Margin(s.position.Side()), Final: true}
		text := fmt.Sprintf("info depth 0 score %s nodes 0 nps 0 time 0\nbestmove none\n", scoreText(score, s.speaksUCI))
		s.answerAtOnce(request.ponder, func() { s.out.lines([]byte(text)) })
		return nil
	}
	if fault == nil && s.answerFromBook(&request) {
		return nil
	}
	s.startSearch(request)
	return nil
}

// answerAtOnce answers a go without a search. While the client ponders, the answer waits for
// the end of that.
func (s *session) answerAtOnce(ponder bool, answer func()) {
	if !ponder {
		answer()
		return
	}
	hit := make(chan struct{})
	s.start(true, func() { close(hit) }, func(ctx context.Context) {
		select {
		case <-hit:
		case <-ctx.Done():
		}
		answer()
	})
}

// startSearch searches the position, which must not be over, with the current
// options.
func (s *session) startSearch(request goRequest) {
	position, settings, limits, speaksUCI := s.position, s.settings, request.limits, s.speaksUCI
	options := settings.searchOptions()
	limits.Before, limits.Yield = s.moves, s.config.Yield
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
		report := reporter{out: s.out, speaksUCI: speaksUCI, showWDL: settings.showWDL, proves: limits.Solve, ply: position.Ply()}
		result := s.searcher.Search(ctx, &position, limits, options, report.info)
		report.result(&result, settings.ponder)
	})
}

// goPerft handles `go perft N`, which counts the ways to play N plies.
func (s *session) goPerft(words []string) error {
	depth, err := parsePerft(words)
	if err != nil {
		return err
	}
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
	return nil
}
