package selfplay

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/strength"
)

const (
	// pickedLines is the number of best moves of which one is picked.
	pickedLines = 6
	// pickedSpread is the loss, in hundredths of a square, by which a move becomes e
	// times less likely than the best.
	pickedSpread = 40
	// leastDepth is the depth in plies below which a search that values several moves is
	// repeated with twice the nodes.
	leastDepth = 4
	// mostRepeated is how many times the nodes of a move such a search takes at most.
	mostRepeated = 8
)

// play plays game number with a searcher that has learned nothing, and returns its
// record. It returns ctx's error, or one about an impossible recipe.
func (r *Recipe) play(ctx context.Context, searcher *search.Searcher, number int) (*record.Game, error) {
	g, err := r.begin(number)
	if err != nil {
		return nil, err
	}
	return r.finish(ctx, searcher, g, number)
}

// finish plays game number to its end, as play does.
func (r *Recipe) finish(ctx context.Context, searcher *search.Searcher, g *game, number int) (*record.Game, error) {
	choices, random, picked := r.choices(number), r.random(number), 0
	for !g.position.Over() {
		if move, isRandom := choices.next(&g.position); isRandom {
			g.play(move)
			continue
		}
		limits, options := search.Limits{}, r.options(random)
		nodes := r.nodes(&g.position)
		most := nodes
		switch {
		case r.Placements && g.position.PlacesCathedral():
			limits = placementLimits(&g.position, number)
		case r.offersSides(&g.position):
			if err := r.swap(ctx, searcher, g, random); err != nil {
				return nil, err
			}
			continue
		case r.Fair.Restricts(&g.position):
			limits.Moves = slices.DeleteFunc(g.position.Moves(nil), func(m engine.Move) bool { return !r.Fair.Allows(&g.position, m) })
		}
		picks := r.Level == 0 && picked < r.Spread && !g.position.PlacesCathedral()
		if picks {
			options.MultiPV, most = pickedLines, mostRepeated*nodes
		}
		limits.Before, limits.Nodes = g.moves(), nodes
		found, lines, err := searchDeep(ctx, searcher, &g.position, limits, options, most)
		if err != nil {
			return nil, err
		}
		_, proven := found.Info.ProvenEnd(g.position)
		if picks && !proven && len(lines[0].PV) > 0 {
			found.Info = pick(lines, random)
			picked++
		}
		var variations []record.Variation
		if aside := choices.aside(&g.position, found.Info.PV[0]); aside != engine.NoMove {
			reply, err := r.reply(ctx, searcher, g, aside)
			if err != nil {
				return nil, err
			}
			variations = append(variations, record.Variation{Moves: []record.Move{{Move: aside}, reply}})
		}
		g.add(record.Move{Move: found.Info.PV[0], Comment: comment(&found.Info, proven), Variations: variations})
		if proven {
			for _, move := range found.Info.PV[1:] {
				g.play(move)
			}
		}
	}
	return g.end(), nil
}

// reply returns the move that a search chooses after another move than the one that is played.
// It returns ctx's error.
func (r *Recipe) reply(ctx context.Context, searcher *search.Searcher, g *game, aside engine.Move) (record.Move, error) {
	after := g.position.Play(aside)
	limits := search.Limits{Nodes: r.nodes(&after), Before: append(g.moves(), aside)}
	found := searcher.Search(ctx, &after, limits, search.DefaultOptions(), nil)
	_, proven := found.Info.ProvenEnd(after)
	return record.Move{Move: found.Best, Comment: comment(&found.Info, proven)}, ctx.Err()
}

// comment returns the comment on the first move of info. It has no time, so that all records of
// the same game are equal.
func comment(info *search.Info, proven bool) string {
	return record.MoveComment{Centi: info.Score.Centi, Depth: info.Depth, Proven: proven}.String()
}

