package rating

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// RecordedGame returns the game of gameRecord for the statistics. The moves of the record must be
// legal, as those of a record reader are.
//
// Two games are a pair if their tags Round are "N.1" and "N.2" with the same text N and
// they start from the same position. Without such a tag two games are a pair if they
// have the same opening: the start position and the moves before the first one with an
// engine's comment. Games with the tag Swap have no partners. A ledger also requires the
// same players with sides swapped.
func RecordedGame(gameRecord *record.Game) Game {
	game := Game{
		Light:   cmp.Or(gameRecord.Tag("White"), "?"),
		Dark:    cmp.Or(gameRecord.Tag("Black"), "?"),
		Name:    "round " + cmp.Or(gameRecord.Tag("Round"), "?"),
		Line:    line(gameRecord),
		Pair:    pair(gameRecord),
		Machine: gameRecord.Tag("Host"),
		Outcome: outcome(gameRecord.Result),
	}
	if key := gameRecord.Tag("Key"); key != "" && key != game.Machine {
		game.Machine, game.Host = key, game.Machine
	}
	var rule record.AdjudicationRule
	game.Termination, rule = gameRecord.Termination()
	if game.Outcome == engine.Undecided || game.IsForfeit() {
		return game
	}
	fair, err := gameRecord.Fair()
	if squares, known := margin(gameRecord, rule); err == nil && known && fair.OutcomeOf(squares) == game.Outcome {
		game.Margin, game.HasMargin = squares, true
	}
	return game
}

// line returns a text that is the same for records with the same moves, and "" for a
// record without moves, which may be of any game.
func line(game *record.Game) string {
	if len(game.Moves) == 0 {
		return ""
	}
	hash := fnv.New128a()
	fmt.Fprintln(hash, game.Start.String(), game.Rules.Set, game.Rules.OptionalCapture)
	for _, move := range game.Moves {
		fmt.Fprintln(hash, move.Move)
	}
	return string(hash.Sum(nil))
}

// outcome returns the outcome of a record's result, Undecided for "*".
func outcome(result string) engine.Outcome {
	for _, outcome := range []engine.Outcome{engine.LightWins, engine.DarkWins, engine.Draw} {
		if result == record.Result(outcome) {
			return outcome
		}
	}
	return engine.Undecided
}

// pair returns a text that is the same for the two games of a pair, and "" for a game
// without a partner, such as one in which a player chose the side.
func pair(game *record.Game) string {
	if game.Tag(record.SwapTag) != "" {
		return ""
	}
	start := game.Start.String()
	round := game.Tag("Round")
	if i := strings.LastIndexByte(round, '.'); i > 0 && (round[i:] == ".1" || round[i:] == ".2") {
		return "round " + round[:i] + " " + start
	}
	var opening []string
	for _, move := range game.Moves {
		if _, played := record.ParseMoveComment(move.Comment); played {
			return "opening " + start + " " + strings.Join(opening, " ")
		}
		opening = append(opening, move.Move.String())
	}
	if game.Tag("FEN") != "" {
		return "position " + start // the end of the opening is unknown
	}
	return ""
}

// margin returns the margin for Light, and whether it is final: the game ended on the
// board, or was adjudicated with a proven score.
func margin(game *record.Game, rule record.AdjudicationRule) (squares int, final bool) {
	positions := game.Positions()
	if last := &positions[len(positions)-1]; last.Over() {
		return last.Margin(engine.Light), true
	}
	if rule != record.ProvenScore {
		return 0, false
	}
	first, second, _ := strings.Cut(game.Tag("Score"), "-")
	light, lightErr := strconv.Atoi(first)
	dark, darkErr := strconv.Atoi(second)
	if lightErr != nil || darkErr != nil {
		return 0, false
	}
	return dark - light, true
}
