package study

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"cathedral/bench/farm"
	"cathedral/bench/journal"
	"cathedral/bench/proofs"
	"cathedral/engine/record"
)

// Growth says how far a tree grows.
type Growth struct {
	Positions int           // the tree has at the end
	Time      time.Duration // after which no new position is begun; 0: no limit
	// Share is the percentage of the growth that each placement of the Cathedral gets in
	// turn.
	Share int
	// Played, if not 0, is the number of games that lets a position of the first plies come
	// before all others.
	Played int
	// AtATime is the number of positions that are analysed at a time. With 1 the settings,
	// the games and the engine determine the tree.
	AtATime int
}

// GrowTree extends the tree in the file at path, which is created if it does not exist, and
// appends each analysis to the file as soon as it is known. A tree with other settings is an
// error; positions that were not searched deep enough are searched again. The games help to
// choose the positions. GrowTree calls report with the number of positions at the beginning
// and after each analysis.
func GrowTree(ctx context.Context, path string, settings Settings, games []*record.Game, growth Growth, workers farm.Workers, report func(positions int)) (err error) {
	tree := newTree(settings)
	file, err := journal.OpenPositions(path, settings.Heading(), settings.Rules, func(entry *record.Entry) error {
		found, err := parseAnalysis(entry)
		if err == nil && !found.isShallow(&settings) {
			tree.insert(found)
		}
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	tree.AddGames(games)
	report(tree.Len())
	g := &grower{Growth: growth, tree: tree, file: file, report: report, pending: map[int]expansion{}}
	g.AtATime = max(1, g.AtATime)
	g.changed.L = &g.mutex
	if growth.Time > 0 {
		g.deadline = time.Now().Add(growth.Time)
	}
	defer context.AfterFunc(ctx, g.finish)()
	defer g.finish() // a carrier that failed may have left the list of jobs waiting
	return analysisTask().Run(ctx, workers, farm.Series[analysisPayload, analysisResult]{
		// A continued run chooses other jobs, so it has nothing to do with those of the run
		// before.
		ID: farm.FreshRunID("tree"), To: math.MaxInt,
		Payload: g.nextJob, OnDemand: true,
		Accept: g.accept,
	})
}

// grower is the state of a call of GrowTree.
type grower struct {
	Growth
	deadline time.Time
	file     *os.File
	report   func(positions int)
	mutex    sync.Mutex // of what follows
	changed  sync.Cond
	tree     *Tree
	pending  map[int]expansion // by the number of the job
	finished bool
}

// finish ends the list of jobs.
func (g *grower) finish() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.finished = true
	g.changed.Broadcast()
}

// nextJob waits until fewer jobs are pending than may be at a time, and returns the next one.
// It returns false if the tree has grown to its limits.
func (g *grower) nextJob(number int) (analysisPayload, bool) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for {
		for !g.finished && len(g.pending) >= g.AtATime {
			g.changed.Wait()
		}
		if g.finished || !g.deadline.IsZero() && time.Now().After(g.deadline) {
			return analysisPayload{}, false
		}
		if next, found := g.choose(); found {
			payload := analysisPayload{Settings: g.tree.Settings, Position: next.position.String()}
			for _, move := range next.without {
				payload.Without = append(payload.Without, move.String())
			}
			g.pending[number] = next
			return payload, true
		}
		if len(g.pending) == 0 {
			return analysisPayload{}, false
		}
		g.changed.Wait()
	}
}

// positions returns the number of positions that the tree has once nothing is pending.
func (g *grower) positions() int {
	count := g.tree.Len()
	for _, job := range g.pending {
		if job.without == nil {
			count++
		}
	}
	return count
}

// choose returns the next expansion: of the position that most games passed, if they are enough.
// Otherwise it is that of the cheapest drop-out of the whole tree, or of the placement that has been
// studied least, by its share.
func (g *grower) choose() (expansion, bool) {
	if g.positions() >= g.Positions {
		return expansion{}, false
	}
	if g.Played > 0 {
		if next, found := g.tree.nextPlayed(g.Played); found {
			return next, true
		}
	}
	number := g.positions()
	if (number+1)*g.Share/100 > number*g.Share/100 {
		placement := slices.Index(g.tree.positions, slices.Min(g.tree.positions)) // with the fewest
		if next, found := g.tree.next(placement); found {
			return next, true
		}
	}
	return g.tree.next(anyPlacement)
}

// accept takes the result of a job, writes it and adds it to the tree.
func (g *grower) accept(number int, result analysisResult) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	job, isPending := g.pending[number]
	if !isPending {
		return farm.Refuse("no worker has job %d", number)
	}
	found, err := g.read(&result, &job)
	if err != nil {
		return &farm.RefusedError{Reason: err}
	}
	if err := found.entry().Write(g.file); err != nil {
		return err
	}
	delete(g.pending, number)
	g.tree.end(&job)
	g.tree.add(found)
	g.changed.Broadcast()
	g.report(g.tree.Len())
	return nil
}

// read returns the analysis of a job's position: the result, with the lines that were known
// before.
func (g *grower) read(result *analysisResult, job *expansion) (analysis, error) {
	found := analysis{Position: job.position, Lines: result.Lines, Rest: result.Rest, Depth: result.Depth, Nodes: result.Nodes}
	if found.Proven = result.Verdict != ""; found.Proven {
		var err error
		if found.Verdict, err = proofs.ParseVerdict(result.Verdict); err != nil {
			return found, err
		}
	}
	if len(job.without) > 0 {
		more := found
		found = g.tree.nodes[job.position.Key()].analysis
		found.add(&more)
	}
	return found, found.check()
}

// MergeTrees writes the trees of files, which have the same settings, to the tree in the
// file at path, which is created if it does not exist. It returns the number of positions
// in that.
func MergeTrees(path string, sources []string) (positions int, err error) {
	var settings Settings
	var trees []*Tree
	for i, source := range sources {
		tree, err := readTree(source)
		if err != nil {
			return 0, err
		}
		if trees = append(trees, tree); i == 0 {
			settings = tree.Settings
		} else if tree.Settings != settings {
			return 0, fmt.Errorf("%s begins with %q, and %s with %q: merge trees with the same settings", source, tree.Heading(), sources[0], settings.Heading())
		}
	}
	merged := newTree(settings)
	file, err := journal.OpenPositions(path, settings.Heading(), settings.Rules, merged.addEntry)
	if err != nil {
		return 0, err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	for _, tree := range trees {
		for _, n := range tree.sorted() {
			if known := merged.nodes[n.key]; known != nil && known.supersedes(&n.analysis, &settings) {
				continue
			}
			merged.insert(n.analysis)
			if err := n.entry().Write(file); err != nil {
				return 0, err
			}
		}
	}
	return merged.Len(), nil
}
