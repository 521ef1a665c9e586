package proofs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

const testBuild = "paper"

// proofFarm has workers whose keys are "key0" and so on. All but the first begin when begin is
// called, or a result was refused.
type proofFarm struct {
	farm.Remote
	farmtest.Notices
	begin func()
}

func newProofFarm(t *testing.T, kinds ...farm.Kind) *proofFarm {
	t.Helper()
	s, begins := farmtest.Memory(t), make(chan struct{})
	f := &proofFarm{begin: sync.OnceFunc(func() { close(begins) })}
	f.Remote = farm.Remote{Connection: farmtest.Dial(t, s, "run"), Notice: f.notice, Patience: time.Second}
	for number, kind := range kinds {
		if work := kind.Work; number > 0 {
			kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
				select {
				case <-begins:
					return work(ctx, payload, deliver)
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		key := fmt.Sprint("key", number)
		farmtest.Serve(t, t.Context(), farm.Worker{Connection: farmtest.Dial(t, s, key), Name: key, Kinds: []farm.Kind{kind}})
	}
	return f
}

// notice keeps what is said of results and workers.
func (f *proofFarm) notice(text string) {
	f.Add(text)
	if strings.Contains(text, "sent a false result") {
		f.begin()
	}
}

// run has workers prove items.
func (f *proofFarm) run(t *testing.T, items []record.Item, config Config, results *Results) *Report {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	config.Workers = farm.Workers{Build: testBuild, Carrier: &f.Remote}
	config.Notice = f.notice
	report, err := Run(ctx, items, results, config, func(int) {})
	if err != nil {
		t.Fatalf("%v; said is %s", err, f)
	}
	return report
}

// provable returns positions of which a small limit proves all or nothing. When it proves only
// who wins, a worker's line may be dropped, because the certificate begins with another move.
func provable(t *testing.T, count int) (items []record.Item) {
	random, config := rand.New(rand.NewPCG(28, 3)), proofConfig()
	for len(items) < count {
		p := enginetest.RandomPosition(random, engine.Rules{}, 15+random.IntN(4))
		if p.Over() {
			continue
		}
		item := []record.Item{{Entry: &record.Entry{Position: p}}}
		if e := proved(t, item, NewResults(nil), config).Positions[0]; e.Low == e.High || e.Low == -engine.SideSquares {
			items = append(items, item...)
		}
	}
	return items
}

func proofConfig() Config {
	return Config{Limits: Limits{Nodes: 5_000}, Concurrency: 1, Threads: 1, HashMiB: 1}
}

// localText returns the results of items in this process.
func localText(t *testing.T, items []record.Item, config Config) string {
	t.Helper()
	var out bytes.Buffer
	report := proved(t, items, NewResults(&out), config)
	return reportText(report, out.String())
}

// reportText returns a report and the lines that were written, without times.
func reportText(report *Report, lines string) string {
	var text strings.Builder
	for line := range strings.Lines(lines) {
		line, _, _ = strings.Cut(line, " acs ")
		fmt.Fprintln(&text, line)
	}
	write := func(list []Ending) {
		for _, e := range list {
			fmt.Fprintln(&text, e.Low, e.High, e.Line, e.Nodes)
		}
	}
	write(report.Positions)
	for _, game := range report.Games {
		write(game.Endings)
	}
	fmt.Fprintln(&text, report.Examined, report.New, report.Open, report.Contradictions)
	return text.String()
}

// farText is localText with the workers of a farm.
func (f *proofFarm) farText(t *testing.T, items []record.Item, config Config) string {
	t.Helper()
	var out bytes.Buffer
	return reportText(f.run(t, items, config, NewResults(&out)), out.String())
}

// lying returns a kind of jobs whose results are changed before they are delivered.
func lying(change func(job *proofJob, result *proofResult, deliver func(any) error) error) farm.Kind {
	kind := Kind(testBuild)
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		var job proofJob
		if err := json.Unmarshal(payload, &job); err != nil {
			return err
		}
		result, err := job.do(ctx)
		if err != nil {
			return err
		}
		return change(&job, result, deliver)
	}
	return kind
}

// changed is lying with results that differ.
func changed(change func(job *proofJob, result *proofResult)) farm.Kind {
	return lying(func(job *proofJob, result *proofResult, deliver func(any) error) error {
		change(job, result)
		return deliver(result)
	})
}

// otherCertificate returns a certificate of a position that is not of the tests' items.
func otherCertificate(t *testing.T) []byte {
	t.Helper()
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(1, 1)), engine.Rules{}, 17)
	file, _ := certifiedRun(t, &p, proofConfig())
	return file
}