// placementLimits returns the limits of the search that places the Cathedral in game number: each
// of the 56 placements has its turn. In woods, Dark's first building decides which of its rotations
// is played.
func placementLimits(p *engine.Position, number int) search.Limits {
	placements := engine.CathedralPlacements()
	placement := placements[number%len(placements)]
	if p.Ply() == 0 { // an empty board: all rotations are equivalent
		return search.Limits{Moves: []engine.Move{placement}, Depth: 1}
	}
	var limits search.Limits
	for quarters := range 4 {
		limits.Moves = append(limits.Moves, placement.Rotate(quarters))
	}
	return limits
}

// searchDeep searches a position, and returns the last value of each line too. A search that
// is not deep enough to decide which move is better is repeated with twice the nodes, until it
// has at least most.
func searchDeep(ctx context.Context, searcher *search.Searcher, p *engine.Position, limits search.Limits, options search.Options, most uint64) (found search.Result, lines []search.Info, err error) {
	for ; ; limits.Nodes *= 2 {
		lines = make([]search.Info, options.MultiPV)
		found = searcher.Search(ctx, p, limits, options, func(info search.Info) {
			if info.Score.Bound == search.Exact {
				lines[info.MultiPV-1] = info
			}
		})
		if found.Info.Score.Final || lines[0].Depth >= leastDepth || limits.Nodes >= most || ctx.Err() != nil {
			return found, lines, ctx.Err()
		}
	}
}

// pick picks one of the lines at random, the better ones more often.
func pick(lines []search.Info, random *rand.Rand) search.Info {
	weights := make([]float64, 0, len(lines))
	sum := 0.0
	for _, line := range lines {
		if len(line.PV) == 0 {
			break
		}
		loss := lines[0].Score.Centi - line.Score.Centi
		weights = append(weights, math.Exp(-float64(loss)/pickedSpread))
		sum += weights[len(weights)-1]
	}
	at := random.Float64() * sum
	for i, weight := range weights {
		if at -= weight; at < 0 {
			return lines[i]
		}
	}
	return lines[0]
}

// options returns the options of a search.
func (r *Recipe) options(random *rand.Rand) search.Options {
	options := search.DefaultOptions()
	if r.Level != 0 {
		options.Strength, options.Seed = strength.AtElo(r.Level), random.Uint64()
	}
	if r.Fair.HalfSquares != 0 {
		options.Objective = search.Margin
	}
	return options
}

const (
	// swapOffers is the number of Dark's buildings that are tried before a swap.
	swapOffers = 24
	// offerShare is the part of a move's nodes that each of them gets.
	offerShare = 8
)

// offersSides reports whether a building is to be placed after which the other player
// chooses the side.
func (r *Recipe) offersSides(p *engine.Position) bool {
	return r.Swap && p.Ply() == 1 && !p.PlacesCathedral()
}

// swap plays Dark's first building so that the position is as even as the proposer can make
// it, and has the chooser take the side that its search prefers.
func (r *Recipe) swap(ctx context.Context, searcher *search.Searcher, g *game, random *rand.Rand) error {
	value := func(p *engine.Position, nodes uint64, before []engine.Move) (int, error) {
		options := r.options(random)
		found := searcher.Search(ctx, p, search.Limits{Nodes: max(1, nodes), Before: before}, options, nil)
		return found.Info.Score.Centi, ctx.Err()
	}
	before := g.moves()
	moves := g.position.Moves(nil)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	offer, nearest := moves[0], 0
	for i, move := range moves[:min(swapOffers, len(moves))] {
		after := g.position.Play(move)
		centi, err := value(&after, r.Nodes/offerShare, append(before, move))
		if err != nil {
			return err
		}
		if away := max(centi, -centi); i == 0 || away < nearest {
			offer, nearest = move, away
		}
	}
	g.play(offer)
	centi, err := value(&g.position, r.Nodes, append(before, offer))
	g.seat(centi >= 0)
	return err
}
