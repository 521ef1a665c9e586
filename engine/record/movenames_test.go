package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func germanNames() record.Names {
	return record.Names{
		"taverne": "TA", "stall": "ST", "gasthof": "IN", "brücke": "BR", "platz": "SQ", "herrenhaus": "MA",
		"abtei": "AB", "turm": "TO", "hospital": "IF", "burg": "CS", "akademie": "AC", "kathedrale": "CA",
		"nord": "n", "ost": "e", "süd": "s", "west": "w", "passt": "pass",
	}
}

// inWords returns a move in German words: with the orientation before the square or after it,
// or without one that is north.
func inWords(move string, form int) string {
	name := map[string]string{}
	for word, code := range germanNames() {
		name[code] = word
	}
	if move == "pass" {
		return name[move]
	}
	building, turned, square := name[move[:2]], name[move[2:3]], move[3:]
	switch {
	case form == 0 && turned == "nord":
		return building + " " + square
	case form == 0:
		return strings.ToUpper(building) + " " + turned + " " + strings.ToLower(square) + ","
	}
	return building + " " + square + " " + turned
}

// Games that people write down as they read them are read: moves in words, without the passes
// that nobody chooses.
func TestGamesInWordsAreRead(t *testing.T) {
	for name, rules := range map[string]engine.Rules{"classic": {}, "optional": {OptionalCapture: true}, "woods": {Set: engine.Woods}} {
		passes := 0
		for i, walk := range enginetest.FactGames(t, name) {
			text := ""
			for _, move := range walk.Moves {
				if move == "pass" && i%2 == 0 {
					passes++
					continue
				}
				text += inWords(move, i%3%2) + []string{" ", "\n", " {so} 12. "}[i%3]
			}
			reader := record.NewReader(strings.NewReader(text))
			reader.Rules, reader.Names = rules, germanNames()
			if game, err := reader.Next(); err != nil || movesText(game) != strings.Join(walk.Moves, " ") {
				t.Fatalf("%s: %v, %v", text, game, err)
			}
		}
		if passes == 0 {
			t.Errorf("%s: no pass is left out", name)
		}
	}
}

// At a mistake the reader has all before it, and its place and code.
func TestFaultsHaveCodesAndKeepWhatPrecedes(t *testing.T) {
	for text, want := range map[string]string{
		"CAnF5 turm ost E8, burg E8 !":        "occupied 20 7 CAnF5 TOeE8",
		"[Score \"1-2\"]\n\nCAnF5 CSn8 CSnE8": "notAMove 7 4 CAnF5",
		"CAnF5 turm ost und":                  "notAMove 7 4 CAnF5",
		"> #moves=CAnF5.CSnE8.CSnE8.TAnA1&x=": "occupied 22 5 CAnF5 CSnE8",
		"CAnF5 passt":                         "mayNotPass 7 5 CAnF5",
		"CAnF5 {so":                           "openComment 0 0 CAnF5",
		"CAnF5 (CAnE5":                        "openVariation 0 0 CAnF5",
		"CAnF5 {so} CSnE8 )":                  "stray 0 0 CAnF5 CSnE8",
		"CAnF5 } CSnE8":                       "stray 7 0 CAnF5",
		"[Result \"1-0\"]\n\nCAnF5 {so}":      "cutOff 0 0 CAnF5",
		"[Score \"1-2\"]\n\nCAnF5 *":          "wrongResult 0 0 CAnF5",
		"[Fair \"stable\"]\n\nCAnF5 INnA1 *":  "tag 0 0 -",
		"[White \"A]\n\nCAnF5":                "tag 1 0 -",
		"hello":                               "notAMove 1 5 -",
	} {
		reader := record.NewReader(strings.NewReader(text))
		reader.Names = germanNames()
		_, err := reader.Next()
		var fault *record.LineError
		if !errors.As(err, &fault) {
			t.Errorf("%q: error %v", text, err)
			continue
		}
		read := "-"
		if cut := reader.Cut(); cut != nil {
			read = movesText(cut)
		}
		if got := fmt.Sprint(fault.Code(), " ", fault.Column, " ", fault.Length, " ", read); got != want {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, err)
		}
	}
}
