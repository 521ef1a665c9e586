package pagetest

import (
	"maps"
	"slices"
	"testing"
)

// inWords holds what a function of a module says of things, which are written in JavaScript, against
// what is wanted.
func inWords(t *testing.T, module, function string, table map[string]string) {
	t.Helper()
	said := inNode[map[string]string](t, `async ({ module, made, things }) => {
		const say = new Function("m", "return " + made)(await import(module));
		return Object.fromEntries(things.map((thing) => [thing, say(eval(thing))]));
	}`, map[string]any{"module": module, "made": function, "things": slices.Collect(maps.Keys(table))})
	for thing, want := range table {
		if said[thing] != want {
			t.Errorf("of %s it says\n%s\nwant\n%s", thing, said[thing], want)
		}
	}
}

// Marks weigh evaluations before and after a move of Light, or with "dark" of Dark.
func TestMarksWeighTheResult(t *testing.T) {
	table := map[string]string{}
	for _, test := range []struct{ before, after, side, want string }{
		// Who wins anyway has slipped at worst, and who loses anyway too.
		{`{ centi: 1200, final: true, verdict: 1, share: 1 }`, `{ centi: 200, final: true, verdict: 1, share: 1 }`, "light", "slip"},
		{`{ centi: 300, final: true, verdict: 1, share: 1 }`, `{ centi: 100, final: true, verdict: 1, share: 1 }`, "light", "none"},
		{`{ centi: 300, final: true, verdict: 1, share: 1 }`, `{ centi: 900, final: true, verdict: 1, share: 1 }`, "dark", "slip"},
		{`{ centi: 1100, final: false, verdict: null, share: 0.99 }`, `{ centi: 600, final: false, verdict: null, share: 0.97 }`, "light", "slip"},
		// A square is enough to throw a result away.
		{`{ centi: 100, final: true, verdict: 1, share: 1 }`, `{ centi: 0, final: true, verdict: 0, share: 0.5 }`, "light", "thrown"},
		{`{ centi: 0, final: true, verdict: 0, share: 0.5 }`, `{ centi: 100, final: true, verdict: 1, share: 1 }`, "dark", "thrown"},
		{`{ centi: 0, final: true, verdict: 0, share: 0.5 }`, `{ centi: 100, final: true, verdict: 1, share: 1 }`, "light", "none"},
		// Without a proof, both squares and chances count.
		{`{ centi: 300, final: false, verdict: null, share: 0.8 }`, `{ centi: -300, final: false, verdict: null, share: 0.2 }`, "light", "blunder"},
		{`{ centi: 100, final: false, verdict: null, share: 0.6 }`, `{ centi: -120, final: false, verdict: null, share: 0.4 }`, "light", "mistake"},
		{`{ centi: 100, final: false, verdict: null, share: 0.6 }`, `{ centi: -50, final: false, verdict: null, share: 0.4 }`, "light", "none"},
	} {
		table["["+test.before+", "+test.after+", \""+test.side+"\"]"] = test.want
	}
	inWords(t, "./modes/mistakes.js", `([before, after, side]) => m.judgeMove("TAnA1", { ...before, best: "TAnB1" }, after, side)?.kind ?? "none"`, table)
}

func TestWhatWasProvenOfAGameIsToldInWords(t *testing.T) {
	inWords(t, "./modes/mistakes.js", `(all) => m.provenWords(all.map((verdict, ply) => ({ verdict, final: ply === all.length - 1, centi: 300 * verdict })))`, map[string]string{
		`[null, 1, 1, 0, -1]`: "From move 1 on the game was proven won for Light. Move 2 threw it away: from then on it was drawn. " +
			"Move 3 threw it away: from then on it was won for Dark. From move 4 on the margin is proven too: with best play Dark wins by 3 squares.",
		`[null, null, 0, 0]`:  "From move 2 on the game was proven drawn.",
		`[null, 1, null, -1]`: "The game was won for Dark; nothing earlier is proven.",
		`[null, 1, null]`:     "",
	})
}

