package certificate

import (
	"bytes"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// benchmarkPosition is a position whose proof is neither short nor long.
const benchmarkPosition = "cdcII2OOL/cccIFaa1OO/ddmFFFaa+O/dmmmFYM+++/ddyYYYMM+b/dyyyY1M1+b/dddyoo1CCb/qqdoof2C1/qqiofffCC1/ddiidf1BBB l - 18"

func BenchmarkVerify(b *testing.B) {
	p := enginetest.Position(b, benchmarkPosition, engine.Rules{})
	w := newWriter()
	for _, claim := range claimsOf(p, -10, 0) {
		winner, least := claim.goal()
		found := newProver(winner, least, nil, 1<<30).prove(&p)
		if found == nil {
			b.Fatalf("%s: %s is not proven", p, claim)
		}
		w.claim(claim).writeProof(found)
	}
	w.line("end 2")
	var totals Totals
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if totals, err = Verify(bytes.NewReader(w.text), Limits{}, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(totals.Nodes), "ns/node")
	b.ReportMetric(float64(totals.Nodes), "nodes")
	b.ReportMetric(float64(totals.Steps-totals.Nodes), "packsteps")
}
