package command

import (
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Terminal colours of the squares, foreground and background, from the standard
// table of 256 colours. The letters remain, for readers who cannot see the
// colours.
const (
	lightBuilding  = "\x1b[30;48;5;223m" // sandstone
	darkBuilding   = "\x1b[97;48;5;94m"  // dark wood
	cathedralWalls = "\x1b[97;48;5;60m"  // slate
	lightGround    = "\x1b[38;5;223m"
	darkGround     = "\x1b[38;5;137m"
	noColour       = "\x1b[0m"
)

// describePosition returns a drawing of the board with the turn, the hands and
// the territories below it.
func describePosition(p *engine.Position, colour bool) string {
	text := p.Drawing()
	if colour {
		text = coloured(text)
	}
	text += turnText(p) + "\n"
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		text += fmt.Sprintf("%s: %s to place%s", side, squareCount(p.Unplaced(side)), handList(p.Hand(side)))
		if count := p.Territory(side).Count(); count > 0 {
			text += fmt.Sprintf("; %s of territory", squareCount(count))
		}
		text += "\n"
	}
	return text
}

// turnText returns a line with the side to move or the result.
func turnText(p *engine.Position) string {
	winner := engine.Light
	switch outcome := p.Outcome(); {
	case outcome == engine.Draw:
		return fmt.Sprintf("After ply %d the game is over: a draw", p.Ply())
	case outcome == engine.DarkWins:
		winner = engine.Dark
	case outcome == engine.Undecided && p.IsLegal(engine.Pass):
		return fmt.Sprintf("Ply %d: %s has to pass", p.Ply(), p.Side())
	case outcome == engine.Undecided:
		return fmt.Sprintf("Ply %d: %s to move", p.Ply(), p.Side())
	}
	return fmt.Sprintf("After ply %d the game is over: %s wins by %s", p.Ply(), winner, squareCount(p.Margin(winner)))
}

// squareCount returns a number of squares with its noun.
func squareCount(count int) string { return wording.Count(count, "square") }

// handList returns the buildings of a hand in parentheses, the largest first, and
// nothing for an empty hand.
func handList(hand engine.Hand) string {
	var names []string
	for b := range hand.LargestFirst() {
		if count := hand.Count(b); count > 1 {
			names = append(names, wording.Count(count, b.String()))
		} else {
			names = append(names, b.String())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// describeMove returns a line with a move of a game and its effects.
func describeMove(before *engine.Position, move record.Move) string {
	text := fmt.Sprintf("Ply %d, %s: %s", before.Ply(), before.Side(), move.Move)
	settlement := before.Settlement(move.Move)
	if claimed := settlement.Claimed.Count(); claimed > 0 {
		text += ", claims " + squareCount(claimed)
	}
	verb := "captures"
	if move.Move.Spares() {
		verb = "spares"
	}
	for _, piece := range settlement.Captured {
		text += fmt.Sprintf(", %s the %s on %s", verb, piece.Building(), piece.Squares().First())
	}
	if words := strings.Fields(move.Comment); len(words) > 0 {
		text += " {" + strings.Join(words, " ") + "}"
	}
	return text
}

// coloured adds colours to a drawing by the engine.
func coloured(drawing string) string {
	var text strings.Builder
	heading, rows, _ := strings.Cut(drawing, "\n")
	text.WriteString(heading + "\n")
	for row := range strings.Lines(rows) {
		// A row is its number and then, for each column, a space and a mark.
		marks := strings.TrimSuffix(row, "\n")
		number := len(marks) - 2*engine.Columns
		text.WriteString(marks[:number])
		for ; number < len(marks); number += 2 {
			text.WriteString(colourOf(marks[number+1]) + marks[number:number+2] + noColour)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func colourOf(mark byte) string {
	switch {
	case mark == '+':
		return cathedralWalls
	case mark == ':':
		return lightGround
	case mark == ',':
		return darkGround
	case mark >= 'A' && mark <= 'Z':
		return lightBuilding
	case mark >= 'a' && mark <= 'z':
		return darkBuilding
	}
	return noColour
}
