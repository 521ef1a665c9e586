package messages

// The messages about seats. A seat is an engine that runs for one page.

import (
	"fmt"
	"strings"

	"cathedral/engine/wording"
	"cathedral/protocol/wire"
)

// The requests about seats that both servers and workers answer.
type (
	// SeatRequest asks for a seat and the engine in it.
	SeatRequest struct {
		Head
		Seat   string `json:"seat"`
		Engine string `json:"engine"`
	}
	// LineRequest sends a line to the engine of a seat.
	LineRequest struct {
		Head
		Seat string `json:"seat"`
		Line string `json:"line"`
	}
)

// WaitingLines is the maximum number of lines that wait in a seat.
const WaitingLines = 64

// SeatLines are the lines of a page that wait for the engine of a seat.
type SeatLines chan *LineRequest

// Add adds the line of r. It returns ErrLater, since the seat answers, or an error if the
// line may not be sent or too many lines wait.
func (l SeatLines) Add(r *LineRequest) error {
	if err := checkLine(r.Line); err != nil {
		return err
	}
	select {
	case l <- r:
		return ErrLater
	default:
		return fmt.Errorf("seat %s: too many lines wait", r.Seat)
	}
}

// Seated is the answer to a page that has taken a seat.
type Seated struct {
	Seat    string        `json:"seat"`
	Name    string        `json:"name"` // of the engine, as it said in the handshake
	Options []wire.Option `json:"options"`
}

// The pushes about seats.
type (
	// LinePush passes on a line of the engine.
	LinePush struct {
		Seat string `json:"seat"`
		Line string `json:"line"`
	}
	// WaitingPush says whether a search must wait for others.
	WaitingPush struct {
		Seat    string `json:"seat"`
		Waiting bool   `json:"waiting"`
	}
	// EndedPush says why an engine has ended by itself.
	EndedPush struct {
		Seat  string `json:"seat"`
		Ended string `json:"ended"`
	}
)

// longestSeatName is the maximum length of the name of a seat.
const longestSeatName = 20

// CheckSeatName returns an error if name is not allowed for a seat.
func CheckSeatName(name string) error {
	strange := strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-'
	})
	if name == "" || len(name) > longestSeatName || strange {
		return fmt.Errorf("seat %s: want 1 to %d letters, digits or hyphens", wording.Quoted(name), longestSeatName)
	}
	return nil
}
