package messages

// Walks through proofs of who wins a position: the page shows the proof's answer to any move
// of the loser.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/search"
	"cathedral/search/proof"
)

// The requests about walks through proofs that both servers and workers answer.
type (
	// ProveRequest asks for a proof of who wins the position after a game.
	ProveRequest struct{ gameRequest }
	// WalkRequest asks how the proof continues after some moves from the proven position.
	WalkRequest struct {
		Head
		Moves []string `json:"moves"`
	}
)

// ProofLimits bound the memory and the time of a proof.
type ProofLimits struct {
	// HashMiB is the memory in MiB for the search and its proof, besides that of its thread.
	HashMiB int
	// Time is the maximum duration of the search.
	Time time.Duration
}

// nodes returns the number of nodes for which half of the memory suffices to keep the proof.
func (l ProofLimits) nodes() uint64 {
	const bytesOfNode = 32
	return uint64(l.HashMiB) << 20 / 2 / bytesOfNode
}

const (
	// largestCertificate is the maximum length in bytes of a certificate for a page.
	largestCertificate = 4 << 20
	// mostProofSteps is how many steps the check of such a certificate may take.
	mostProofSteps = 1 << 24
)

// errNoProof is the error of a walk without a proof.
var errNoProof = NewCoded("noProof", "nothing is proven here: ask for a proof first")

// Proof is the proven result of a position. It has no winner if the limits did not suffice.
type Proof struct {
	Start   string `json:"start"`   // the position
	Winner  string `json:"winner"`  // the side that wins, or that does not lose a draw; "" if nothing is proven
	Margin  int    `json:"margin"`  // the least that it reaches, in squares
	Nodes   uint64 `json:"nodes"`   // of the certificate
	Bytes   int    `json:"bytes"`   // of the certificate
	Command string `json:"command"` // that proves it without these limits

	certificate []byte
	walk        *certificate.Walk
}

// Prove proves who wins the position of r, or that it is a draw, within limits. It checks the
// certificate of the proof. It ends early when ctx ends, with the error of ctx.
func (r *ProveRequest) Prove(ctx context.Context, limits ProofLimits) (*Proof, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	positions := game.Positions()
	// The claim of a certificate has the text of a position, which is the one to be proven.
	position, err := engine.ParsePosition(positions[len(game.Moves)].String(), game.Rules)
	if err != nil {
		return nil, err
	}
	p := &Proof{Start: position.String(), Command: proofCommand(&position)}
	var walks []*certificate.Walk
	if p.certificate, err = certify(ctx, &position, limits); err == nil {
		walks, err = certificate.Walks(p.certificate, certificate.Limits{Steps: mostProofSteps})
	}
	switch {
	case errors.Is(err, proof.ErrCertificateTooLarge), errors.Is(err, certificate.ErrLimit):
		return p, nil
	case err != nil:
		return nil, err
	}
	for _, w := range walks {
		// If the game is a draw, the walk is that of the side to move, which cannot win.
		if w.Margin > 0 || w.Margin == 0 && !w.Claim.AtLeast && len(walks) == 2 {
			p.walk, p.Winner, p.Margin = w, SideName(w.Winner), w.Margin
			p.Nodes, p.Bytes = w.Proof.Nodes, len(p.certificate)
		}
	}
	return p, nil
}

// certify searches for the winner of p, and returns a certificate, which may prove nothing. It
// returns ctx's error or proof.ErrCertificateTooLarge.
func certify(ctx context.Context, p *engine.Position, limits ProofLimits) ([]byte, error) {
	searcher, err := search.New(max(1, limits.HashMiB/2))
	if err != nil {
		return nil, err
	}
	options := search.DefaultOptions()
	options.MoveOverhead = 0
	result := searcher.Search(ctx, p, search.Limits{Solve: true, Verdict: true, Certify: true, Nodes: limits.nodes(), MoveTime: limits.Time}, options, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, _, err := result.Claims.Certificate(largestCertificate)
	return file, err
}

// proofCommand returns the command for a shell that writes a certificate of p, however long
// that takes.
func proofCommand(p *engine.Position) string {
	rules := ""
	if set := p.Rules().Set; set != engine.Classic {
		rules = " --rules " + set.String()
	}
	if p.Rules().OptionalCapture {
		rules += " --optional-capture"
	}
	return fmt.Sprintf(`echo "%s" | cathedral solve --verdict --time 0s --hash 1024%s --certificate proof.cert`, p, rules)
}

// Certificate returns the certificate, or errNoProof. p may be nil.
func (p *Proof) Certificate() ([]byte, error) {
	if p == nil || p.walk == nil {
		return nil, errNoProof
	}
	return p.certificate, nil
}

// Walked describes a place in a proof.
type Walked struct {
	Line    []string `json:"line"`    // the only moves until the loser has a choice again or the game is over
	Waited  bool     `json:"waited"`  // the loser's last move made no difference
	Replies string   `json:"replies"` // the loser's moves with answers of their own, separated by spaces
	Zone    []int    `json:"zone"`    // the squares that matter
	Count   *counted `json:"count"`   // nil unless only squares remain to be counted
}

// counted explains why the count of squares is certain.
type counted struct {
	Sure    int `json:"sure"`    // squares that the winner still places
	Exposed int `json:"exposed"` // squares of the winner's buildings that may be captured
	Most    int `json:"most"`    // squares that the loser still places at most
}

// Walk returns the place in the proof after the moves of r. The error names a move that is
// illegal or not in the proof, or is errNoProof. p may be nil.
func (p *Proof) Walk(r *WalkRequest) (*Walked, error) {
	if p == nil || p.walk == nil {
		return nil, errNoProof
	}
	walked := &Walked{Line: []string{}}
	place := p.walk.Begin()
	loser := p.walk.Winner.Opponent()
	for i, text := range r.Moves {
		move, err := engine.ParseLegalMove(text, &place.Position)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		moved := place.Position.Side()
		if place, err = place.After(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		if moved == loser {
			walked.Waited = place.Waited
		}
	}
	for next := place.Next(); next != engine.NoMove; next = place.Next() {
		walked.Line = append(walked.Line, next.String())
		var err error
		if place, err = place.After(next); err != nil {
			return nil, err
		}
	}
	walked.describe(place)
	return walked, nil
}

// describe sets what matters at a place, and why.
func (w *Walked) describe(place *certificate.Place) {
	var replies []string
	for _, m := range place.Replies() {
		replies = append(replies, m.String())
	}
	w.Replies = strings.Join(replies, " ")
	count, counting := place.Count()
	if !counting {
		w.Zone = squares(place.Zone())
		return
	}
	w.Zone = squares(count.Ground)
	w.Count = &counted{Exposed: count.Exposed, Most: count.Most}
	for _, m := range count.Packing {
		w.Count.Sure += m.Building().Size()
	}
}
