package puzzles

import (
	"fmt"

	"cathedral/engine"
)

// Themes is a set of what the answer to a puzzle is about.
type Themes uint16

// The themes. An answer has at least one of those before smallTheme; FORMATS.md of engine/record
// describes them.
const (
	captureTheme   Themes = 1 << iota // captures a building
	cathedralTheme                    // captures the Cathedral
	wallTheme                         // claims ground, and captures nothing
	defenceTheme                      // wins nothing, and keeps the enemy from winning ground
	threatTheme                       // wins nothing, and threatens to win ground
	blockTheme                        // wins nothing, and leaves no place for an enemy building that had one
	roomTheme                         // none of these: where things fit decides
	smallTheme                        // a small building, though a larger one fits somewhere
	shutOutTheme                      // leaves no place for any enemy building, with most of them in hand
	numThemes      = iota
)

// themeNames are the names in files, in the order of the themes.
var themeNames = [numThemes]string{"capture", "cathedral", "wall", "defence", "threat", "block", "room", "small", "shutout"}

// themeLetters are their letters in the short form.
const themeLetters = "c+wdtbrsx"

// Names returns the names of the themes.
func (t Themes) Names() (names []string) {
	for i, name := range themeNames {
		if t>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}

// parseThemes returns the themes of some names.
func parseThemes(names []string) (themes Themes, err error) {
next:
	for _, name := range names {
		for i, known := range themeNames {
			if name == known {
				themes |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("%q is not a theme of puzzles", name)
	}
	return themes, nil
}

const (
	// noteworthy is the least number of squares that count as ground.
	noteworthy = 3
	// smallest is the number of squares that a small building has at most.
	smallest = 2
	// mostInHand is the least number of squares that a side has left which is shut out of the city.
	mostInHand = 24
)

// themesOf returns the themes of a puzzle whose only answer is m.
func themesOf(p *engine.Position, m engine.Move) (themes Themes) {
	settled := p.Settlement(m)
	for _, piece := range settled.Captured {
		if piece == p.CathedralPiece() {
			themes |= cathedralTheme
		} else {
			themes |= captureTheme
		}
	}
	if themes == 0 && settled.Claimed.Count() >= noteworthy {
		themes = wallTheme
	}
	if themes == 0 {
		waits, next := p.Play(engine.Pass), p.Play(m)
		if mostClaimed(&waits)-mostClaimed(&next) >= noteworthy {
			themes |= defenceTheme
		}
		if again := next.Play(engine.Pass); mostClaimed(&again)-mostClaimed(p) >= noteworthy {
			themes |= threatTheme
		}
		if fitting(&waits) != fitting(&next) {
			themes |= blockTheme
		}
	}
	if themes == 0 {
		themes = roomTheme
	}
	if shutsOut(p, m) {
		themes |= shutOutTheme
	}
	if size := m.Building().Size(); size <= smallest {
		for _, other := range p.Moves(nil) {
			if other.Building().Size() >= 2*smallest {
				return themes | smallTheme
			}
		}
	}
	return themes
}

// shutsOut reports whether a move leaves no place for any enemy building, with most of them in hand.
func shutsOut(p *engine.Position, m engine.Move) bool {
	next, enemy := p.Play(m), p.Side().Opponent()
	return next.Unplaced(enemy) >= mostInHand && !next.CanPlace(enemy)
}

// onlyShutOut returns the only move that shuts the enemy out, engine.NoMove if there is none or several.
func onlyShutOut(p *engine.Position) engine.Move {
	only := engine.NoMove
	for _, m := range p.Moves(nil) {
		if !shutsOut(p, m) {
			continue
		}
		if only != engine.NoMove {
			return engine.NoMove
		}
		only = m
	}
	return only
}

// fitting returns the buildings that the side to move can place.
func fitting(p *engine.Position) (hand engine.Hand) {
	for _, m := range p.Moves(nil) {
		if m.IsPlacement() && !hand.Has(m.Building()) {
			hand = hand.With(m.Building())
		}
	}
	return hand
}

// mostClaimed returns the greatest number of squares that a move makes territory.
func mostClaimed(p *engine.Position) (most int) {
	for _, m := range p.Moves(nil) {
		most = max(most, p.Settlement(m).Claimed.Count())
	}
	return most
}
