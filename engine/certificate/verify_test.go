package certificate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// verify checks a certificate and returns the claims that are proven.
func verify(text []byte) ([]Claim, error) {
	var proven []Claim
	_, err := Verify(bytes.NewReader(text), Limits{Steps: 1 << 20}, func(c Claim, _ Proof) { proven = append(proven, c) })
	if err != nil {
		return nil, err
	}
	return proven, nil
}

// wantFault fails the test unless err is a StepError for a reason.
func wantFault(t *testing.T, err error, reason string) {
	t.Helper()
	var step *StepError
	if !errors.As(err, &step) || !strings.Contains(err.Error(), reason) {
		t.Errorf("the error is %v, want %q", err, reason)
	}
}

// claimsOf returns the two claims that make up a margin, and makes them a number of
// squares better than it for the side that they are for.
func claimsOf(p engine.Position, margin, better int) []Claim {
	return []Claim{{p, true, margin + better}, {p, false, margin - better}}
}

// testCertificate returns a certificate of a few claims, with waits and kept nodes.
func testCertificate(t testing.TB) []byte {
	t.Helper()
	random := newRandom()
	w := newWriter()
	claims := 0
	for _, text := range []string{
		"Tiicc3oo/2i1c1Ooo1/CC1ccOOot1/LC2OO1m2/CC5mm1/LAAMMM1ms1/AAS1M+2s1/2S++++3/1ii2+st2/2iBBBsTSS d - 19",
		"2IccCCii1/1II1c1CTi1/I2ccCC1+1/IIqqt1++++/2qq2M1+1/4bSMM2/1QQ1bSM1ss/1QQ1bF1aad/1sT1FFF1aa/1s3F3t d - 19",
	} {
		p := enginetest.Position(t, text, engine.Rules{})
		margin, _ := newExhaustive(1 << 20).margin(&p)
		for _, claim := range claimsOf(p, margin, 0) {
			winner, least := claim.goal()
			w.claim(claim).writeProof(newProver(winner, least, random, 1<<20).prove(&p))
			claims++
		}
	}
	return w.line("end %d", claims).text
}

func TestTotals(t *testing.T) {
	text := testCertificate(t)
	var claims int
	var nodes uint64
	var proofBytes int64
	totals, err := Verify(iotest.OneByteReader(bytes.NewReader(text)), Limits{}, func(c Claim, s Proof) {
		claims++
		nodes += s.Nodes
		proofBytes += s.Bytes
	})
	enginetest.Must(t, err)
	lines := 0
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if bytes.HasPrefix(line, []byte("claim ")) {
			lines += len(line)
		}
	}
	lines += len(head+"\n") + len("end 4\n")
	if claims != 4 || totals.Claims != 4 || nodes != totals.Nodes || nodes < 100 || totals.Steps < nodes ||
		totals.Bytes != int64(len(text)) || proofBytes > totals.Bytes-int64(lines) || proofBytes < 3*int64(nodes)/2 {
		t.Errorf("%d claims, %d nodes in %d bytes of proofs: %+v of %d bytes", claims, nodes, proofBytes, totals, len(text))
	}
}

// A file that is cut off anywhere proves nothing, and neither does one that continues.
func TestCutFiles(t *testing.T) {
	text := testCertificate(t)
	for length := range text {
		if length > 600 && length%7 > 0 {
			continue
		}
		_, err := verify(text[:length])
		wantFault(t, err, "the file is cut off")
	}
	_, err := verify(append(text, '\n'))
	wantFault(t, err, "there is something after the last line")
}

// Whatever byte is changed, nothing false is proven.
func TestChangedBytes(t *testing.T) {
	random := newRandom()
	texts := [][]byte{testCertificate(t), written(t, 2)}
	tries, accepted := 150, 0
	if enginetest.IsLong() {
		tries = 4000
	}
	for i := range tries {
		text := texts[i%2]
		changed := bytes.Clone(text)
		for range 1 + random.IntN(2) {
			at := random.IntN(len(text))
			if random.IntN(2) == 0 {
				changed[at] ^= 1 << random.IntN(8)
			} else {
				changed[at] = text[random.IntN(len(text))]
			}
		}
		claims, err := verify(changed)
		var step *StepError
		if err != nil {
			if !errors.As(err, &step) && err != ErrLimit {
				t.Fatalf("the error of a changed file is %v", err)
			}
			continue
		}
		accepted++
		for _, claim := range claims {
			margin, found := newExhaustive(20000).margin(&claim.Position)
			if found && (claim.AtLeast && margin < claim.Margin || !claim.AtLeast && margin > claim.Margin) {
				t.Fatalf("%s: %s is proven, but the margin is %d", claim.Position, claim, margin)
			}
		}
	}
	if accepted == 0 {
		t.Error("all changes were refused, also those of moves that are as good")
	}
}

