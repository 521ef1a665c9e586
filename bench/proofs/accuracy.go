package proofs

import (
	"cmp"
	"maps"
	"slices"
)

// Accuracy counts how often a player's moves at a ply kept a proven result.
type Accuracy struct {
	Player string `json:"player"`
	Ply    int    `json:"ply"`   // -1: all plies
	Moves  int    `json:"moves"` // that were a choice, with a known result before and after
	// Won and Drawn are the moves with a win or a draw to keep; ThrownWins and
	// ThrownDraws those that did not keep it.
	Won         int `json:"wins"`
	ThrownWins  int `json:"thrown_wins"`
	Drawn       int `json:"draws"`
	ThrownDraws int `json:"thrown_draws"`
	// Margins are the moves with a known margin before and after; BestMargins those
	// that lost nothing; Squares is the sum of the losses of the others.
	Margins     int `json:"margins"`
	BestMargins int `json:"best_margins"`
	Squares     int `json:"squares_lost"`
}

func (a *Accuracy) add(j *Judgement) {
	a.Moves++
	switch j.Before {
	case Win:
		a.Won++
		if j.After < Win {
			a.ThrownWins++
		}
	case Draw:
		a.Drawn++
		if j.After < Draw {
			a.ThrownDraws++
		}
	}
	if j.MarginsKnown {
		a.Margins++
		a.Squares += j.Lost()
		if j.Lost() == 0 {
			a.BestMargins++
		}
	}
}

// Accuracies returns the accuracy of each player in the games: at all plies, and then at
// each ply from the first. The players are in the order of their names.
func Accuracies(games []*Game) []Accuracy {
	type row struct {
		player string
		ply    int
	}
	rows := map[row]*Accuracy{}
	for _, g := range games {
		for _, j := range g.Judgements() {
			player := g.Player(j.Side)
			for _, key := range []row{{player, -1}, {player, j.Ply}} {
				if rows[key] == nil {
					rows[key] = &Accuracy{Player: key.player, Ply: key.ply}
				}
				rows[key].add(&j)
			}
		}
	}
	var list []Accuracy
	for _, a := range slices.SortedFunc(maps.Values(rows), func(a, b *Accuracy) int {
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Ply, b.Ply))
	}) {
		list = append(list, *a)
	}
	return list
}
