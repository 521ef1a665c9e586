package certificate

import (
	"bytes"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// BenchmarkVerify checks a proof of some ten thousands of nodes.
func BenchmarkVerify(b *testing.B) {
	const text = "LLY2FLOLL/YYY1FFFOOL/oY1yyF1+OO/ooyy1++++1/dooy2a+2/ssC1Caammm/2CCCa1fmd/1M4fffd/MM2cccfdd/LM2cdcddd l - 14"
	claim := Claim{enginetest.Position(b, text, engine.Rules{}), true, -14}
	winner, least := claim.goal()
	proof := newProver(winner, least, nil, 1<<30).prove(&claim.Position)
	if proof == nil {
		b.Fatal("there is nothing to check")
	}
	file := certificateOf(claim, proof)
	var totals Totals
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if totals, err = Verify(bytes.NewReader(file), Limits{}, nil); err != nil {
			b.Fatal(err)
		}
	}
	nodes := float64(totals.Nodes)
	b.ReportMetric(nodes, "nodes")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
	b.ReportMetric(float64(len(file))/nodes, "bytes/node")
}
