package messages

// Positions as the page shows them. A view contains everything that follows
// from the rules, so that the page does not need to know them.

import (
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Sides holds a value for each side.
type Sides[T any] struct {
	Light T `json:"light"`
	Dark  T `json:"dark"`
}

// BySide returns the values of the function of for both sides.
func BySide[T any](of func(engine.Side) T) Sides[T] {
	return Sides[T]{of(engine.Light), of(engine.Dark)}
}

// view describes a position.
type view struct {
	Position string `json:"position"`
	RulesText
	Fair      *fairGame             `json:"fair"`
	Side      string                `json:"side"` // to move
	Ply       int                   `json:"ply"`
	Over      bool                  `json:"over"`
	Result    string                `json:"result"`
	Score     Sides[int]            `json:"score"`     // squares not placed
	Margin    float64               `json:"margin"`    // of Light, with the squares in advance
	Cathedral string                `json:"cathedral"` // coming, now, placed, taken
	Pieces    []piece               `json:"pieces"`
	Territory Sides[[]int]          `json:"territory"`
	Hands     Sides[map[string]int] `json:"hands"` // by code
	Last      *lastMove             `json:"last"`
	*choice
}

// fairGame describes a fair game.
type fairGame struct {
	First     string  `json:"first"`     // the restriction of Dark's first building
	Squares   float64 `json:"squares"`   // that Light has in advance
	Restricts bool    `json:"restricts"` // whether the next move is that building
}

// choice lists the moves of the side to move. The views of a whole game leave
// it out.
type choice struct {
	Legal   string                `json:"legal"` // separated by spaces
	Settles map[string]settlement `json:"settles"`
}

type piece struct {
	Move     string `json:"move"`
	Building string `json:"building"`
	Side     string `json:"side"` // "" of the Cathedral
	Squares  []int  `json:"squares"`
	Spared   bool   `json:"spared"`
}

type settlement struct {
	Claimed  []int   `json:"claimed"`
	Captured []piece `json:"captured"`
}

type lastMove struct {
	Move    string `json:"move"`
	Side    string `json:"side"`
	Squares []int  `json:"squares"`
	settlement
}

// newFairGame returns the description of a fair game at p, or nil if fair changes nothing.
func newFairGame(p *engine.Position, fair engine.FairGame) *fairGame {
	if fair == (engine.FairGame{}) {
		return nil
	}
	return &fairGame{fair.First.String(), fair.Squares(), fair.Restricts(p)}
}

// newView returns the view of a position in a fair game, without the legal moves.
func newView(p *engine.Position, fair engine.FairGame) view {
	return view{
		Fair:      newFairGame(p, fair),
		Margin:    fair.Margin(p),
		Position:  p.String(),
		RulesText: NewRulesText(p.Rules()),
		Side:      SideName(p.Side()),
		Ply:       p.Ply(),
		Over:      p.Over(),
		Result:    record.Result(fair.Outcome(p)),
		Score:     BySide(p.Unplaced),
		Cathedral: cathedralState(p),
		Pieces:    pieces(p),
		Territory: BySide(func(side engine.Side) []int { return squares(p.Territory(side)) }),
		Hands:     BySide(func(side engine.Side) map[string]int { return hand(p.Hand(side)) }),
	}
}

// views returns the views of all positions of a game.
func views(game *record.Game) []view {
	positions, fair := game.Positions(), fairOf(game)
	list := make([]view, len(positions))
	for i := range positions {
		list[i] = newView(&positions[i], fair)
		if i > 0 {
			list[i].Last = newLastMove(&positions[i-1], game.Moves[i-1].Move)
		}
	}
	return list
}

// lastView returns the view of the last position of a game, with the legal
// moves.
func lastView(game *record.Game) view {
	positions, fair := game.Positions(), fairOf(game)
	last := len(game.Moves)
	v := newView(&positions[last], fair)
	if last > 0 {
		v.Last = newLastMove(&positions[last-1], game.Moves[last-1].Move)
	}
	v.choice = newChoice(&positions[last], fair)
	return v
}

// newChoice lists the legal moves of p that the fair game allows.
func newChoice(p *engine.Position, fair engine.FairGame) *choice {
	c := &choice{Settles: map[string]settlement{}}
	var legal strings.Builder
	for _, move := range p.Moves(nil) {
		if !fair.Allows(p, move) {
			continue
		}
		if legal.Len() > 0 {
			legal.WriteByte(' ')
		}
		text := move.String()
		legal.WriteString(text)
		if move.IsPlacement() && p.MayEnclose(move) {
			if s := newSettlement(p, move); len(s.Claimed)+len(s.Captured) > 0 {
				c.Settles[text] = s
			}
		}
	}
	c.Legal = legal.String()
	return c
}

func newLastMove(before *engine.Position, move engine.Move) *lastMove {
	return &lastMove{move.String(), SideName(before.Side()), squares(move.Squares()), newSettlement(before, move)}
}

func newSettlement(p *engine.Position, move engine.Move) settlement {
	settled := p.Settlement(move)
	s := settlement{Claimed: squares(settled.Claimed), Captured: make([]piece, len(settled.Captured))}
	for i, captured := range settled.Captured {
		s.Captured[i] = newPiece(p, captured, p.Side().Opponent())
	}
	return s
}

func pieces(p *engine.Position) []piece {
	list := []piece{}
	if cathedral := p.CathedralPiece(); cathedral != engine.NoMove {
		list = append(list, newPiece(p, cathedral, engine.Light))
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		for placed := range p.Pieces(side) {
			list = append(list, newPiece(p, placed, side))
		}
	}
	return list
}

// newPiece returns a piece on the board. The side of the Cathedral is ignored.
func newPiece(p *engine.Position, placed engine.Move, side engine.Side) piece {
	owner := SideName(side)
	if placed.Building() == engine.Cathedral {
		owner = ""
	}
	return piece{
		Move: placed.String(), Building: placed.Building().Code(), Side: owner,
		Squares: squares(placed.Squares()), Spared: p.Spared().Contains(placed.Squares()),
	}
}

func cathedralState(p *engine.Position) string {
	switch {
	case p.PlacesCathedral():
		return "now"
	case p.CathedralPending():
		return "coming"
	case p.CathedralPiece() != engine.NoMove:
		return "placed"
	}
	return "taken"
}

func hand(h engine.Hand) map[string]int {
	counts := map[string]int{}
	for b := range h.LargestFirst() {
		counts[b.Code()] = h.Count(b)
	}
	return counts
}

// squares returns the numbers of squares in messages: row*10 + column.
func squares(set engine.Bitboard) []int {
	list := make([]int, 0, set.Count())
	for square := range set.Squares() {
		list = append(list, square.Row()*engine.Columns+square.Column())
	}
	return list
}

// SideName returns the name of side in messages.
func SideName(side engine.Side) string { return strings.ToLower(side.String()) }
