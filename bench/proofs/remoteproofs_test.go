package proofs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/jobs"
	"cathedral/bench/jobs/remote"
	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

const testBuild = "paper"

// proofFarm is a server with workers that have keys.
type proofFarm struct {
	server *remote.Server
	seeds  []string
	keys   []string
	mutex  sync.Mutex
	said   []string
	heard  func(text string) // is called with what the run says
}

func newProofFarm(t *testing.T, keys int) *proofFarm {
	t.Helper()
	f := &proofFarm{heard: func(string) {}}
	for i := range keys {
		f.seeds = append(f.seeds, filepath.Join(t.TempDir(), fmt.Sprint(i)))
		key, err := remote.NewKey(f.seeds[i])
		if err != nil {
			t.Fatal(err)
		}
		f.keys = append(f.keys, key)
	}
	var err error
	if f.server, err = remote.StartServer(remote.ServerConfig{Address: "127.0.0.1:0", Store: t.TempDir(), Keys: f.keys}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.server.Close)
	return f
}

func (f *proofFarm) notice(text string) {
	f.mutex.Lock()
	f.said = append(f.said, text)
	f.mutex.Unlock()
	f.heard(text)
}

func (f *proofFarm) text() string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return strings.Join(f.said, "\n")
}

// serve starts a worker with one of the keys.
func (f *proofFarm) serve(t *testing.T, number int, kind jobs.Kind) {
	t.Helper()
	connection, err := remote.Connect(f.server.URL(), fmt.Sprint("worker", number), remote.Credentials{Nkey: f.seeds[number]}, nil)
	if err != nil {
		t.Fatal(err)
	}
	worker := remote.Worker{Connection: connection, Name: fmt.Sprint("worker", number), Kinds: []jobs.Kind{kind}, Notice: func(string) {}}
	ctx, stop := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { _ = worker.Serve(ctx) }) // a hostile one is dismissed
	t.Cleanup(func() {
		stop()
		serving.Wait()
		connection.Close()
	})
}

// run has workers prove items.
func (f *proofFarm) run(t *testing.T, items []record.Item, config Config, results *Results) *Report {
	t.Helper()
	connection, err := f.server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	config.Workers = jobs.Workers{Build: testBuild, Carrier: &remote.Carrier{Connection: connection, Notice: f.notice, Patience: time.Minute}}
	config.Notice, config.Vouching = f.notice, true
	report, err := Run(ctx, items, results, config, func(int) {})
	if err != nil {
		t.Fatalf("%v; said is %s", err, f.text())
	}
	return report
}

// provable returns positions that are soon proven, or left open by a small limit.
func provable(count int) (items []record.Item) {
	random := rand.New(rand.NewPCG(28, 3))
	for len(items) < count {
		p := enginetest.RandomPosition(random, engine.Rules{}, 15+random.IntN(4))
		if !p.Over() {
			items = append(items, record.Item{Entry: &record.Entry{Position: p}})
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
	report, err := Run(t.Context(), items, NewResults(&out), config, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
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
func lying(change func(job *proofJob, result *proofResult, deliver func(any) error) error) jobs.Kind {
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

// changed is lying with results that differ, in pieces that are as they should be.
func changed(change func(job *proofJob, result *proofResult)) jobs.Kind {
	return lying(func(job *proofJob, result *proofResult, deliver func(any) error) error {
		change(job, result)
		return deliverPieces(result, deliver)
	})
}

// otherCertificate returns a certificate of a position that is not of the tests' items.
func otherCertificate(t *testing.T) []byte {
	t.Helper()
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(1, 1)), engine.Rules{}, 17)
	file, _ := certifiedRun(t, &p, proofConfig())
	return file
}

// The results of a run on workers are those of one process, whatever a worker sends: the one
// that lies is dismissed before a worker that does not lie begins.
func TestALyingProverChangesNothing(t *testing.T) {
	t.Parallel()
	other := otherCertificate(t)
	items := provable(6)
	local := localText(t, items, proofConfig())
	for name, kind := range map[string]jobs.Kind{
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
				r.Endings = slices.Clone(r.Endings)
				r.Endings[0].Position, r.Endings[0].Line = position, nil
				if r.Certificate == nil {
					r.Endings[0].Low, r.Endings[0].High = 2, 2
				}
			}
		}()),
		"oversized": lying(func(_ *proofJob, _ *proofResult, deliver func(any) error) error {
			return deliver(piece{Count: mostPieces + 1, Data: make([]byte, pieceSize)})
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newProofFarm(t, 2)
			var once sync.Once
			f.heard = func(text string) {
				if strings.Contains(text, "DISMISSED") || strings.Contains(text, "is dismissed") {
					once.Do(func() { f.serve(t, 1, Kind(testBuild)) })
				}
			}
			f.serve(t, 0, kind)
			if far := f.farText(t, items, proofConfig()); far != local {
				t.Errorf("the workers give\n%s\none process gives\n%s", far, local)
			}
			if text := f.text(); !strings.Contains(text, f.keys[0]) || strings.Contains(text, "DISMISSED: "+f.keys[1]) || strings.Contains(text, f.keys[1]+") sent") {
				t.Errorf("said is %q", text)
			}
		})
	}
}

