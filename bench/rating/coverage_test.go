package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"cathedral/engine/enginetest"
)

// pairSpreads are the shares of the five results of a pair, as matches have them, for a true
// score of at least 1/2.
var pairSpreads = map[string]func(score float64) pentad{
	// Dark wins nearly always: the stronger player takes the rest.
	"the side decides": func(score float64) pentad {
		rest := 2*score - 1
		upset := 0.04 * (1 - rest)
		return pentad{upset, 0, 1 - rest - 2*upset, 0, rest + upset}
	},
	"the side decides always": func(score float64) pentad { return pentad{2: 2 - 2*score, 4: 2*score - 1} },
	"independent games":       func(score float64) pentad { return independent(score, min(0.1, 1-score)) },
	"many draws":              func(score float64) pentad { return independent(score, min(0.6, 1.8*(1-score))) },
	"the opening decides":     func(score float64) pentad { return pentad{0: 1 - score, 4: score} },
	"hardly any scatter": func(score float64) pentad {
		var p pentad
		below := int(4 * score)
		p[below+1] = 4*score - float64(below)
		p[below] = 1 - p[below+1]
		return p
	},
}

// pentad holds the probabilities of the results of a pair.
type pentad [5]float64

func independent(score, draw float64) pentad {
	win, loss := score-draw/2, 1-score-draw/2
	return pentad{loss * loss, 2 * loss * draw, 2*win*loss + draw*draw, 2 * win * draw, win * win}
}

// play returns the results of a number of pairs.
func (p pentad) play(random *rand.Rand, pairs int) (counts Pentanomial) {
	for range pairs {
		counts[draw(random, p)]++
	}
	return counts
}

// normalizedElo returns the true normalised Elo for a true score. Without any scatter it is infinite.
func (p pentad) normalizedElo(score float64) float64 {
	variance := 0.0
	for i, share := range p {
		variance += share * square(float64(i)/4-score)
	}
	if variance < 1e-9 {
		return math.Inf(1)
	}
	return normalizedUnit * (score - 0.5) / math.Sqrt(2*variance)
}

// covers reports whether an interval, which may have one end only, contains the truth.
func (e Estimate) covers(truth float64) bool {
	return (e.Low.Known() || e.High.Known()) && !(float64(e.Low) > truth+1e-9) && !(float64(e.High) < truth-1e-9)
}

// table returns a ledger of players, whose names are numbers, with pairs of games.
func table(players int, games map[pairing]Pentanomial) *Ledger {
	l := NewLedger()
	for i := range players {
		l.player(strconv.Itoa(i))
	}
	for key, pairs := range games {
		l.tallies[key], l.pairings = &Tally{Sample: Sample{Pairs: pairs}}, append(l.pairings, key)
	}
	return l
}

func TestIntervalsOfAMatchCoverTheTruth(t *testing.T) {
	coverTheTruth(t, []int{10, 50}, []float64{0.5, 0.97}, 100, 0.90)
}

func TestIntervalsCoverTheTruthInManyMatches(t *testing.T) {
	enginetest.Night(t)
	coverTheTruth(t, []int{10, 20, 50, 200}, []float64{0.5, 0.6, 0.75, 0.9, 0.97}, 4000, 0.94)
}

// coverTheTruth fails the test unless a share of simulated matches, with these numbers of pairs and
// true scores, have the truth in their intervals. There is one of the score, of which Elo is a
// function, one of normalised Elo, and one of the table's Elo beside a known opponent.
func coverTheTruth(t *testing.T, sizes []int, scores []float64, matches int, least float64) {
	for name, spread := range pairSpreads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(7, 8))
			for _, pairs := range sizes {
				for _, score := range scores {
					shares := spread(score)
					known := map[Pentanomial]map[string]bool{}
					misses := map[string]int{}
					for range matches {
						counts := shares.play(random, pairs)
						if known[counts] == nil {
							known[counts] = covered(t, &Sample{Pairs: counts}, score, shares.normalizedElo(score), len(known) < 10)
						}
						for figure, covered := range known[counts] {
							if !covered {
								misses[figure]++
							}
						}
					}
					for figure, misses := range misses {
						if share := 1 - float64(misses)/float64(matches); share < least {
							t.Errorf("%d pairs, score %v: %.3f of the intervals of the %s contain the truth", pairs, score, share, figure)
						}
					}
				}
			}
		})
	}
}

// scoreCovers reports whether the interval of the score contains the truth, without computing it.
func (s *Sample) scoreCovers(truth float64) bool {
	return s.belief(1, 0).below(truth+1e-9) >= 0.025 && s.belief(0, 1).below(truth-1e-9) <= 0.975
}

