package serve

// The searches of a seat. A search may wait for its turn, be stopped, be set
// aside and be resumed. The page notices only that it takes longer.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/protocol"
	"cathedral/protocol/wire"
)

// pendingLine is a line of the page that waits behind a go.
type pendingLine struct {
	command string // the first word
	text    string
	// hurried reports whether a go was stopped while it waited.
	hurried bool
	// deepest is the depth that a search had reached when it was set aside. The
	// page has already seen info lines of smaller depths.
	deepest int
}

// seatSearch is a go that the engine has not answered yet.
type seatSearch struct {
	line     pendingLine
	began    time.Time
	endless  bool   // it never ends by itself, so it can be set aside
	changed  bool   // it would be a different search if it were started again
	stopped  bool   // stop was sent
	setAside bool   // it was stopped so that others can search, and will be resumed
	reported int    // the greatest depth of its info lines
	strange  string // a remark on a line that is none of the protocol's; "": there is none
}

// take handles a line of the page.
func (s *seat) take(line *messages.LineRequest) error {
	words := strings.Fields(line.Line)
	first := words[0]
	defer s.held.giveBack(len(line.Line)) // what is pending counts again
	if first == "setoption" {
		if err := s.filter.CheckOption(words); err != nil {
			s.answer(line.ID, err)
			return nil
		}
	}
	if len(s.pending) >= messages.WaitingLines {
		s.answer(line.ID, errors.New("too many lines wait for the search"))
		return nil
	}
	s.answer(line.ID, nil)
	if len(s.pending) > 0 && (first == "stop" || first == "go") {
		for i := range s.pending {
			s.pending[i].hurried = true
		}
		if err := s.pump(); err != nil || first == "stop" {
			return err
		}
	}
	s.pending = append(s.pending, pendingLine{command: first, text: line.Line})
	s.held.add(len(line.Line))
	return s.pump()
}

// pump sends the pending lines until a go must wait. A go that was stopped
// while it waited needs no place, because the engine answers it at once.
func (s *seat) pump() error {
	for len(s.pending) > 0 {
		line := s.pending[0]
		var err error
		switch line.command {
		case "go":
			if s.search != nil {
				return s.stop()
			}
			if !line.hurried && !s.mayBegin() {
				return nil
			}
			err = s.begin(line)
		case "isready":
			if s.unready > messages.WaitingLines {
				return errors.New("the engine does not answer isready")
			}
			s.unready++
			err = s.client.Send(line.text)
		case "stop":
			err = s.stop()
		default:
			if s.search != nil {
				s.search.changed = s.search.changed ||
					slices.Contains([]string{"position", "setoption", "uginewgame", "ucinewgame", "ponderhit"}, line.command)
			}
			err = s.client.Send(line.text)
		}
		if err != nil {
			return err
		}
		s.held.giveBack(len(line.text))
		s.pending = s.pending[1:]
	}
	return nil
}

// mayBegin reports whether the seat has a place to search. If not, the seat
// waits for one and informs the page.
func (s *seat) mayBegin() bool {
	if s.place == nil {
		s.place = s.line.ask()
	}
	select {
	case <-s.place.granted:
		s.tellWaiting(false)
		return true
	default:
		s.tellWaiting(true)
		return false
	}
}

func (s *seat) tellWaiting(waiting bool) {
	if s.told != waiting {
		s.told = waiting
		s.say(messages.WaitingPush{Seat: s.name, Waiting: waiting})
	}
}

// granted returns a channel that is closed when a waiting seat may search. If
// the seat is not waiting, the channel is nil.
func (s *seat) granted() <-chan struct{} {
	if s.place == nil || s.search != nil {
		return nil
	}
	return s.place.granted
}

// begin sends a go, which the engine answers even if it is faulty.
func (s *seat) begin(line pendingLine) error {
	if err := s.client.Send(line.text); err != nil {
		return err
	}
	s.search = &seatSearch{line: line, began: time.Now(), endless: isEndless(strings.Fields(line.text))}
	if line.hurried {
		s.leaveLine()
		return s.stop()
	}
	if s.search.endless {
		s.alarm.Reset(s.limits.Turn)
	} else {
		s.alarm.Reset(s.limits.LongestTurn)
	}
	return nil
}

// isEndless reports whether a go never ends by itself. A pondering search ends
// after ponderhit.
func isEndless(words []string) bool {
	return protocol.IsEndless(words) && !slices.Contains(words, "ponder")
}

// stop ends the search, if there is one, for good.
func (s *seat) stop() error {
	if s.search == nil {
		return nil
	}
	s.search.setAside = false
	if s.search.stopped {
		return nil
	}
	s.search.stopped = true
	s.alarm.Reset(s.limits.Patience)
	return s.client.Send("stop")
}

// hear handles a line of the engine.
func (s *seat) hear(line string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case first == "bestmove" && s.search != nil && s.search.setAside:
		resumed := s.search.line
		resumed.deepest = max(resumed.deepest, s.search.reported)
		s.pending = slices.Insert(s.pending, 0, resumed)
		s.held.add(len(resumed.text))
		return s.end()
	case first == "bestmove":
		s.say(messages.LinePush{Seat: s.name, Line: line})
		return s.end()
	case first == "readyok":
		s.unready = max(s.unready-1, 0)
	case first == "info" && s.search != nil:
		info, _ := wire.ParseInfo(line)
		s.search.reported = max(s.search.reported, info.Depth)
		if info.Depth > 0 && info.Depth < s.search.line.deepest {
			return nil // the page saw it before the search was set aside
		}
	}
	if s.search != nil {
		s.search.strange = cmp.Or(protocol.NotUnderstood(line), s.search.strange)
	}
	s.say(messages.LinePush{Seat: s.name, Line: line})
	return nil
}

// end makes room for others after a search and sends the pending lines.
func (s *seat) end() error {
	if s.search != nil {
		s.search = nil
		s.alarm.Stop()
		s.leaveLine()
	}
	return s.pump()
}

func (s *seat) leaveLine() {
	if s.place != nil {
		s.line.giveBack(s.place)
		s.place = nil
		s.tellWaiting(false)
	}
}

// ring is called when the alarm rings: either a search has had its turn, or the
// engine did not stop in time.
func (s *seat) ring() error {
	search := s.search
	switch {
	case search == nil:
		return nil
	case search.stopped:
		return fmt.Errorf("the engine did not stop within %s%s", s.limits.Patience, (&protocol.SilentError{Remark: search.strange}).Trace())
	case !s.line.crowded():
	case search.endless && !search.changed:
		err := s.stop()
		search.setAside = true
		return err
	case time.Since(search.began) >= s.limits.LongestTurn:
		return s.stop()
	}
	s.alarm.Reset(max(s.limits.Turn/8, time.Millisecond)) // check again soon
	return nil
}
