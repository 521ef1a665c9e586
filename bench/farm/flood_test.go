package farm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cathedral/bench/farm"
	"cathedral/engine/enginetest"
)

// A key that sends without end is named and shut out, whatever it sends, and the run continues.
func TestAKeyThatFloodsIsShutOut(t *testing.T) {
	enginetest.Long(t)
	for name, flood := range map[string]struct{ subject, body string }{
		"requests": {"next.run1", ""},
		"reports":  {"working.run1", strings.Repeat("x", 100<<10)},
		"results":  {"result.run1.none.", "1"},
		"looks":    {"look", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "reports" || name == "looks" {
				enginetest.Long(t)
			}
			f, ctx := builtInFarm(t), limited(t)
			hostile, _ := f.attacker(t)
			shutOut := make(chan struct{})
			go func() {
				defer close(shutOut)
				for number := 0; ctx.Err() == nil && !hostile.IsClosed(); number++ {
					message := &nats.Msg{Subject: "cathedral.from." + f.hostileKey + "." + flood.subject, Data: []byte(flood.body)}
					if strings.HasSuffix(message.Subject, ".") {
						message.Subject += nats.NewInbox()[len("_INBOX."):]
					}
					if err := hostile.PublishMsg(message); err != nil || number%1000 == 0 {
						_ = hostile.FlushTimeout(time.Second)
					}
				}
			}()
			kind := squares("paper")
			kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
				<-shutOut
				return square(ctx, payload, deliver)
			}
			run, results := run(20)
			carrier := f.carrier()
			carrier.Exclude, carrier.Patience = f.exclude, 10*time.Second
			ended := f.serveHonestly(t, kind)
			if err := carrier.Carry(ctx, run); err != nil {
				t.Error(err)
			}
			f.check(t, ended, results, 20)
			if text := f.runnerSaid.String(); strings.Count(text, f.hostileKey+" floods the server and is dismissed") != 1 {
				t.Errorf("said is %q", text)
			}
		})
	}
}

// A worker that answers without end, under ever new names, keeps nobody from seeing the others.
func TestNobodyIsShownWithoutEnd(t *testing.T) {
	for name, begin := range farms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, ctx := begin(t), limited(t)
			hostile, _ := f.attacker(t)
			run, results, kind := during(20, func() {
				looking, stop := context.WithCancel(ctx)
				var flooding sync.WaitGroup
				flooding.Go(func() {
					for number := 0; looking.Err() == nil; number++ {
						status := fmt.Sprintf(`{"name":"worker %d","cores":%d}`, number%1000, -1-number)
						if err := hostile.Publish("cathedral.from."+f.hostileKey+".status", []byte(status)); err != nil {
							t.Error(err)
						}
						time.Sleep(time.Millisecond)
					}
				})
				began := time.Now()
				seen, err := farm.Look(ctx, hostile)
				stop()
				flooding.Wait()
				if took := time.Since(began); err != nil || took > 30*time.Second {
					t.Errorf("looked for %s, %v", took, err)
				}
				if last := seen.Workers[0]; len(seen.Workers) > 17 || last.Name != "honest" {
					t.Errorf("%d workers are shown, with %+v", len(seen.Workers), last)
				}
			})
			carrier := f.carrier()
			carrier.Patience = 10 * time.Second
			ended := f.serveHonestly(t, kind)
			if err := carrier.Carry(ctx, run); err != nil {
				t.Error(err)
			}
			f.check(t, ended, results, 20)
		})
	}
}
