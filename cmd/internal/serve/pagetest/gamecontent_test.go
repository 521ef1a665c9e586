package pagetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"cathedral/cmd/internal/messages"
	"cathedral/engine/enginetest"
)

// A saved game has the content of what its record is read as, and games have the same content if their records are the same.
func TestAGameIsKnownByItsRecord(t *testing.T) {
	const script = pageInNode + `
		const { contentOf } = await import("./savedgames/gamecontent.js");
		const { recordRequest } = await import("./game/recordrequest.js");
		const { savedGame } = await import("./savedgames/savedgames.js");
		const { nameOf } = await import("./savedgames/gametransfer.js");
		const moves = ["CAnF5", "TOeD1", "TAnB1", "ACnI5"];
		const plain = { rules: "classic", optionalCapture: false, fair: "", start: "", moves, comment: "", comments: [], variations: [], ending: null, result: "*",
			outcome: "*", name: "", tags: [{ name: "White", value: "Anna" }, { name: "Black", value: "level child" }, { name: "Date", value: "2026.11.28" }, { name: "TimeControl", value: "-" }] };
		const tag = (name, value) => ({ tags: [...plain.tags.filter((one) => one.name !== name), { name, value }] });
		const resigned = { result: "1-0", termination: "resignation", rule: "" };
		const games = [plain, ...[
			{ moves: moves.slice(1, 1) }, { moves: moves.slice(0, 2) }, { optionalCapture: true }, { rules: "mattel" }, { fair: "4.5" }, { fair: "2.5" },
			{ start: "10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1", moves: moves.slice(1, 3) }, { name: "A <b>name</b>\u0007 of \"mine\" \\ " }, { name: "?" },
			{ comment: "Before  it\n\nbegins } and ; on" }, { comment: "x".repeat(300) + " [E4 A1-C5]" }, { comments: ["", "+0.30/5 0.11s\nGood\ttry", ""] }, { comments: ["Good try"] },
			{ variations: [{ at: 2, moves: ["BRnA1"], comments: ["late"] }, { at: 0, moves: ["CAnE5", "TAnA1"], comments: [], variations: [{ at: 1, moves: ["INnA1"] }] }] },
			{ variations: [{ at: 0, moves: ["CAnE5"] }, { at: 0, moves: ["CAnE4"] }] }, { variations: [{ at: 0, moves: ["CAnE4"] }, { at: 0, moves: ["CAnE5"] }] },
			{ ending: resigned, outcome: "1-0" }, { ending: { ...resigned, termination: "time forfeit" }, outcome: "1-0" }, { ending: { ...resigned, result: "0-1" }, outcome: "0-1" },
			{ ending: { result: "1/2-1/2", termination: "adjudication", rule: "agreed" }, outcome: "1/2-1/2" }, { result: "1-0", outcome: "1-0" },
			tag("Date", "2026.11.29"), tag("Date", "????.??.??"), tag("White", "Ann  a\n"), tag("White", ""), tag("Round", "3"), tag("Event", "Club"), { ...tag("Event", "Club"), name: "Final" },
		].map((change) => ({ ...plain, ...change }))];`
	var first struct {
		Asked    []map[string]any
		Contents []string
	}
	runInNode(t, script+`console.log(JSON.stringify({ asked: games.map(recordRequest), contents: games.map(contentOf) }));`, &first)
	var opened []messages.GameText
	contents := map[string]string{} // by records
	for i, asked := range first.Asked {
		record := answerTo[struct{ Record string }](t, "save", asked).Record
		games := answerTo[struct{ Games []messages.GameText }](t, "open", map[string]any{"text": record}).Games
		if len(games) != 1 {
			t.Fatalf("%s\nis read as %d games", record, len(games))
		}
		opened = append(opened, games[0])
		contents[record] = first.Contents[i]
	}
	text, err := json.Marshal(opened)
	enginetest.Must(t, err)
	var again []string
	runInNode(t, script+fmt.Sprintf(`console.log(JSON.stringify(%s.map((game) => contentOf(savedGame(game, 0, nameOf(game))))));`, text), &again)
	records := map[string]bool{}
	for i, content := range first.Contents {
		if again[i] != content {
			t.Errorf("game %d is\n%s\nand its record is read as\n%s", i, content, again[i])
		}
	}
	for record, content := range contents {
		if records[content] {
			t.Errorf("another game than\n%s\nhas the content %s", record, content)
		}
		records[content] = true
	}
}
