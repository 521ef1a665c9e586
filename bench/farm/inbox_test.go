package farm

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// message returns the part of a result of a job that begins at an offset, in a whole of a size.
func message(job string, offset, size int, data []byte) *nats.Msg {
	return &nats.Msg{
		Subject: "cathedral.from.KEY.result.run1." + job + ".token", Data: data,
		Header: nats.Header{hostHeader: {"host"}, partHeader: {fmt.Sprint(offset, " ", size)}},
	}
}

// take adds a message to an inbox and returns where the part begins that it asks for.
func take(t *testing.T, in *inbox, m *nats.Msg, now time.Time) (missing int) {
	t.Helper()
	part, offset, err := newArrival(m)
	if err != nil {
		t.Fatal(err)
	}
	return in.add(part, offset, m.Data, now)
}

// A result is put together from its parts, even if some come twice, too late or too early.
func TestPartsMakeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	whole := make([]byte, 10*largestPayload+1)
	for i := range whole {
		whole[i] = byte(random.Uint32())
	}
	part := func(offset int) *nats.Msg {
		return message("1", offset, len(whole), whole[offset:min(offset+largestPayload, len(whole))])
	}
	in := newInbox()
	if take(t, &in, part(largestPayload), at(0)) != 0 || len(in.arrivals) != 0 {
		t.Error("the beginning is missing")
	}
	for missing := take(t, &in, part(0), at(0)); missing > 0; missing = take(t, &in, part(missing), at(0)) {
		if again := take(t, &in, part(0), at(0)); again != missing {
			t.Errorf("when it begins again, the part at %d is asked for, not %d", again, missing)
		}
		other := random.IntN(11) * largestPayload
		if other != missing && other != 0 && take(t, &in, part(other), at(0)) != 0 {
			t.Errorf("the part at %d is taken before that at %d", other, missing)
		}
	}
	got := <-in.whole
	if !bytes.Equal(got.Payload, whole) || got.Job != "1" || got.Key != "KEY" || got.Host != "host" {
		t.Error("the result is another one")
	}
	if take(t, &in, part(0), at(0)) != 0 || len(in.whole) != 0 {
		t.Error("the result has come again")
	}
	in.remove(got)
	in.remove(got)
	if len(in.arrivals) != 0 || in.bytes != 0 {
		t.Errorf("%d bytes are left", in.bytes)
	}
}

// What cannot be part of a result is refused, and one that the inbox has no room for comes again.
func TestAnInboxIsBounded(t *testing.T) {
	for _, text := range []string{"x", "-1 3", "3 3", "1 2", "0 1", "0 1000000000"} {
		m := message("1", 0, 0, []byte("ab"))
		m.Header.Set(partHeader, text)
		if _, _, err := newArrival(m); err == nil {
			t.Errorf("%s is a part", text)
		}
	}
	in := newInbox()
	data := make([]byte, largestPayload)
	const size = largestResult
	for job := range mostWaitingBytes / size {
		if take(t, &in, message(fmt.Sprint(job), 0, size, data), at(float64(job))) == 0 {
			t.Errorf("there is no room for result %d", job)
		}
	}
	later := at(partWait.Seconds() + 0.5)
	if take(t, &in, message("late", 0, size, data), later) != 0 || in.bytes > mostWaitingBytes {
		t.Errorf("%d bytes wait", in.bytes)
	}
	in.review(later) // the first is given up
	if take(t, &in, message("late", 0, size, data), later) == 0 || take(t, &in, message("0", largestPayload, size, data), later) != 0 {
		t.Error("a result whose next part does not come keeps its room")
	}
	for number := range 2 * mostWaiting {
		_ = take(t, &in, message(fmt.Sprint("small-", number), 0, 2, []byte("12")), later)
	}
	if len(in.arrivals) != mostWaiting {
		t.Errorf("%d results wait", len(in.arrivals))
	}
}
