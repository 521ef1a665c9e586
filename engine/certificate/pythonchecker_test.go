package certificate

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// The checker in Python, which shares nothing with this one but its sources, accepts the same
// proofs. It refuses the same ones when a reply is left out or a byte is wrong.
func TestSecondChecker(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python")
	}
	second := func(text []byte) (accepted bool, said string) {
		file := filepath.Join(t.TempDir(), "proofs.cert")
		enginetest.Must(t, os.WriteFile(file, text, 0o666))
		output, err := exec.Command(python, filepath.Join("testdata", "verify.py"), file).CombinedOutput()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("%v: %s", err, output)
		}
		return err == nil, string(output)
	}

	random := newRandom()
	rules := enginetest.AllRules()
	games, lacking, changes := 6, 1, 4
	if enginetest.IsLong() {
		games, lacking, changes = 15, 8, 20
	}
	if enginetest.IsNight() {
		changes = 2_000
	}
	all, claims := newWriter(), 0
	for i := range games {
		p := enginetest.RandomPosition(random, rules[i%len(rules)], 3+random.IntN(22))
		claim := claimsOf(p, engine.SideSquares, 0)[1]
		winner, _ := claim.goal()
		proof := newRandomProver(winner, random).proof(t, &p, 2+random.IntN(5))
		all.claim(claim).writeProof(proof)
		claims++
		waiting := proof.waiting(nil)
		if len(waiting) == 0 || lacking == 0 {
			continue
		}
		lacking--
		node := waiting[random.IntN(len(waiting))]
		*node = node.without(node.due[random.IntN(len(node.due))])
		if accepted, said := second(certificateOf(claim, proof)); accepted {
			t.Errorf("%s: %s: a proof that lacks a reply is accepted: %s", p, claim, said)
		}
	}
	repeats := [][]byte{testCertificate(t), written(t, 2)} // nodes are kept, and referred to
	for _, text := range append(repeats, all.line("end %d", claims).text, written(t, 1)) {
		if _, err := verify(text); err != nil {
			t.Error(err)
		}
		if accepted, said := second(text); !accepted {
			t.Errorf("the proofs are refused: %s", said)
		}
	}
	older := bytes.Replace(written(t, 2), []byte("certificate 2"), []byte("certificate 1"), 1)
	if _, err := verify(older); err == nil {
		t.Error("nodes that version 1 lacks are accepted in it")
	}
	if accepted, _ := second(older); accepted {
		t.Error("the second checker accepts nodes that version 1 lacks in it")
	}
	for i := range changes {
		changed := bytes.Clone(repeats[i%2])
		changed[random.IntN(len(changed))] ^= 1 << random.IntN(8)
		_, err := verify(changed)
		if accepted, said := second(changed); accepted != (err == nil) {
			t.Errorf("the checkers do not agree on %q: %v and %s", changed, err, said)
		}
	}
}
