package study

import (
	"context"
	"fmt"
	"slices"

	"cathedral/bench/farm"
	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/book"
	"cathedral/search/proof"
)

// searchedMove is a move and the margin that a search expects of it.
type searchedMove struct {
	Move  engine.Move
	Centi int // the expected margin for the side that moves, in hundredths of a square
}

// analysis holds the findings of searches in a position.
type analysis struct {
	Position engine.Position // canonical
	Lines    []searchedMove  // the best first; none if the game is over
	Rest     int             // moves without a line, rotations of others not counted
	Depth    int             // of the last search, in plies
	Nodes    uint64          // spent on lines and proof together
	// Verdict is the result for the side to move, if Proven.
	Verdict proofs.Verdict
	Proven  bool
}

// Settings say how a position is searched. A tree has the same for all its nodes.
type Settings struct {
	Rules      engine.Rules
	Nodes      uint64 // searched in a position, at least 1
	Lines      int    // valued in a search, at least 1; when the Cathedral is placed, all are
	ProofNodes uint64 // spent at most on a proof of who wins; 0: none
}

const (
	// searchHashMiB is the size of a search's tables. What it finds depends on it.
	searchHashMiB = 32
	// firstProvenPly is the first ply at which a proof is tried.
	firstProvenPly = 8
	// leastDepth is the depth in plies below which a search is repeated with twice the
	// nodes. Searches of one ply, in which threats took all the nodes, were off by two
	// squares more than others.
	leastDepth = 4
	// mostRepeated is how many times the nodes of a search its repetitions take at most,
	// the last one aside.
	mostRepeated = 8
	// hopelessProof is how many times the nodes allowed a proof may be expected to take
	// to be tried: the expectation is often off by a hundred times.
	hopelessProof = 10
)

// analyse searches a canonical position for the best lines among the moves that are not in
// without. It returns ctx's error.
func (s *Settings) analyse(ctx context.Context, searcher *search.Searcher, position *engine.Position, without []engine.Move) (analysis, error) {
	found := analysis{Position: *position}
	moves := slices.DeleteFunc(distinctMoves(position), func(m engine.Move) bool { return slices.Contains(without, m) })
	if len(moves) == 0 {
		return found, nil
	}
	options := search.DefaultOptions()
	options.MultiPV = min(s.Lines, len(moves))
	if position.PlacesCathedral() {
		options.MultiPV = len(moves)
	}
	heard := heardLines{count: options.MultiPV}
	for nodes := s.Nodes; ; nodes *= 2 {
		result := searcher.Search(ctx, position, search.Limits{Nodes: nodes, Moves: moves}, options, heard.hear)
		found.Nodes += result.Info.Nodes
		if heard.suffices() || position.PlacesCathedral() || found.Nodes >= mostRepeated*s.Nodes {
			break
		}
	}
	if heard.last == nil { // not enough nodes
		result := searcher.Search(ctx, position, search.Limits{Depth: 1, Moves: moves}, options, heard.hear)
		found.Nodes += result.Info.Nodes
	}
	if err := ctx.Err(); err != nil {
		return found, err
	}
	lines := heard.lines()
	for _, info := range lines {
		found.Lines = append(found.Lines, searchedMove{info.PV[0], info.Score.Centi})
	}
	slices.SortStableFunc(found.Lines, func(a, b searchedMove) int { return b.Centi - a.Centi })
	found.Rest, found.Depth = len(moves)-len(lines), lines[0].Depth
	if len(without) == 0 {
		found.Verdict, found.Proven = heard.verdict, heard.proven
	}
	return found, s.prove(ctx, searcher, &found, without)
}

// heardLines are the lines that a search reports, all of them after each iteration.
type heardLines struct {
	count     int
	iteration []search.Info // the lines so far
	last      []search.Info // all lines, when they were last reported
	valued    []search.Info // all lines, when they last had values and not only bounds
	// verdict is the result for the side to move, if it is proven.
	verdict proofs.Verdict
	proven  bool
}

// lines returns the last value of each line, or else its proven bound.
func (h *heardLines) lines() []search.Info {
	if h.valued == nil {
		return h.last
	}
	return h.valued
}

// suffices reports whether the lines are deep enough, or it is known who wins.
func (h *heardLines) suffices() bool {
	return h.proven || h.last != nil && h.lines()[0].Depth >= leastDepth
}

func (h *heardLines) hear(info search.Info) {
	if info.MultiPV == 1 {
		h.iteration = nil
		if verdict, proven := proofs.ProvenVerdict(info.Score); proven {
			h.verdict, h.proven = verdict, true
		}
	}
	if h.iteration = append(h.iteration, info); len(h.iteration) < h.count {
		return
	}
	h.last = h.iteration
	if !slices.ContainsFunc(h.last, func(info search.Info) bool { return info.Score.Bound != search.Exact }) {
		h.valued = h.last
	}
}

