package friends

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// Many functions are called at their times, as they were set last, by one goroutine.
func TestManyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		before := runtime.NumGoroutine()
		q := newDueTimes()
		ctx, end := context.WithCancel(t.Context())
		go q.run(ctx)
		random := rand.New(rand.NewPCG(1, 0))
		begin := time.Now()
		dues := make([]due, 2000)
		want := make([]time.Duration, len(dues)) // 0: not at all
		called := make([]time.Duration, len(dues))
		for i := range dues {
			dues[i].act = func() {
				if called[i] != 0 {
					t.Errorf("%d is called twice", i)
				}
				called[i] = time.Since(begin)
			}
		}
		for range 3 * len(dues) {
			i := random.IntN(len(dues))
			switch {
			case called[i] != 0:
			case random.IntN(4) == 0:
				q.cancel(&dues[i])
				want[i] = 0
			default:
				wait := time.Duration(1+random.IntN(1000)) * time.Second
				q.after(wait, &dues[i])
				want[i] = time.Since(begin) + wait
			}
			if random.IntN(100) == 0 {
				time.Sleep(time.Duration(random.IntN(5000)) * time.Millisecond)
				synctest.Wait()
			}
		}
		if more := runtime.NumGoroutine() - before; more != 1 {
			t.Errorf("%d goroutines serve them", more)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		for i := range dues {
			if called[i] != want[i] {
				t.Errorf("%d is called after %v, want %v", i, called[i], want[i])
			}
		}
		again := make(chan bool, 1)
		q.after(0, &due{act: func() { again <- true }})
		<-again
		end()
		q.after(0, &due{act: func() { t.Error("called after the end") }})
		time.Sleep(time.Hour)
	})
}