// Reasons, as the server sends them, are put into words.
func TestReasonsAreToldInWords(t *testing.T) {
	inWords(t, "./texts/mistakereasons.js", `(reason) => m.reasonWords({ side: "dark", move: "TOnD1", ...reason })`, map[string]string{
		`({ kind: "let", claimed: [0, 1, 2], captured: [{ building: "IN", side: "light" }], played: 3, better: 0, plies: 2 })`:                                             "It let Dark claim 3 squares and capture Light's inn at once.",
		`({ kind: "let", claimed: [0, 1, 2], captured: [], played: 3, better: 1, plies: 4 })`:                                                                              "It let Dark claim 3 squares; after the better move, 1 square.",
		`({ kind: "missed", claimed: [], captured: [{ building: "CA", side: "" }], played: 3, better: 3, plies: 3 })`:                                                      "The better move lets Dark capture the Cathedral.",
		`({ kind: "missed", claimed: [0], captured: [], played: 0, better: 1, plies: 1 })`:                                                                                 "The better move lets Dark claim 1 square at once.",
		`({ kind: "noRoom", buildings: ["TO"], plies: 1 })`:                                                                                                                "Now there is no room for Dark's tower; in the better line there is.",
		`({ kind: "let", claimed: [0, 1], captured: [{ building: "IN", side: "light" }, { building: "TO", side: "light" }], played: 2, better: 0, plies: 4, against: 1 })`: "It let Dark claim 2 squares and capture Light's inn and Light's tower, while Light claims 1 square.",
		`({ kind: "noRoom", buildings: ["TO"], plies: 9, claimed: [0, 10] })`:                                                                                              "The last room for Dark's tower, on A1 A2, is lost; in the better line there is room.",
		`({ kind: "shut", buildings: ["TO"], plies: 9, claimed: [0] })`:                                                                                                    "In the better line the last room for Dark's tower, on A1, is lost; in this one there is room.",
		`({ kind: "noRoom", buildings: ["TO", "IN"], plies: 3 })`:                                                                                                          "After 3 moves there is no room for Dark's tower and Dark's inn; in the better line there is.",
		`({ kind: "shut", buildings: ["TO"], plies: 1 })`:                                                                                                                  "After the better move there is no room for Dark's tower; in this line there is.",
		`({ kind: "shut", buildings: ["TO"], plies: 2 })`:                                                                                                                  "After 2 moves of the better line there is no room for Dark's tower; in this one there is.",
		`({ kind: "threat", played: 4, better: 0 })`:                                                                                                                       "Dark can now gain 4 squares with the tower at D1; after the better move, nothing.",
		`({ kind: "places", buildings: ["TO"], played: 1, better: 3 })`:                                                                                                    "Dark's tower now has 1 place, and after the better move 3.",
		`({ kind: "wall", played: 1, better: 7 })`:                                                                                                                         "The better move makes a wall of 7 squares, the move of the game one of 1 square.",
		`({ kind: "left", plies: 5, played: 9, better: 4 })`:                                                                                                               "After 5 moves Dark has 9 squares left to place, in the better line 4.",
		`({ kind: "none", plies: 5 })`:                                                                                                                                     "After 5 moves the two lines count the same: the engine prefers the other position.",
	})
}

// One of several lines may be proven and the others not; a proof stays known.
func TestAProofStaysKnown(t *testing.T) {
	told := inNode[string](t, `async () => {
		const { ProvenMoves } = await import("./engine/provenmoves.js");
		const { proofWords, evaluationWords } = await import("./texts/scoretexts.js");
		const proven = new ProvenMoves("dark");
		const line = (move, score, more = {}) => ({ line: 1, score, final: false, bound: undefined, verdict: null, pv: [move], ...more });
		proven.add(line("TAnA1", 120));
		const first = proofWords(proven.ofLine(line("TAnA1", 120)));
		proven.add(line("TAnB1", 100, { bound: "lowerbound", verdict: 1 }));
		proven.add(line("TAnB1", 230));
		const words = ["TAnA1", "TAnB1"].map((move) => proofWords(proven.ofLine(line(move, 230))));
		const position = evaluationWords(proven.ofPosition(line("TAnA1", 230)));
		const lost = new ProvenMoves("dark");
		lost.add(line("TAnA1", -100, { bound: "upperbound", verdict: -1 }));
		return [first, ...words, position, proofWords(lost.ofLine(line("TAnC1", -300)))].join("|");
	}`, nil)
	if told != "||Dark wins, proven|Dark wins, proven|Light wins, proven" {
		t.Errorf("of moves that are proven and others it says %q", told)
	}
}