// covered returns which figures of a sample have an interval that contains the truth. To save time
// it asks whether the truth is within, and computes the intervals only if exactly.
func covered(t *testing.T, s *Sample, score, normalized float64, exactly bool) map[string]bool {
	l := table(2, map[pairing]Pentanomial{{0, 1}: s.Pairs})
	l.Anchor("1", 0)
	standings := l.Standings()
	slices.SortFunc(standings, func(a, b Standing) int { return strings.Compare(a.Player, b.Player) })
	figures := map[string]bool{
		"score":            s.scoreCovers(score),
		"normalised Elo":   math.IsInf(normalized, 0) || s.spectrum().allows(normalized/normalizedUnit),
		"Elo in the table": standings[0].Elo.covers(float64(eloOf(Number(score)))),
	}
	if exactly && (figures["score"] != s.Score().covers(score) || math.Abs(float64(standings[0].Elo.Value-s.Elo().Value)) > 1e-6 ||
		!math.IsInf(normalized, 0) && figures["normalised Elo"] != s.NormalizedElo().covers(normalized)) {
		t.Errorf("%v, score %v, normalised Elo %.1f: %v, but the intervals are %s and %s, and the Elo of the table %s",
			s.Pairs, score, normalized, figures, s.Score().Text(4), s.NormalizedElo().Text(1), standings[0].Elo.Text(1))
	}
	return figures
}

// At least 94 of 100 simulated matches have the true margin in their interval, if the margins are skewed too.
func TestIntervalsOfMarginsCoverTheTruth(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, pairs := range []int{5, 10, 50} {
		const matches = 4000
		hits := 0
		for range matches {
			var sample Sample
			for range pairs { // a pair has 6 squares in the mean
				sample.Margins.Pairs.add(int(math.Round(10*random.NormFloat64()+6*random.ExpFloat64())), 1)
			}
			if sample.Margin().covers(3) {
				hits++
			}
		}
		if share := float64(hits) / matches; share < 0.94 {
			t.Errorf("%d pairs: %.3f of the intervals contain the truth", pairs, share)
		}
	}
}

// In the design of levels.sh, and if only neighbours play, the table is as long as the ladder, and its
// intervals contain the truth for each player.
func TestTheTableOfALadderCoversTheTruth(t *testing.T) {
	elo := []float64{0, 194, 329, 555, 734, 807, 882, 995, 1107, 1220, 1332, 1445, 1557, 1670, 1782, 1895, 2007, 2120}
	const largest, strongest = 5, 17
	tournaments := float64(enginetest.Samples(400))
	type fixture struct{ weaker, stronger, pairs int }
	var neighbours, seconds []fixture
	for i := 1; i <= strongest; i++ {
		neighbours = append(neighbours, fixture{i - 1, i, 300})
		if i > 1 && i != largest {
			seconds = append(seconds, fixture{i - 2, i, []int{300, 150}[i/(strongest-1)]})
		}
	}
	levels := slices.Concat(neighbours, seconds, []fixture{{largest - 2, largest + 1, 300}})
	levels = slices.Delete(levels, largest-1, largest)
	mean := stat.Mean(elo, nil)
	for design, fixtures := range map[string][]fixture{"levels": levels, "neighbours": neighbours} {
		for _, name := range []string{"independent games", "the side decides"} {
			t.Run(design+", "+name, func(t *testing.T) {
				random := rand.New(rand.NewPCG(9, 10))
				hits, length := make([]float64, len(elo)), 0.0
				for range int(tournaments) {
					games := map[pairing]Pentanomial{}
					for _, f := range fixtures {
						shares := pairSpreads[name](scoreOf(elo[f.stronger] - elo[f.weaker]))
						games[pairing{f.weaker, f.stronger}] = shares.play(random, f.pairs).Reverse()
					}
					standings := table(len(elo), games).Standings()
					length += float64(standings[0].Elo.Value-standings[strongest].Elo.Value) / tournaments
					for _, standing := range standings {
						if i, _ := strconv.Atoi(standing.Player); standing.Elo.covers(elo[i] - mean) {
							hits[i] += 1.0 / tournaments
						}
					}
				}
				if covered := stat.Mean(hits, nil); math.Abs(length-elo[strongest]) > 200/math.Sqrt(tournaments) || slices.Min(hits) < 0.95-1/math.Sqrt(tournaments) || covered < 0.95-0.4/math.Sqrt(tournaments) {
					t.Errorf("the table is %.1f Elo long, and its intervals contain the truth in %.3f: %.3f", length, covered, hits)
				}
			})
		}
	}
}
