package serve_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/command/commandtest"
	"cathedral/cmd/internal/command/solve"
	"cathedral/cmd/internal/serve"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
)

// wonByDark is a position that Dark wins.
const wonByDark = "CC1+4YL/LC++++1YYL/CC1+4YY/6f3/2c1cfffqq/2ccc1f1qq/S9/SOO1oo2yy/LLOO1ooyyd/LLLO2odyd l - 10"

// shownProof is what a page gets to know of a proof.
type shownProof struct {
	Winner, Command string
	Margin, Bytes   int
}

func (p *testPage) prove(start string) (proof shownProof) {
	p.t.Helper()
	decode(p.t, p.mustAsk(`"do":"prove","start":%q`, start)["prove"], &proof)
	return proof
}

// A page has a proof, walks through it and fetches its certificate, until it ends it or asks
// for another.
func TestAPageWalksThroughAProof(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.HashMiB, c.Limits.ProofTime = 16, longWait })
	page := server.connect(t)
	page.refused("ask for a proof first", `"do":"walk","moves":[]`)
	proof := page.prove(wonByDark)
	if proof.Winner == "" || proof.Margin < 1 {
		t.Fatalf("the proof is %+v", proof)
	}
	if answer := page.mustAsk(`"do":"walk","moves":[]`); !strings.Contains(string(answer["walk"]), `"zone":[`) {
		t.Errorf("the walk begins with %s", answer)
	}
	page.refused("move 1", `"do":"walk","moves":["CAnF5"]`)
	var file []byte
	decode(t, page.mustAsk(`"do":"certificate"`)["certificate"], &file)
	if len(file) != proof.Bytes {
		t.Errorf("a certificate of %d bytes, %d were announced", len(file), proof.Bytes)
	}
	page.mustAsk(`"do":"endproof"`)
	page.mustAsk(`"do":"endproof"`)
	page.refused("ask for a proof first", `"do":"walk","moves":[]`)
	page.prove(wonByDark)
	page.refused("missing", `"do":"prove","start":"x"`)
	page.refused("ask for a proof first", `"do":"certificate"`)
}

// A proof takes the place of an engine until it is ended, and can be ended while it is made.
func TestAProofTakesASeat(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.Seats, c.Limits.ProofTime = 1, longWait })
	page, other := server.connect(t), server.connect(t)
	if page.prove(wonByDark); other.ask(`"do":"prove"`).text("error") != "all engines are in use: try again later" {
		t.Error("two pages have proofs where there is one seat")
	}
	page.refused("in use", `"do":"seat","seat":"a","engine":"cathedral"`)
	page.mustAsk(`"do":"endproof"`)
	other.sitSoon("a", "cathedral")
	other.mustAsk(`"do":"leave","seat":"a"`)
	eventually(t, func() error {
		page.tell(`"id":100,"do":"prove"`) // of the start, which is never proven
		page.tell(`"do":"endproof"`)
		if text := page.read().text("error"); text != "the proof was ended" {
			return fmt.Errorf("the error of a proof that was ended is %q", text)
		}
		return nil
	})
}

// Proofs beyond the limit wait for their turn.
func TestProofsWaitForEachOther(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.HashMiB, c.Limits.Proofs, c.Limits.ProofTime = 64, 1, longWait })
	first, second := server.connect(t), server.connect(t)
	first.tell(`"id":1,"do":"prove"`)
	first.mustAsk(`"do":"view"`) // requests are read one after the other
	second.tell(`"id":1,"do":"prove","start":%q`, "1cdc1+4/1ccc++++CC/MMMy1+2CL/LMFyyy2CC/AFFFy1ooii/AAF1ii1ooi/LA3iqqod/OO3fqqdd/LOO1fffddd/LLO2fdddd l - 14")
	answered := make(chan message, 1)
	go func() {
		m, _ := second.tryRead()
		answered <- m
	}()
	time.Sleep(300 * time.Millisecond)
	select {
	case m := <-answered:
		if m["prove"] != nil {
			t.Error("the second proof was made during the first")
		}
	default:
	}
	first.tell(`"do":"endproof"`)
	select {
	case m := <-answered:
		if m["prove"] == nil {
			t.Errorf("the answer is %v", m)
		}
	case <-time.After(longWait):
		t.Error("the second proof is never made")
	}
}

// The command for what takes too long is one that works.
func TestTheCommandForAProofWorks(t *testing.T) {
	server := startServer(t, func(c *serve.Config) { c.Limits.ProofTime = time.Millisecond })
	proof := server.connect(t).prove(wonByDark)
	if proof.Winner != "" {
		t.Fatalf("proven within a millisecond: %+v", proof)
	}
	parts := regexp.MustCompile(`^echo "(.*)" \| cathedral solve (.*) --certificate proof.cert$`).FindStringSubmatch(proof.Command)
	if parts == nil {
		t.Fatalf("the command is %s", proof.Command)
	}
	path := filepath.Join(t.TempDir(), "proof.cert")
	flags := strings.Replace(parts[2], "--hash 1024", "--hash 16", 1)
	var out strings.Builder
	if err := commandtest.Run(solve.Command(commandtest.Factory(parts[1]+"\n", &out)), append(strings.Fields(flags), "--certificate", path)...); err != nil {
		t.Fatalf("%s: %v", proof.Command, err)
	}
	file, err := os.ReadFile(path)
	enginetest.Must(t, err)
	if totals, err := certificate.Verify(bytes.NewReader(file), certificate.Limits{}, nil); err != nil || totals.Claims == 0 {
		t.Errorf("%d claims: %v\n%s", totals.Claims, err, &out)
	}
}
