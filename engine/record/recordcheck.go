package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cathedral/engine"
)

// A record has to have legal moves, and tags that agree with the board about the end
// of the game.

// Check returns nil for a record that is consistent and keeps to the format. It returns
// an error for an illegal move, for a Result or Score that contradicts the end of the
// game, and for a Termination that FORMATS.md does not list. Records of other programs
// with other terminations can still be read and written.
func (g *Game) Check() error {
	final, err := g.final()
	if err == nil {
		err = g.compare(&final)
	}
	if err == nil {
		err = g.checkTermination()
	}
	return err
}

// compare compares the tags with the moves, all of which are legal and lead to final.
func (g *Game) compare(final *engine.Position) error {
	err := g.CheckFair()
	if err == nil {
		err = g.checkResult(final)
	}
	if err == nil {
		err = g.checkScore(final)
	}
	return err
}

// final plays the moves and returns the position after them.
func (g *Game) final() (engine.Position, error) {
	position := g.Start
	if position.Rules() != g.Rules {
		return position, errors.New("the rules of the record are not those of its first position")
	}
	return checkLine(g.Moves, position, 0)
}

func (g *Game) checkTermination() error {
	if ended, _ := g.Termination(); ended != UnknownTermination || g.termination() == "" {
		return nil
	}
	var words []string
	for _, word := range Terminations() {
		words = append(words, string(word))
	}
	return fmt.Errorf("%.30q is not a termination: want one of %s", g.Tag(TerminationTag), strings.Join(words, ", "))
}

// CheckFair returns an error if the tag Fair is wrong, or if Dark's first building is not
// one that it allows.
func (g *Game) CheckFair() error {
	fair, err := g.Fair()
	if err != nil || fair.First == engine.AnyBuilding {
		return err
	}
	position := g.Start
	for i, move := range g.Moves {
		if !fair.Allows(&position, move.Move) {
			return fmt.Errorf("move %d: %s is not allowed (tag %s): %s", i+1, move.Move, FairTag, fair.Rule())
		}
		position = position.Play(move.Move)
	}
	return nil
}

// checkResult compares the result with the board. The tag Termination of a game that
// did not end on the board has to say so.
func (g *Game) checkResult(final *engine.Position) error {
	played, termination := g.ResultAt(final), g.termination()
	switch {
	case !isResult(g.Result):
		return noResult(g.Result)
	case g.Result == played:
		return nil
	case played != unfinished && (termination == "normal" || termination == ""):
		return fmt.Errorf("the result is %s, but the game ended %s", g.Result, played)
	case played == unfinished && termination == "normal":
		return fmt.Errorf("the result is %s and the termination normal, but the game is not over", g.Result)
	}
	return nil
}

// checkScore compares the tag Score with the board. Only a game that was decided
// before its end may have another score than the board.
func (g *Game) checkScore(final *engine.Position) error {
	given, played := g.Tag("Score"), score(final)
	decided := g.termination() == "adjudication" || g.termination() == "" && g.Result != unfinished
	switch {
	case given == "" || given == unknownTag || given == played:
		return nil
	case !isScore(given):
		return fmt.Errorf("%.30q is not a score: want Light's and Dark's unplaced squares, such as 5-12", given)
	case final.Over():
		return fmt.Errorf("the score is %.30q, but the game ended %s", given, played)
	case !decided:
		return fmt.Errorf("the score is %.30q, but on the board it is %s", given, played)
	}
	return nil
}

// score returns Light's and Dark's unplaced squares as in the tag Score.
func score(p *engine.Position) string {
	return fmt.Sprintf("%d-%d", p.Unplaced(engine.Light), p.Unplaced(engine.Dark))
}

// isScore reports whether score may have written the text.
func isScore(text string) bool {
	light, dark, _ := strings.Cut(text, "-")
	for _, squares := range []string{light, dark} {
		number, err := strconv.ParseUint(squares, 10, 8)
		if err != nil || number > engine.SideSquares || strconv.FormatUint(number, 10) != squares {
			return false
		}
	}
	return true
}