// The results of a run on workers are those of one process, whatever a worker sends: a
// false one is refused, and its job done again.
func TestALyingProverChangesNothing(t *testing.T) {
	t.Parallel()
	other := otherCertificate(t)
	items := provable(t, 6)
	local := localText(t, items, proofConfig())
	for name, kind := range map[string]farm.Kind{
		"false verdict": changed(func(_ *proofJob, r *proofResult) {
			for i := range r.Endings {
				r.Endings[i].Low, r.Endings[i].High, r.Endings[i].Line = 3, 3, nil
			}
		}),
		"no certificate": changed(func(_ *proofJob, r *proofResult) {
			r.Certificate = nil
			r.Endings[0].Low, r.Endings[0].High, r.Endings[0].Line = 1, 1, nil
		}),
		"broken certificate": changed(func(_ *proofJob, r *proofResult) {
			if at := bytes.IndexByte(r.Certificate, '\n') + 1; at > 0 { // of the head
				at += bytes.IndexByte(r.Certificate[at:], '\n') + 1 // of the claim
				r.Certificate[at] = 99
			}
		}),
		"truncated certificate":           changed(func(_ *proofJob, r *proofResult) { r.Certificate = r.Certificate[:len(r.Certificate)*2/3] }),
		"certificate of another position": changed(func(_ *proofJob, r *proofResult) { r.Certificate = other }),
		"more than the certificate says": changed(func(_ *proofJob, r *proofResult) {
			if e := &r.Endings[0]; e.Low == e.High && e.Low < engine.SideSquares {
				e.Low, e.High, e.Line = e.Low+1, e.High+1, nil
			}
		}),
		"the first result under each position": changed(func() func(*proofJob, *proofResult) {
			again := replay()
			return func(job *proofJob, r *proofResult) {
				position := r.Endings[0].Position
				again(job, r)
				own := r.Endings[0].Position == position // of the first result, which would be true
				r.Endings = slices.Clone(r.Endings)
				r.Endings[0].Position, r.Endings[0].Line = position, nil
				if own || r.Certificate == nil {
					r.Endings[0].Low, r.Endings[0].High = 2, 2
				}
			}
		}()),
		"junk": lying(func(_ *proofJob, _ *proofResult, deliver func(any) error) error { return deliver("junk") }),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newProofFarm(t, kind, Kind(testBuild))
				if far := f.farText(t, items, proofConfig()); far != local {
					t.Errorf("the workers give\n%s\none process gives\n%s", far, local)
				}
				if text := f.String(); !strings.Contains(text, "key0 sent a false result") || strings.Contains(text, "key1") {
					t.Errorf("said is %s", text)
				}
			})
		})
	}
}

// crafted is a carrier that brings a text as the first job's result, and fails unless the run
// refuses it.
type crafted string

func (c crafted) Carry(ctx context.Context, run farm.Run) error {
	_, err := run.Verify(ctx, farm.Result{Job: "0", Key: "key", Host: "worker", Payload: json.RawMessage(c)})
	if !errors.As(err, new(*farm.RefusedError)) {
		return fmt.Errorf("error %v", err)
	}
	return nil
}

func TestImpossibleResultsAreRefused(t *testing.T) {
	items := provable(t, 2)
	position, other := items[0].Entry.Position.String(), items[1].Entry.Position.String()
	result := func(e ...endingText) crafted {
		text, err := json.Marshal(proofResult{Endings: e})
		enginetest.Must(t, err)
		return crafted(text)
	}
	for name, text := range map[string]crafted{
		"no endings":          result(),
		"another position":    result(endingText{Position: other, Low: 1, High: 1}),
		"a greater margin":    result(endingText{Position: position, Low: 48, High: 48}),
		"no margin":           result(endingText{Position: position, Low: 2, High: 1}),
		"a negative time":     result(endingText{Position: position, Low: 1, High: 1, Time: -1}),
		"endless nodes":       result(endingText{Position: position, Low: -47, High: 47, Nodes: 1<<64 - 1}),
		"an endless time":     result(endingText{Position: position, Low: -47, High: 47, Time: 1<<63 - 1}),
		"an illegal line":     result(endingText{Position: position, Low: 1, High: 1, Line: []string{"CAnA1\x1b[2J"}}),
		"no JSON":             "[",
		"a result of nothing": "null",
	} {
		config := proofConfig()
		config.Workers = farm.Workers{Carrier: text}
		if _, err := Run(t.Context(), items, NewResults(nil), config, func(int) {}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// replay returns a change that makes every result the first one.
func replay() func(*proofJob, *proofResult) {
	var mutex sync.Mutex
	var first *proofResult
	return func(_ *proofJob, r *proofResult) {
		mutex.Lock()
		defer mutex.Unlock()
		if first == nil {
			copied := *r
			first = &copied
		}
		*r = *first
	}
}

// A line whose first move is not that of the certificate is believed only if this process
// can prove it.
func TestAFalseLineIsNotShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testAFalseLineIsNotShown)
}

func testAFalseLineIsNotShown(t *testing.T) {
	items := provable(t, 6)
	lies := 0
	f := newProofFarm(t, changed(func(job *proofJob, r *proofResult) {
		item, err := job.item()
		if err != nil || lies > 0 || len(r.Endings[0].Line) == 0 {
			return
		}
		p := item.Entry.Position
		for _, m := range p.Moves(nil) {
			after := p.Play(m)
			file, e := certifiedRun(t, &after, proofConfig())
			if _, err := certificate.Verify(bytes.NewReader(file), certificate.Limits{}, nil); err != nil {
				t.Error(err)
			}
			if worse := e.before(&p, true); worse.High < r.Endings[0].Low {
				r.Endings[0].Line = []string{m.String()}
				lies++
				return
			}
		}
	}))
	report := f.run(t, items, proofConfig(), NewResults(nil))
	lines := 0
	for _, e := range report.Positions {
		if len(e.Line) > 0 && e.Low > -engine.SideSquares {
			lines++
		}
	}
	if lies == 0 || lines+lies != len(provenFromBelow(t, items)) {
		t.Errorf("%d false lines, %d are shown", lies, lines)
	}
}

// provenFromBelow returns the endings of items of which a move is proven.
func provenFromBelow(t *testing.T, items []record.Item) (list []Ending) {
	t.Helper()
	return slices.DeleteFunc(proved(t, items, NewResults(nil), proofConfig()).Positions, func(e Ending) bool { return len(e.Line) == 0 || e.Low == -engine.SideSquares })
}

// Games and positions, with --verdict, a file that is continued and a certificate, give the
// same on workers as in one process.
func TestProofsOfWorkersAreThoseOfOneProcess(t *testing.T) {
	t.Parallel()
	items := provable(t, 4)
	items = append(items, games(t, 1)[0], items[0])
	for name, config := range map[string]Config{
		"margins":  {Limits: Limits{Nodes: 5_000}, MaxPlies: 6, Threads: 1, HashMiB: 1},
		"verdicts": {Limits: Limits{Nodes: 2_000}, VerdictOnly: true, MaxPlies: 8, Threads: 1, HashMiB: 1},
		"open":     {Limits: Limits{Nodes: 1}, MaxPlies: 6, Threads: 1, HashMiB: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { proveFar(t, items, config) })
		})
	}
}