// prove tries to prove who wins.
func (s *Settings) prove(ctx context.Context, searcher *search.Searcher, found *analysis, without []engine.Move) error {
	p := &found.Position
	if found.Proven || len(without) > 0 || p.Ply() < firstProvenPly ||
		proof.Cost(p, found.Lines[0].Centi) > hopelessProof*float64(s.ProofNodes) {
		return nil
	}
	limits := search.Limits{Solve: true, Verdict: true, Nodes: s.ProofNodes}
	result := searcher.Search(ctx, p, limits, search.DefaultOptions(), nil)
	found.Nodes += result.Info.Nodes
	found.Verdict, found.Proven = proofs.ProvenVerdict(result.Info.Score)
	return ctx.Err()
}

// distinctMoves returns the legal moves, but of moves that lead to rotations of one
// position only the first.
func distinctMoves(p *engine.Position) []engine.Move {
	moves := p.Moves(nil)
	turned := p.Rotate(2)
	if turned.Key() != p.Key() {
		return moves
	}
	seen := map[uint64]bool{}
	return slices.DeleteFunc(moves, func(m engine.Move) bool {
		after := canonicalAfter(p, m)
		key := after.Key()
		defer func() { seen[key] = true }()
		return seen[key]
	})
}

// canonicalAfter returns the canonical position after a move.
func canonicalAfter(p *engine.Position, m engine.Move) engine.Position {
	after := p.Play(m)
	canonical, _ := book.Canonical(&after)
	return canonical
}

// isShallow reports whether the analysis is by a search that should have been repeated.
func (a *analysis) isShallow(s *Settings) bool {
	return a.Depth < leastDepth && a.Nodes < mostRepeated*s.Nodes && !a.Proven && !a.Position.PlacesCathedral() && len(a.Lines) > 0
}

// supersedes reports whether the analysis says at least as much as another one of the
// position: it is deep enough, or neither is, and it took no fewer nodes.
func (a *analysis) supersedes(other *analysis, s *Settings) bool {
	if shallow := a.isShallow(s); shallow != other.isShallow(s) {
		return !shallow
	}
	return a.Nodes >= other.Nodes
}

// add adds the lines of a search that left out those of a, which is of the same position.
func (a *analysis) add(more *analysis) {
	a.Lines = append(slices.Clone(a.Lines), more.Lines...)
	slices.SortStableFunc(a.Lines, func(a, b searchedMove) int { return b.Centi - a.Centi })
	a.Rest, a.Depth = more.Rest, more.Depth
	a.Nodes += more.Nodes
}

// analysisKind is the name of the kind of jobs that analyse positions of a tree.
const analysisKind = "study-positions"

// analysisPayload is the payload of a job: a position to be analysed.
type analysisPayload struct {
	Settings Settings
	Position string
	Without  []string // moves that have lines
}

// analysisResult is the result of a job.
type analysisResult struct {
	Lines   []searchedMove
	Rest    int
	Depth   int
	Nodes   uint64
	Verdict string // of proofs.Verdict; "": not proven
}

// Kind returns the kind of the jobs that grow a tree, for a worker of a build.
func Kind(build string) farm.Kind { return analysisTask().Kind(build) }

// analysisTask is the task of analysing a position of a tree.
func analysisTask() farm.Task[analysisPayload, analysisResult] {
	return farm.Searching(analysisKind, searchHashMiB, analyseJob)
}

// analyseJob analyses the position of a job.
func analyseJob(ctx context.Context, searcher *search.Searcher, job analysisPayload) (analysisResult, error) {
	position, err := engine.ParsePosition(job.Position, job.Settings.Rules)
	if err != nil {
		return analysisResult{}, err
	}
	without := make([]engine.Move, len(job.Without))
	for i, word := range job.Without {
		if without[i], err = engine.ParseMove(word, position.Side()); err != nil {
			return analysisResult{}, err
		}
	}
	found, err := job.Settings.analyse(ctx, searcher, &position, without)
	if err != nil {
		return analysisResult{}, err
	}
	result := analysisResult{Lines: found.Lines, Rest: found.Rest, Depth: found.Depth, Nodes: found.Nodes}
	if found.Proven {
		result.Verdict = found.Verdict.String()
	}
	return result, nil
}

// check returns an error if the lines or the numbers of an analysis cannot be right.
func (a *analysis) check() error {
	if a.Rest < 0 || a.Depth < 0 {
		return fmt.Errorf("rest %d, depth %d: want 0 or more", a.Rest, a.Depth)
	}
	if len(a.Lines) == 0 && !a.Position.Over() {
		return fmt.Errorf("no lines in a position in which the game is not over")
	}
	seen := map[engine.Move]bool{}
	for _, line := range a.Lines {
		switch {
		case seen[line.Move]:
			return fmt.Errorf("two lines of %s", line.Move)
		case !a.Position.IsLegal(line.Move):
			return fmt.Errorf("a line of %s, which is not legal", line.Move)
		case line.Centi < -100*engine.SideSquares || line.Centi > 100*engine.SideSquares:
			return fmt.Errorf("%s has the value %d, beyond the board", line.Move, line.Centi)
		}
		seen[line.Move] = true
	}
	return nil
}
