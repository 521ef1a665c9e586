package study

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// atPly returns the entry of a ply in a table whose last entry is that of all later ones.
func atPly(table []float64, ply int) float64 { return table[min(ply, len(table)-1)] }

// searchError returns the standard deviation, in hundredths of a square, of the errors of a
// search at ply: of the final margin less the search's value. It was measured in the distinct
// classic games of the study (tables/classic-searches.csv). A search of the beginning is as good
// as one after the placement. From ply 4 on, distinct games have hardly a position in common,
// because selfplay.FromPlacements picks no later move at random; there it takes a quarter of the
// variance.
func searchError(ply int) float64 {
	return atPly([]float64{39, 39, 49, 56, 104, 85, 81, 80, 78, 81, 67, 54, 43, 35, 30}, ply)
}

// lineError returns the standard deviation, in hundredths of a square, of the errors of the
// value of one line of a search at ply, measured likewise. It is larger than searchError, because
// later in the game the best line is replaced if it turns out bad. From ply 4 on it is taken
// to be a quarter larger.
func lineError(ply int) float64 {
	return atPly([]float64{69, 69, 77, 130, 130, 106, 101, 101, 98, 101, 84, 67, 54, 43, 37}, ply)
}

// gameError returns the standard deviation, in hundredths of a square, of the margins of
// games from one position at ply. It was measured in the same games; from ply 4 on it takes
// three quarters of the variance.
func gameError(ply int) float64 {
	return atPly([]float64{231, 231, 224, 214, 180, 147, 140, 139, 136, 140, 117, 93, 75, 60, 50}, ply)
}

// searchOptimism returns by how much a search of a tree at ply overestimates the side to
// move, in hundredths of a square. That is half of what a move loses on average when the
// position after it gets its own search, which begins without the memory of the search before. The
// searches of games keep this memory, and are not optimistic in this sense. The numbers are measured in
// trees/classic.txt.gz, as by a test of commit 9619690.
func searchOptimism(ply int) float64 { return atPly([]float64{19, 22, 29, 29, 11, 22, 25, 10}, ply) }

// sharedError is the standard deviation, in hundredths of a square, of the error that all
// games from a position share, because the same opponents make the same mistakes. Between
// games of the study, of practice and of matches, the means of the same positions differ by
// half a square to a square more than chance explains.
const sharedError = 70

// commonError is the standard deviation, in hundredths of a square, of the error that all
// values share, because all searches are by one engine. The mean margins of games with
// 1,000 to 300,000 nodes a move differ that much (EVIDENCE.md).
const commonError = 20

const (
	// lastBiasedPly is the last ply at which the searches in games expected another margin than
	// came, on average; later they are mostly proofs.
	lastBiasedPly = 10
	// doubtfulSearches is the number of searches that the mean bias of a ply is mixed with,
	// as if these had expected what came: a few games say little.
	doubtfulSearches = 20
)

// searchBias is, for each ply, the sum of how much better for Light games ended than
// searches in them expected, in hundredths of a square, and the number of these searches.
// It is not that of searchOptimism: from ply to ply it hardly alternates.
type searchBias [lastBiasedPly + 1]struct {
	sum      float64
	searches int
}

// at returns the bias of the searches at ply, in hundredths of a square for Light.
func (b *searchBias) at(ply int) float64 {
	if ply > lastBiasedPly {
		return 0
	}
	return b[ply].sum / float64(b[ply].searches+doubtfulSearches)
}

// add adds the searches of a game that ended with a margin for Light.
func (b *searchBias) add(game *record.Game, positions []engine.Position, margin int) {
	for i, move := range game.Moves {
		p := &positions[i]
		comment, searched := record.ParseMoveComment(move.Comment)
		if !searched || p.PlacesCathedral() || p.Ply() > lastBiasedPly {
			continue
		}
		b[p.Ply()].sum += float64(100*margin) - forSide(float64(comment.Centi), p.Side())
		b[p.Ply()].searches++
	}
}