func TestLimit(t *testing.T) {
	text := testCertificate(t)
	totals, err := Verify(bytes.NewReader(text), Limits{}, nil)
	enginetest.Must(t, err)
	if _, err := Verify(bytes.NewReader(text), Limits{Steps: totals.Steps}, nil); err != nil {
		t.Errorf("with just enough steps: %v", err)
	}
	for _, steps := range []uint64{1, 2, totals.Steps / 2, totals.Steps - 1} {
		less, err := Verify(bytes.NewReader(text), Limits{Steps: steps}, nil)
		if !errors.Is(err, ErrLimit) || less.Steps != steps {
			t.Errorf("with %d steps: %d and %v", steps, less.Steps, err)
		}
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	text := testCertificate(t)
	for _, length := range []int{0, 10, 100, 300, len(text) - 1, len(text)} {
		r := io.MultiReader(bytes.NewReader(text[:length]), iotest.ErrReader(broken))
		if _, err := Verify(r, Limits{}, nil); err != broken {
			t.Errorf("the error after %d bytes is %v, want that of the reader", length, err)
		}
	}
	if _, err := Verify(silent{}, Limits{}, nil); err != io.ErrNoProgress {
		t.Errorf("the error of a reader that gives nothing is %v", err)
	}
}

// silent gives neither bytes nor errors.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// True margins are proven and no better ones. What is kept belongs to one claim, and rules to
// one position. A proof is reported with the move that it begins with if that is a move of the
// side to move.
func TestClaimsAreApart(t *testing.T) {
	w, random := newWriter(), newRandom()
	var claims []Claim
	var firsts []engine.Move
	for _, e := range endings(t, 40, 1000) {
		for _, claim := range claimsOf(e.position, e.margin, 0) {
			winner, least := claim.goal()
			if newProver(winner, least+1, random, 1<<20).prove(&e.position) != nil {
				t.Fatalf("%s: better than %s is proven", e.position, claim)
			}
			steps := newProver(winner, least, random, 1<<20).prove(&e.position)
			w.claim(claim).writeProof(steps)
			first := engine.NoMove
			if steps.kind == nodeMove {
				first = steps.moves[0]
			}
			claims, firsts = append(claims, claim), append(firsts, first)
		}
	}
	if !slices.Contains(firsts, engine.NoMove) || slices.Max(firsts) == engine.NoMove {
		t.Error("all proofs begin with a move, or none does")
	}
	proven := 0
	_, err := Verify(bytes.NewReader(w.line("end %d", len(claims)).text), Limits{}, func(c Claim, p Proof) {
		if c.String() != claims[proven].String() || p.First != firsts[proven] {
			t.Errorf("claim %d is %s with %s first, want %s with %s", proven, c, p.First, claims[proven], firsts[proven])
		}
		proven++
	})
	if err != nil || proven != len(claims) {
		t.Errorf("%d of %d claims: %v", proven, len(claims), err)
	}
}

// A node costs no memory.
func TestAllocations(t *testing.T) {
	text := testCertificate(t)
	var totals Totals
	var err error
	allocated := enginetest.Allocations(5, func() { totals, err = Verify(bytes.NewReader(text), Limits{}, nil) })
	if err != nil || allocated > float64(totals.Nodes)/2 || totals.Nodes < 400 {
		t.Errorf("%.0f allocations for %d nodes: %v", allocated, totals.Nodes, err)
	}
}

// FuzzVerify reads anything: the reader of a hostile file gets an error at worst.
func FuzzVerify(f *testing.F) {
	text := testCertificate(f)
	f.Add(text)
	for length := 0; length < len(text); length += 97 {
		f.Add(text[:length])
	}
	for _, line := range []string{"claim at least 0 woods optional-capture 10/10/10/10/10/10/10/10/10/10 d C 0\n", "end 0\n"} {
		f.Add([]byte(head + "\n" + line))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		totals, err := Verify(bytes.NewReader(text), Limits{Steps: 1 << 12}, nil)
		if err == nil && totals.Bytes != int64(len(text)) {
			t.Errorf("only %d bytes of %d were read", totals.Bytes, len(text))
		}
	})
}

// written returns a certificate of a version, as the solver of that time wrote it.
func written(t testing.TB, version int) []byte {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/version%d.cert", version))
	enginetest.Must(t, err)
	return text
}
