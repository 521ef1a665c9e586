package messages

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
)

// wonByDark is a position that Dark wins. The proof has some thousand nodes.
const wonByDark = "CC1+4YL/LC++++1YYL/CC1+4YY/6f3/2c1cfffqq/2ccc1f1qq/S9/SOO1oo2yy/LLOO1ooyyd/LLLO2odyd l - 10"

// proveText proves who wins a position.
func proveText(t *testing.T, start string, rules engine.Rules, limits ProofLimits) *Proof {
	t.Helper()
	r := &ProveRequest{}
	r.Start, r.RulesText = start, NewRulesText(rules)
	p, err := r.Prove(context.Background(), limits)
	enginetest.Must(t, err)
	return p
}

func amplyLimited() ProofLimits { return ProofLimits{HashMiB: 16, Time: time.Minute} }

// Whatever the loser plays, the walk says what the winner answers, until the winner has won by
// what was proven; and the certificate proves it.
func TestAWalkAnswersEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 7))
	p := proveText(t, wonByDark, engine.Rules{}, amplyLimited())
	if p.Winner == "" || p.Margin < 1 || p.Start != wonByDark {
		t.Fatalf("the proof is %+v", p)
	}
	file, err := p.Certificate()
	if err != nil || len(file) != p.Bytes {
		t.Fatalf("%d bytes of %d: %v", len(file), p.Bytes, err)
	}
	if totals, err := certificate.Verify(bytes.NewReader(file), certificate.Limits{}, nil); err != nil || totals.Nodes < p.Nodes {
		t.Errorf("%d nodes of %d: %v", totals.Nodes, p.Nodes, err)
	}
	waited, replied, counted, outside := 0, 0, 0, 0
	for range 30 {
		position := enginetest.Position(t, wonByDark, engine.Rules{})
		var moves []string
		play := func(text string) {
			position = position.Play(enginetest.Move(t, &position, text))
			moves = append(moves, text)
		}
		for {
			walked, err := p.Walk(&WalkRequest{Moves: moves})
			enginetest.Must(t, err)
			for _, text := range walked.Line {
				play(text)
			}
			if walked.Waited {
				waited++
			}
			if walked.Count != nil {
				counted++
				lead := position.Margin(p.walk.Winner) + walked.Count.Sure - walked.Count.Exposed - walked.Count.Most
				if walked.Count.Exposed == 0 && lead < p.Margin {
					t.Errorf("after %s: %+v proves only %d", moves, walked.Count, lead)
				}
			}
			if position.Over() {
				break
			}
			if SideName(position.Side()) == p.Winner || len(walked.Zone) == 0 {
				t.Fatalf("after %s: %s is to move, the zone is %d", moves, position.Side(), walked.Zone)
			}
			replies := strings.Fields(walked.Replies)
			replied += len(replies)
			if len(walked.Zone) < 100 {
				outside++
			}
			legal := position.Moves(nil)
			move := legal[random.IntN(len(legal))]
			if len(replies) > 0 && random.IntN(2) == 0 {
				move = enginetest.Move(t, &position, replies[random.IntN(len(replies))])
			}
			play(move.String())
		}
		if margin := position.Margin(p.walk.Winner); margin < p.Margin {
			t.Errorf("%s: %d at the end, and %d was proven", moves, margin, p.Margin)
		}
	}
	if waited == 0 || replied == 0 || counted == 0 || outside == 0 {
		t.Errorf("%d waits, %d replies, %d counts, %d zones smaller than the city", waited, replied, counted, outside)
	}
}

// If the game is a draw, one walks through the proof that the side to move cannot win.
func TestAWalkThroughADraw(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 8))
	for range 4_000 {
		position := enginetest.RandomPosition(random, engine.Rules{}, 20+random.IntN(6))
		if position.Over() || position.CountMoves() > 20 {
			continue
		}
		p := proveText(t, position.String(), engine.Rules{}, ProofLimits{HashMiB: 1, Time: time.Minute})
		if p.Winner == "" || p.Margin > 0 {
			continue
		}
		if p.Winner == SideName(position.Side()) {
			t.Errorf("%s: a draw for %s, who is to move", &position, p.Winner)
		}
		if walked, err := p.Walk(&WalkRequest{}); err != nil || len(walked.Line) > 0 && walked.Line[0] != "pass" {
			t.Errorf("%s: %+v, %v", &position, walked, err)
		}
		return
	}
	t.Error("no draw was found")
}

// What cannot be proven has no walk but a command, and neither has what was never asked for.
func TestWithoutAProofThereIsACommand(t *testing.T) {
	rules := engine.Rules{Set: engine.Mattel, OptionalCapture: true}
	start := engine.Start(rules)
	p := proveText(t, "", rules, ProofLimits{HashMiB: 1, Time: 50 * time.Millisecond})
	if p.Winner != "" || !strings.Contains(p.Command, start.String()) || !strings.Contains(p.Command, "--rules mattel --optional-capture --certificate") {
		t.Errorf("the start is proven: %+v", p)
	}
	for _, none := range []*Proof{nil, p} {
		if _, err := none.Walk(&WalkRequest{}); !errors.Is(err, errNoProof) {
			t.Errorf("the error of a walk is %v", err)
		}
		if _, err := none.Certificate(); !errors.Is(err, errNoProof) {
			t.Errorf("the error of a certificate is %v", err)
		}
	}
}

func TestFaultyWalksAreRefused(t *testing.T) {
	p := proveText(t, wonByDark, engine.Rules{}, amplyLimited())
	begin, err := p.Walk(&WalkRequest{})
	enginetest.Must(t, err)
	for _, test := range []struct {
		moves []string
		want  string
	}{
		{[]string{"x"}, "move 1"},
		{[]string{"CAnF5"}, "move 1"},
		{append(slices.Clone(begin.Line), "TAnA1", "TAnA1"), "move"},
	} {
		if _, err := p.Walk(&WalkRequest{Moves: test.moves}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v, want %q", test.moves, err, test.want)
		}
	}
	r := &ProveRequest{}
	r.lineOfPlay.Moves = []string{"x"}
	if _, err := r.Prove(context.Background(), amplyLimited()); err == nil {
		t.Error("a proof about no game")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := new(ProveRequest).Prove(ctx, amplyLimited()); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a proof that was ended is %v", err)
	}
}
