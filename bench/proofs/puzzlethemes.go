package proofs

import (
	"fmt"

	"cathedral/engine"
)

// PuzzleThemes is a set of what the answer to a puzzle is about.
type PuzzleThemes uint8

// The themes. An answer has at least one of those before SmallTheme; FORMATS.md of engine/record
// describes them.
const (
	CaptureTheme    PuzzleThemes = 1 << iota // captures a building
	CathedralTheme                           // captures the Cathedral
	WallTheme                                // claims ground, and captures nothing
	DefenceTheme                             // wins nothing, and keeps the enemy from winning ground
	ThreatTheme                              // wins nothing, and threatens to win ground
	BlockTheme                               // wins nothing, and leaves no place for an enemy building that had one
	RoomTheme                                // none of these: where things fit decides
	SmallTheme                               // a small building, though a larger one fits somewhere
	numPuzzleThemes = iota
)

// puzzleThemeNames are the names in files, in the order of the themes.
var puzzleThemeNames = [numPuzzleThemes]string{"capture", "cathedral", "wall", "defence", "threat", "block", "room", "small"}

// puzzleThemeLetters are their letters in the short form.
const puzzleThemeLetters = "c+wdtbrs"

// Names returns the names of the themes.
func (t PuzzleThemes) Names() (names []string) {
	for i, name := range puzzleThemeNames {
		if t>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}

// ParsePuzzleThemes returns the themes of some names.
func ParsePuzzleThemes(names []string) (themes PuzzleThemes, err error) {
next:
	for _, name := range names {
		for i, known := range puzzleThemeNames {
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
)

// ThemesOf returns the themes of a puzzle whose only answer is m.
func ThemesOf(p *engine.Position, m engine.Move) (themes PuzzleThemes) {
	settled := p.Settlement(m)
	for _, piece := range settled.Captured {
		if piece == p.CathedralPiece() {
			themes |= CathedralTheme
		} else {
			themes |= CaptureTheme
		}
	}
	if themes == 0 && settled.Claimed.Count() >= noteworthy {
		themes = WallTheme
	}
	if themes == 0 {
		waits, next := p.Play(engine.Pass), p.Play(m)
		if mostClaimed(&waits)-mostClaimed(&next) >= noteworthy {
			themes |= DefenceTheme
		}
		if again := next.Play(engine.Pass); mostClaimed(&again)-mostClaimed(p) >= noteworthy {
			themes |= ThreatTheme
		}
		if fitting(&waits) != fitting(&next) {
			themes |= BlockTheme
		}
	}
	if themes == 0 {
		themes = RoomTheme
	}
	if size := m.Building().Size(); size <= smallest {
		for _, other := range p.Moves(nil) {
			if other.Building().Size() >= 2*smallest {
				return themes | SmallTheme
			}
		}
	}
	return themes
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
