package tune

import "fmt"

// Recall counts how often the chosen placement is among the first of the ranking, by
// phase of the game and by the number of first placements.
type Recall struct {
	Choices [len(recallPhases)]int
	Found   [len(recallPhases)][len(recallFirst)]int
}

var (
	recallPhases = [...]int{6, 9, 12, 100} // the ply after each phase
	recallFirst  = [...]int{1, 4, 8, 16, 28, 46}
)

// Add counts a choice at a ply, and the number of placements that rank before it.
func (r *Recall) Add(ply, before int) {
	phase := 0
	for ply >= recallPhases[phase] {
		phase++
	}
	r.Choices[phase]++
	for i, first := range recallFirst {
		if before < first {
			r.Found[phase][i]++
		}
	}
}

// String returns the recall as a Markdown table.
func (r *Recall) String() string {
	text := "| plies | choices |"
	for _, first := range recallFirst {
		text += fmt.Sprintf(" first %d |", first)
	}
	text += "\n|---|---|"
	for range recallFirst {
		text += "---|"
	}
	from := 0
	for phase, to := range recallPhases {
		text += fmt.Sprintf("\n| %d to %d | %d |", from, to-1, r.Choices[phase])
		for i := range recallFirst {
			text += fmt.Sprintf(" %.1f %% |", 100*float64(r.Found[phase][i])/float64(max(1, r.Choices[phase])))
		}
		from = to
	}
	return text
}