// A key that was dismissed stays so when the run is continued, and the record of the run says why.
func TestADismissedKeyStaysDismissed(t *testing.T) {
	t.Parallel()
	items := provable(4)
	path := filepath.Join(t.TempDir(), "proven.txt")
	f := newProofFarm(t, 2)
	var once sync.Once
	f.heard = func(text string) {
		if strings.Contains(text, "DISMISSED") {
			once.Do(func() { f.serve(t, 1, Kind(testBuild)) })
		}
	}
	f.serve(t, 0, changed(func(_ *proofJob, r *proofResult) {
		r.Certificate, r.Endings[0].Line = nil, nil
		r.Endings[0].Low, r.Endings[0].High = 3, 3
	}))
	for _, part := range [][]record.Item{items[:2], items} {
		results, file, err := OpenResults(path, engine.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		f.run(t, part, proofConfig(), results)
		if !results.dismissed[f.keys[0]] || results.dismissed[f.keys[1]] || len(results.dismissed) != 1 {
			t.Errorf("dismissed are %v", results.dismissed)
		}
		file.Close()
	}
	written := benchtest.Read(t, path)
	if strings.Count(written, dismissedComment) != 1 || !strings.Contains(written, "\n# Dismissed: "+f.keys[0]+": ") {
		t.Errorf("the file is\n%s", written)
	}
	if strings.Count(f.text(), "DISMISSED") != 1 || strings.Count(written, " acn ") != len(items) {
		t.Errorf("said is %q, and the file is\n%s", f.text(), written)
	}
}

// crafted is a carrier that brings pieces of the first job's result, and fails unless the run
// refuses the last of them.
type crafted []piece

func (c crafted) Carry(_ context.Context, run jobs.Run) error {
	for i, p := range c {
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		done, err := run.Accept(jobs.Result{Job: "0-0", Key: "key", Worker: "worker", Payload: text})
		if done || errors.As(err, new(*jobs.RefusedError)) != (i == len(c)-1) {
			return fmt.Errorf("piece %d of %d: done %t, error %v", i+1, len(c), done, err)
		}
	}
	return nil
}

// whole returns the pieces of a result.
func whole(t *testing.T, result *proofResult) (pieces crafted) {
	t.Helper()
	if err := deliverPieces(result, func(value any) error { pieces = append(pieces, value.(piece)); return nil }); err != nil {
		t.Fatal(err)
	}
	return pieces
}

func TestImpossibleResultsAreRefused(t *testing.T) {
	items := provable(2)
	position, other := items[0].Entry.Position.String(), items[1].Entry.Position.String()
	result := func(e ...endingText) crafted { return whole(t, &proofResult{Endings: e}) }
	sum := sha256.Sum256([]byte("["))
	large := whole(t, &proofResult{Certificate: make([]byte, 2*pieceSize)})
	large[len(large)-1].Data[0]++
	for name, pieces := range map[string]crafted{
		"no endings":          result(),
		"another position":    result(endingText{Position: other, Low: 1, High: 1}),
		"a greater margin":    result(endingText{Position: position, Low: 48, High: 48}),
		"no margin":           result(endingText{Position: position, Low: 2, High: 1}),
		"a negative time":     result(endingText{Position: position, Low: 1, High: 1, Time: -1}),
		"endless nodes":       result(endingText{Position: position, Low: -47, High: 47, Nodes: 1<<64 - 1}),
		"an endless time":     result(endingText{Position: position, Low: -47, High: 47, Time: 1<<63 - 1}),
		"an illegal line":     result(endingText{Position: position, Low: 1, High: 1, Line: []string{"CAnA1\x1b[2J"}}),
		"no JSON":             {{Count: 1, Sum: sum[:], Data: []byte("[")}},
		"another sum":         {{Count: 1, Sum: sum[:], Data: []byte("{}")}},
		"an altered piece":    large,
		"too many pieces":     {{Count: mostPieces + 1, Data: make([]byte, pieceSize)}},
		"a piece too many":    {{Number: 1, Count: 1}},
		"a negative piece":    {{Number: -1, Count: 1}},
		"an empty piece":      {{Count: 2}},
		"a piece too long":    {{Count: 1, Data: make([]byte, pieceSize+1)}},
		"a result of nothing": {{}},
	} {
		config := proofConfig()
		config.Workers = jobs.Workers{Carrier: pieces}
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
	items := provable(6)
	f := newProofFarm(t, 1)
	lies := 0
	f.serve(t, 0, changed(func(job *proofJob, r *proofResult) {
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
	report, err := Run(t.Context(), items, NewResults(nil), proofConfig(), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(report.Positions, func(e Ending) bool { return len(e.Line) == 0 || e.Low == -engine.SideSquares })
}

// Games and positions, with --verdict, a file that is continued and a certificate, give the
// same on workers as in one process.
func TestProofsOfWorkersAreThoseOfOneProcess(t *testing.T) {
	t.Parallel()
	items := provable(4)
	game := record.New(engine.Start(engine.Rules{}))
	random, p := rand.New(rand.NewPCG(3, 9)), engine.Start(engine.Rules{})
	for !p.Over() {
		moves := p.Moves(nil)
		m := moves[random.IntN(len(moves))]
		game.Moves = append(game.Moves, record.Move{Move: m})
		p = p.Play(m)
	}
	items = append(items, record.Item{Game: game}, items[0])
	for name, config := range map[string]Config{
		"margins":  {Limits: Limits{Nodes: 5_000}, MaxPlies: 6, Threads: 1, HashMiB: 1},
		"verdicts": {Limits: Limits{Nodes: 2_000}, VerdictOnly: true, MaxPlies: 8, Threads: 1, HashMiB: 1},
		"open":     {Limits: Limits{Nodes: 1}, MaxPlies: 6, Threads: 1, HashMiB: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newProofFarm(t, 2)
			f.serve(t, 0, Kind(testBuild))
			f.serve(t, 1, Kind(testBuild))
			if local, far := localText(t, items, config), f.farText(t, items, config); far != local {
				t.Errorf("the workers give\n%s\none process gives\n%s", far, local)
			}
			path := filepath.Join(t.TempDir(), "proven.txt")
			for _, part := range [][]record.Item{items[:2], items, items} {
				results, file, err := OpenResults(path, engine.Rules{})
				if err != nil {
					t.Fatal(err)
				}
				before := NewResults(nil)
				before.read = map[string]bool{}
				for text, e := range results.known {
					before.known[text], before.read[text] = e, true
				}
				want, err := Run(t.Context(), part, before, config, func(int) {})
				if err != nil {
					t.Fatal(err)
				}
				if got := f.run(t, part, config, results); reportText(got, "") != reportText(want, "") {
					t.Errorf("the continued run gives\n%s\none process gives\n%s", reportText(got, ""), reportText(want, ""))
				}
				file.Close()
			}
			var local, far bytes.Buffer
			for _, out := range []*bytes.Buffer{&local, &far} {
				var err error
				config := config
				if config.Certificates, err = NewCertificates(out); err != nil {
					t.Fatal(err)
				}
				if out == &local {
					_, err = Run(t.Context(), items, NewResults(nil), config, func(int) {})
				} else {
					f.run(t, items, config, NewResults(nil))
				}
				if err = errors.Join(err, config.Certificates.End()); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(local.Bytes(), far.Bytes()) {
				t.Errorf("the certificate has %d bytes, and %d in one process", far.Len(), local.Len())
			}
			if text := f.text(); text != "" {
				t.Errorf("said is %s", text)
			}
		})
	}
}

// vouching returns a kind of jobs that counts the checks of certificates of other keys, after
// change.
func vouching(checks *int, change func(r *proofResult)) jobs.Kind {
	var mutex sync.Mutex
	return lying(func(job *proofJob, r *proofResult, deliver func(any) error) error {
		if job.Certificate != nil {
			mutex.Lock()
			*checks++
			mutex.Unlock()
			change(r)
		}
		return deliverPieces(r, deliver)
	})
}

// Large certificates are checked by another key, and some of its checks are repeated. One
// that says false things of them is dismissed, and changes nothing.
func TestAnotherKeyChecksLargeCertificates(t *testing.T) {
	t.Parallel()
	items := provable(10)
	local := localText(t, items, proofConfig())
	for name, test := range map[string]struct {
		repeated float64 // the random number
		change   func(r *proofResult)
		isFound  bool
	}{
		"honest":                {1, func(*proofResult) {}, false},
		"honest, repeated":      {0, func(*proofResult) {}, false},
		"calls all false":       {1, func(r *proofResult) { r.Claims, r.Fault = nil, "\x1b[2Jno" }, true},
		"calls all proven":      {1, func(r *proofResult) { r.Claims = nil }, true},
		"claims more":           {0, func(r *proofResult) { r.Claims[0].Margin++ }, true},
		"claims another's":      {1, func(r *proofResult) { r.Claims[0].Position = "x\x1b" }, true},
		"says nothing about it": {1, func(r *proofResult) { *r = proofResult{} }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newProofFarm(t, 3)
			config := proofConfig()
			config.small, config.roll = 1, func() float64 { return test.repeated }
			var checks [3]int
			f.serve(t, 0, vouching(&checks[0], test.change))
			f.serve(t, 1, vouching(&checks[1], func(*proofResult) {}))
			f.serve(t, 2, vouching(&checks[2], func(*proofResult) {}))
			if far := f.farText(t, items, config); far != local {
				t.Errorf("the workers give\n%s\none process gives\n%s\nsaid is %s", far, local, f.text())
			}
			text := f.text()
			if isFound := strings.Contains(text, "DISMISSED: "+f.keys[0]); isFound != (test.isFound && checks[0] > 0) || strings.Contains(text, f.keys[1]+": ") || strings.Contains(text, "\x1b") {
				t.Errorf("said is %q after %d checks", text, checks[0])
			}
			if checks[0]+checks[1]+checks[2] == 0 {
				t.Error("no key checks the certificates of another")
			}
		})
	}
}

// Two keys that vouch for each other's lies are found when a check is repeated, and nothing
// of theirs is written.
func TestKeysThatVouchForLiesAreFound(t *testing.T) {
	t.Parallel()
	items := provable(12)
	local := localText(t, items, proofConfig())
	f := newProofFarm(t, 3)
	config := proofConfig()
	config.small = 1
	vouched := 0
	config.roll = func() float64 { // all but the fourth are believed
		if vouched++; vouched == 4 {
			return 0
		}
		return 1
	}
	liar := lying(func(job *proofJob, r *proofResult, deliver func(any) error) error {
		if job.Certificate == nil {
			for i := range r.Endings {
				r.Endings[i].Low, r.Endings[i].High, r.Endings[i].Line = 3, 3, nil
			}
			position, err := engine.ParsePosition(job.Start, job.Rules)
			if err != nil {
				return err
			}
			r.Certificate = []byte(position.String())
		} else {
			text := string(job.Certificate)
			for _, atLeast := range []bool{true, false} {
				r.Claims = append(r.Claims, claim{Position: text, AtLeast: atLeast, Margin: 3})
			}
			r.Fault = ""
		}
		return deliverPieces(r, deliver)
	})
	f.serve(t, 0, liar)
	f.serve(t, 1, liar)
	var once sync.Once
	f.heard = func(text string) {
		if strings.Contains(text, "DISMISSED") {
			once.Do(func() { f.serve(t, 2, Kind(testBuild)) })
		}
	}
	if far := f.farText(t, items, config); far != local {
		t.Errorf("the workers give\n%s\none process gives\n%s\nsaid is %s", far, local, f.text())
	}
	if text := f.text(); !strings.Contains(text, "DISMISSED: "+f.keys[0]) || !strings.Contains(text, "DISMISSED: "+f.keys[1]) || strings.Contains(text, "DISMISSED: "+f.keys[2]) {
		t.Errorf("said is %q", text)
	}
}

// A result is put together whatever the order of its pieces, even if some come twice, and a
// key holds no more of them than it may.
func TestPiecesMakeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	certificate := make([]byte, 1_000_000)
	for i := range certificate {
		certificate[i] = byte(random.Uint32())
	}
	want := &proofResult{Omitted: 1, Certificate: certificate}
	var pieces []json.RawMessage
	if err := deliverPieces(want, func(value any) error {
		text, err := json.Marshal(value)
		pieces = append(pieces, text)
		if len(text) > 127<<10 {
			t.Errorf("a piece of %d bytes", len(text))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	order := append(random.Perm(len(pieces)), random.Perm(len(pieces))...)
	var a assembly
	whole := 0
	for _, i := range order {
		got, err := a.add("key", "1-0", pieces[i])
		if err != nil {
			t.Fatal(err)
		}
		if got != nil {
			whole++
			if !reflect.DeepEqual(got, want) {
				t.Error("the result is another one")
			}
		}
	}
	if whole != 2 && whole != 1 {
		t.Errorf("%d results", whole)
	}
	a = assembly{}
	for job := range 50 {
		text, err := json.Marshal(piece{Count: mostPieces / 2, Data: make([]byte, pieceSize)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.add("key", fmt.Sprint(job), text); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, u := range a.results {
			count += len(u.pieces)
		}
		if count > mostUnfinished {
			t.Fatalf("a key has %d unfinished pieces", count)
		}
	}
}

func FuzzProofPieces(f *testing.F) {
	f.Add([]byte(`{"Number":0,"Count":2,"Sum":"AA==","Data":"AA=="}`), []byte(`{"Count":1}`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		var a assembly
		for _, text := range [][]byte{first, second} {
			result, err := a.add("key", "1-0", text)
			if err == nil && result != nil {
				for i := range result.Endings {
					p := engine.Start(engine.Rules{})
					if e, err := result.Endings[i].read(&p); err == nil && e.Low > e.High {
						t.Errorf("an ending from %d to %d", e.Low, e.High)
					}
				}
			}
		}
	})
}

// No job stops the worker.
func FuzzProofJob(f *testing.F) {
	f.Add([]byte(`{"Rules":{"Set":0},"Start":"` + proven[:strings.Index(proven, " fm")] + `","HashMiB":1,"Threads":1,"Known":[{"Position":"x","Low":3}]}`))
	f.Add([]byte(`{"IsGame":true,"Start":"10/10/10/10/10/10/10/10/10/10 l C 0","Moves":"CAnF5","MaxPlies":-1,"HashMiB":5000,"Threads":-3}`))
	f.Add([]byte(`{"Certificate":"AAAA"}`))
	ended, end := context.WithCancel(f.Context())
	end()
	f.Fuzz(func(t *testing.T, payload []byte) {
		var job proofJob
		if json.Unmarshal(payload, &job) != nil {
			return
		}
		job.HashMiB = min(job.HashMiB, 1)
		if result, err := job.do(ended); err == nil && job.Certificate == nil && len(result.Certificate) > 0 {
			t.Errorf("%s has a certificate of %d bytes", payload, len(result.Certificate))
		}
	})
}
