package proofs

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// The command for a thousand positions is
//
//	go test ./bench/proofs -run CertificatesOfRuns -certified 1000 -timeout 1h
var certified = flag.Int("certified", 0, "prove and verify this `number` of positions; 0: a few")

// TestCertificatesOfRunsVerify proves positions at plies 14 to 20 of all rules, with one, two
// and four threads and small tables, who wins or by how much, and has the certificates
// checked. Each result of a run has to follow from the claims.
func TestCertificatesOfRunsVerify(t *testing.T) {
	positions := *certified
	switch {
	case positions > 0:
	case enginetest.IsLong():
		positions = 150
	default:
		positions = 36
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4)) // a search takes no more threads
	random := rand.New(rand.NewPCG(24, 5))
	var seen struct{ proven, exact, draws, captures, passes int }
	nodes, size, proving, checking := uint64(0), 0, time.Duration(0), time.Duration(0)
	for i := range positions {
		rules := enginetest.AllRules()[i%len(enginetest.AllRules())]
		p := enginetest.RandomPosition(random, rules, 14+random.IntN(7))
		if p.Over() {
			continue
		}
		config := Config{
			Limits: Limits{Nodes: 40_000}, VerdictOnly: i/6%2 == 1,
			Concurrency: 1, Threads: []int{1, 2, 4}[i%3], HashMiB: []int{1, 4, 16}[i/3%3],
		}
		begin := time.Now()
		file, ending := certifiedRun(t, &p, config)
		proving += time.Since(begin)
		begin = time.Now()
		totals := verifyEnding(t, file, &ending)
		checking += time.Since(begin)
		nodes, size = nodes+totals.Nodes, size+len(file)
		if _, decided := ending.Verdict(); !decided {
			continue
		}
		seen.proven++
		if margin, known := ending.Margin(); known {
			seen.exact++
			if margin == 0 {
				seen.draws++
			}
		}
		for _, m := range ending.Line {
			if m == engine.Pass {
				seen.passes++
			}
			if len(p.Settlement(m).Captured) > 0 {
				seen.captures++
			}
			p = p.Play(m)
		}
	}
	t.Logf("%d positions: %+v; %d nodes, %d bytes; %v to prove, %v to check", positions, seen, nodes, size, proving, checking)
	if seen.proven < positions/2 || seen.exact < positions/8 || seen.passes == 0 || positions >= 150 && (seen.draws == 0 || seen.captures == 0) {
		t.Errorf("too little was proven: %+v of %d", seen, positions)
	}
	if most := 20 * nodes; uint64(size) > most {
		t.Errorf("%d nodes take %d bytes, more than 20 each", nodes, size)
	}
}

// TestCertificatesOfEarlyPositionsVerify proves who wins six positions at plies 10 to 12.
func TestCertificatesOfEarlyPositionsVerify(t *testing.T) {
	enginetest.Long(t)
	proven := map[int]int{}
	for i, line := range strings.Split(benchtest.Read(t, "../../search/proof/testdata/positions.txt"), "\n") {
		place, _, _ := strings.Cut(line, " | ")
		p, err := engine.ParsePosition(place, engine.Rules{})
		if err != nil || p.Ply() < 10 || p.Ply() > 12 || proven[p.Ply()] == 2 {
			continue
		}
		file, ending := certifiedRun(t, &p, Config{Limits: Limits{Nodes: 100_000}, VerdictOnly: true, Concurrency: 1, Threads: 1 + i%2, HashMiB: 64})
		verifyEnding(t, file, &ending)
		if _, decided := ending.Verdict(); decided && ending.Nodes > 5_000 {
			proven[p.Ply()]++
		}
	}
	if fmt.Sprint(proven) != "map[10:2 11:2 12:2]" {
		t.Errorf("proven by ply: %v, want two of each", proven)
	}
}

// certificateOf returns the certificate that a run with config writes.
func certificateOf(t *testing.T, config Config, run func(Config)) []byte {
	t.Helper()
	var out bytes.Buffer
	var err error
	config.Certificates, err = NewCertificates(&out)
	enginetest.Must(t, err)
	run(config)
	enginetest.Must(t, config.Certificates.End())
	return out.Bytes()
}

// certifiedRun proves a position and returns the certificate.
func certifiedRun(t *testing.T, p *engine.Position, config Config) (file []byte, ending Ending) {
	t.Helper()
	file = certificateOf(t, config, func(c Config) {
		ending = proved(t, []record.Item{{Entry: &record.Entry{Position: *p}}}, NewResults(nil), c).Positions[0]
	})
	return file, ending
}

// verifyEnding checks that a certificate proves the bounds of an ending. It may prove more:
// one side of a margin, while it is not known who wins.
func verifyEnding(t *testing.T, file []byte, e *Ending) certificate.Totals {
	t.Helper()
	low, high := -engine.SideSquares, engine.SideSquares
	totals, err := certificate.Verify(bufio.NewReader(bytes.NewReader(file)), certificate.Limits{}, func(c certificate.Claim, _ certificate.Proof) {
		switch {
		case c.Position.String() != e.Position.String() || c.Position.Rules() != e.Position.Rules():
			t.Errorf("a claim about %s", &c.Position)
		case c.AtLeast:
			low = max(low, c.Margin)
		default:
			high = min(high, c.Margin)
		}
	})
	if err != nil || low < e.Low || high > e.High {
		t.Errorf("%v %s: from %d to %d was found, from %d to %d is proven: %v", e.Position.Rules(), &e.Position, e.Low, e.High, low, high, err)
	}
	return totals
}
