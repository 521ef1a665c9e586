package protocol

// What an engine says of its search, as its client understands it.

import (
	"strconv"
	"time"

	"cathedral/search"
)

// EngineInfo is what an engine said last of each figure during a search.
type EngineInfo struct {
	Depth, SelectiveDepth int
	Score                 search.Score // from the side to move's view
	HasScore              bool
	Nodes                 uint64
	Time                  time.Duration
	PV                    []string // as the engine wrote it
}

// read takes over what the words of an info line say. Lines about other moves than the best
// one (MultiPV), words that are not known and numbers that are none are skipped.
func (e *EngineInfo) read(words []string) {
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return
	}
	next := *e
	for i := 1; i < len(words); i++ {
		number := func(ahead int) (int64, bool) {
			if i+ahead >= len(words) {
				return 0, false
			}
			n, err := strconv.ParseInt(words[i+ahead], 10, 64)
			return n, err == nil
		}
		n, isNumber := number(1)
		switch {
		case words[i] == "pv":
			next.PV = words[i+1:]
			*e = next
			return
		case words[i] == "string":
			*e = next
			return
		case words[i] == "score" && i+2 < len(words):
			if n, ok := number(2); ok {
				next.Score, next.HasScore = readScore(words[i+1], n, words[min(i+3, len(words)):])
			}
			i += 2
			continue
		case !isNumber:
			continue
		case words[i] == "multipv" && n > 1:
			return
		case words[i] == "depth":
			next.Depth = int(n)
		case words[i] == "seldepth":
			next.SelectiveDepth = int(n)
		case words[i] == "nodes":
			next.Nodes = uint64(max(n, 0))
		case words[i] == "time":
			next.Time = milliseconds(n)
		}
		i++
	}
	*e = next
}

// readScore reads a score of some kind; rest is what follows the number.
func readScore(kind string, number int64, rest []string) (score search.Score, known bool) {
	const most = 1 << 30
	number = min(max(number, -most), most)
	switch kind {
	case "final":
		return search.Score{Centi: int(number) * 100, Final: true}, true
	case "cp":
		score = search.Score{Centi: int(number)}
	default:
		return search.Score{}, false
	}
	if len(rest) > 0 {
		switch rest[0] {
		case "lowerbound":
			score.Bound = search.LowerBound
		case "upperbound":
			score.Bound = search.UpperBound
		}
	}
	return score, true
}