// proveFar compares runs on workers with those in one process.
func proveFar(t *testing.T, items []record.Item, config Config) {
	t.Helper()
	f := newProofFarm(t, Kind(testBuild), Kind(testBuild))
	f.begin()
	if local, far := localText(t, items, config), f.farText(t, items, config); far != local {
		t.Errorf("the workers give\n%s\none process gives\n%s", far, local)
	}
	path := filepath.Join(t.TempDir(), "proven.txt")
	for _, part := range [][]record.Item{items[:2], items, items} {
		results, file := open(t, path)
		before := NewResults(nil)
		before.read = map[string]bool{}
		for text, e := range results.known {
			before.known[text], before.read[text] = e, true
		}
		want := proved(t, part, before, config)
		if got := f.run(t, part, config, results); reportText(got, "") != reportText(want, "") {
			t.Errorf("the continued run gives\n%s\none process gives\n%s", reportText(got, ""), reportText(want, ""))
		}
		file.Close()
	}
	local := certificateOf(t, config, func(c Config) { proved(t, items, NewResults(nil), c) })
	far := certificateOf(t, config, func(c Config) { f.run(t, items, c, NewResults(nil)) })
	if !bytes.Equal(local, far) {
		t.Errorf("the certificate has %d bytes, and %d in one process", len(far), len(local))
	}
	if text := f.String(); text != "" {
		t.Errorf("said is %s", text)
	}
}

func FuzzProofResult(f *testing.F) {
	f.Add([]byte(`{"Endings":[{"Position":"x","Low":1,"High":-1,"Line":["CAnF5"]}],"Certificate":"AA=="}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var result proofResult
		if json.Unmarshal(text, &result) != nil {
			return
		}
		for i := range result.Endings {
			if e, err := result.Endings[i].read([]engine.Position{engine.Start(engine.Rules{})}); err == nil && e.Low > e.High {
				t.Errorf("an ending from %d to %d", e.Low, e.High)
			}
		}
	})
}

// No job stops the worker.
func FuzzProofJob(f *testing.F) {
	f.Add([]byte(`{"Record":"[FEN \"` + proven[:strings.Index(proven, " fm")] + `\"]\n\n*","HashMiB":1,"Threads":1,"Known":[{"Position":"x","Low":3}]}`))
	f.Add([]byte(`{"IsGame":true,"Record":"CAnF5","MaxPlies":-1,"HashMiB":5000,"Threads":-3}`))
	ended, end := context.WithCancel(f.Context())
	end()
	f.Fuzz(func(t *testing.T, payload []byte) {
		var job proofJob
		if json.Unmarshal(payload, &job) != nil {
			return
		}
		job.HashMiB = min(job.HashMiB, 1)
		if result, err := job.do(ended); err == nil && len(result.Certificate) > 0 {
			t.Errorf("%s has a certificate of %d bytes", payload, len(result.Certificate))
		}
	})
}
