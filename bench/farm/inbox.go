package farm

import (
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// mostWaiting is the number of results that may wait to be accepted, and mostWaitingBytes their
	// size, with those that are being verified. A result that finds no room comes again, as its worker
	// keeps it until it is accepted.
	mostWaiting      = 1000
	mostWaitingBytes = 512 << 20
	// partWait is how long the next part of a result may take. If it does not come, the result begins
	// again.
	partWait = 4 * takenWait
)

// inbox has the results that have come, or are coming in parts, and are not accepted yet.
type inbox struct {
	arrivals map[string]*arrival // by subject
	bytes    int                 // of all arrivals, with the parts that are missing
	whole    chan *arrival       // has room for all
}

// arrival is a result that has come, or is coming in parts.
type arrival struct {
	Result
	subject, token string
	size           int
	last           time.Time // a part came
}

func newInbox() inbox {
	return inbox{arrivals: map[string]*arrival{}, whole: make(chan *arrival, mostWaiting)}
}

// newArrival returns the result of which a message has a part, without its payload, and where in the
// payload that part begins. The message is of a worker that has a name.
func newArrival(message *nats.Msg) (a *arrival, offset int, err error) {
	parts := strings.Split(message.Subject, ".") // cathedral.from.KEY.result.RUN.JOB.TOKEN
	a = &arrival{
		Result:  Result{Job: parts[5], Key: parts[2], Host: CleanName(message.Header.Get(hostHeader))},
		subject: message.Subject, token: parts[6], size: len(message.Data),
	}
	if text := message.Header.Get(partHeader); text != "" {
		if _, err := fmt.Sscan(text, &offset, &a.size); err != nil {
			return a, 0, Refuse("job %s: %.100q describes no part of a result", a.Job, text)
		}
	}
	switch {
	case a.size > largestResult:
		return a, 0, Refuse("job %s: %d bytes; the maximum is %d", a.Job, a.size, largestResult)
	case offset < 0 || offset+len(message.Data) > a.size || len(message.Data) == 0:
		return a, 0, Refuse("job %s: %d bytes at %d are not of the %d", a.Job, len(message.Data), offset, a.size)
	}
	return a, offset, nil
}

// add takes a part of a result. missing is where the part that is to be asked for begins, or 0.
func (in *inbox) add(part *arrival, offset int, data []byte, now time.Time) (missing int) {
	a := in.arrivals[part.subject]
	if a == nil {
		if offset > 0 || len(in.arrivals) >= mostWaiting || len(in.arrivals) > 0 && in.bytes+part.size > mostWaitingBytes {
			return 0
		}
		a = part
		a.Payload = make([]byte, 0, a.size)
		in.arrivals[a.subject] = a
		in.bytes += a.size
	}
	come := len(a.Payload)
	switch {
	case come == a.size || offset > 0 && offset != come || offset+len(data) > a.size:
		return 0 // it is a repetition
	case offset == come:
		a.Payload, a.last = append(a.Payload, data...), now
	}
	if len(a.Payload) == a.size {
		in.whole <- a
		return 0
	}
	return len(a.Payload)
}

// remove forgets a result.
func (in *inbox) remove(a *arrival) {
	if in.arrivals[a.subject] == a {
		delete(in.arrivals, a.subject)
		in.bytes -= a.size
	}
}

// review forgets results whose next part does not come.
func (in *inbox) review(now time.Time) {
	for _, a := range in.arrivals {
		if len(a.Payload) < a.size && now.Sub(a.last) > partWait {
			in.remove(a)
		}
	}
}
