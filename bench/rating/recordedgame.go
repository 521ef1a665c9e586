package rating

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Game holds the properties of a game that the statistics use.
type Game struct {
	Light, Dark string // the players' names
	// Name identifies the game to people, such as "round 12.1".
	Name string
	// Line is the same for games with the same moves from the same position, and "" if
	// the moves are unknown. A game is a copy of another with the same line, players,
	// sides and result.
	Line string
	// Pair is the same for the two games of a pair, and "" for a game without a
	// partner. Games of different players, or with the same sides, never pair up.
	Pair string
	// Machine is the key of the machine that played the game, or its name if there are no
	// keys, or "" if it is unknown.
	Machine string
	// Host is the name that the machine gives itself, a remark.
	Host string
	// Outcome is Undecided for a game without a result.
	Outcome     engine.Outcome
	Termination record.Termination
	// Margin is the final margin for Light, in squares, if HasMargin is set. A game
	// that was forfeited or not finished has none.
	Margin    int
	HasMargin bool
	// Overslept is how long the referee overslept while it waited for moves, in seconds.
	Overslept float64
}

// IsForfeit reports whether the loser lost by misbehaviour and not on the board: by
// time, a crash, silence or an illegal move.
func (g *Game) IsForfeit() bool {
	return g.Termination.IsForfeit() && (g.Outcome == engine.LightWins || g.Outcome == engine.DarkWins)
}

// loser returns the name of the player who lost.
func (g *Game) loser() string {
	if g.Outcome == engine.LightWins {
		return g.Dark
	}
	return g.Light
}

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
	for _, move := range gameRecord.Moves {
		game.Overslept += record.Overslept(move.Comment).Seconds()
	}
	game.Overslept += record.Overslept(gameRecord.Tag(record.CauseTag)).Seconds()
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

// Read adds the games of a text to the ledger and returns their number; positions between
// them have no result. The name of the source keeps games of different sources from pairing
// up. rules are those of games that do not state their own. A fair game other than the zero value
// replaces those that games state: it decides who won. Read calls faulty with an
// error, which names the line, for each faulty game or position, and continues with the
// next one. The error returned is the reader's.
func (l *Ledger) Read(in io.Reader, source string, rules engine.Rules, fair engine.FairGame, faulty func(error)) (games int, err error) {
	reader := record.NewReader(in)
	reader.Rules = rules
	for {
		item, err := reader.NextItem()
		var fault *record.LineError
		switch {
		case errors.Is(err, io.EOF):
			return games, nil
		case errors.As(err, &fault):
			faulty(fmt.Errorf("%s: %w", source, err))
		case err != nil:
			return games, fmt.Errorf("%s: %w", source, err)
		case item.Game != nil:
			game, err := asFair(item.Game, fair)
			if err != nil {
				faulty(fmt.Errorf("%s game %d: %w", source, games+1, err))
				continue
			}
			game.Name = fmt.Sprintf("%s game %d", source, games+1)
			if game.Pair != "" {
				game.Pair = source + ": " + game.Pair
			}
			l.Add(game)
			games++
		}
	}
}

// asFair returns the game of gameRecord as if a fair game had been played, unless fair is the zero
// value. It returns an error if fair does not allow Dark's first building. The result of a game
// without a margin, such as one lost by a fault, stays the same.
func asFair(gameRecord *record.Game, fair engine.FairGame) (Game, error) {
	game := RecordedGame(gameRecord)
	if fair == (engine.FairGame{}) {
		return game, nil
	}
	gameRecord.SetTag(record.FairTag, fair.String())
	if game.HasMargin {
		game.Outcome = fair.OutcomeOf(game.Margin)
	}
	return game, gameRecord.CheckFair()
}
