package command

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// UncheckedError reports a certificate of which nothing is known, because its check gave
// up.
type UncheckedError struct{ err error }

func (e *UncheckedError) Error() string { return "not checked: " + e.err.Error() }

// verifyOptions are the options of `cathedral verify`.
type verifyOptions struct {
	*Factory
	input    string // file of the certificate, "": standard input
	limits   certificate.Limits
	expected *engine.Position // of which a claim must be proven; nil: any
	json     bool
}

// NewVerify returns the command that checks certificates, with the streams of f.
func NewVerify(f *Factory) *cobra.Command {
	o := &verifyOptions{Factory: f}
	var rules engine.Rules
	var text string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check the proofs that solve has written",
		Long: `Check a certificate: a file of proofs written by "cathedral solve --certificate".
Without FILE, or with -, read standard input.

The check uses only the rules of the game and the rules of inference of
search/proof/CERTIFICATES.md, not the program's search. It prints each position with the
margin that is proven for the side to move, or the first step that does not follow.

The exit status is 0 if everything in the file is proven, and 1 if a step does not follow
or the file is broken. It is 3 if the check gave up at --steps without a result.`,
		Example: `  cathedral solve --certificate proofs.cert positions.txt
  cathedral verify proofs.cert
  cathedral verify --position "10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1" proofs.cert`,
	}
	TakeInput(cmd, &o.input, func(ctx context.Context) error {
		if text != "" {
			position, err := engine.ParsePosition(text, rules)
			if err != nil {
				return UsageErrorf("--position: %w", err)
			}
			o.expected = &position
		}
		return o.run(ctx)
	})
	cmd.Flags().Uint64Var(&o.limits.Steps, "steps", 0, "give up after `N` steps, at least one for each node; 0: no limit")
	cmd.Flags().StringVar(&text, "position", "", "fail unless something is proven about the position with this `text`, under --rules")
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object instead of text")
	AddRules(cmd, &rules)
	return cmd
}

// The result of `cathedral verify`. Margins are in squares for the side to move, times in
// milliseconds; unknown values are null.
type (
	verifyResult struct {
		Result string           `json:"result"` // proven, wrong or unchecked
		Claims []provenPosition `json:"claims"` // empty unless all are proven
		Fault  *verifyFault     `json:"fault"`
		Nodes  uint64           `json:"nodes"`
		Bytes  int64            `json:"bytes"`
		Steps  uint64           `json:"steps"`
		Time   int64            `json:"time_ms"`
	}
	// provenPosition is a position with the bounds that are proven for it.
	provenPosition struct {
		Position        string `json:"position"`
		Rules           string `json:"rules"`
		OptionalCapture bool   `json:"optional_capture"`
		Least           *int   `json:"least"`
		Most            *int   `json:"most"`
	}
	verifyFault struct {
		Claim  int      `json:"claim"` // from 1; 0: none
		Offset int64    `json:"offset"`
		Line   []string `json:"line"`
		Reason string   `json:"reason"`
	}
)

// mostMemory is the memory in bytes at which the collector begins to hurry.
const mostMemory = 400 << 20

func (o *verifyOptions) run(ctx context.Context) error {
	in, err := o.OpenInput(ctx, o.input, "certificates")
	if err != nil {
		return err
	}
	defer in.Close()
	// The nodes of a claim that are kept take 268 MB, and the collector would wait for as much again.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(mostMemory))
	begin := time.Now()
	var proven provenPositions
	totals, err := certificate.Verify(record.Unpack(in), o.limits, proven.add)
	object := verifyResult{
		Result: "proven", Claims: []provenPosition{},
		Nodes: totals.Nodes, Bytes: totals.Bytes, Steps: totals.Steps, Time: time.Since(begin).Milliseconds(),
	}
	var wrong *certificate.StepError
	switch {
	case err == nil:
		object.Claims = proven
		if o.expected != nil && proven.of(o.expected) == nil {
			err = in.Fault(errors.New("it proves nothing about the given position"))
		}
	case errors.Is(err, certificate.ErrLimit):
		object.Result, err = "unchecked", &UncheckedError{in.Fault(err)}
	case errors.As(err, &wrong):
		object.Result, object.Fault = "wrong", newVerifyFault(wrong)
		err = in.Fault(err)
	default:
		return in.Fault(err)
	}
	if o.json {
		return errors.Join(WriteJSON(o.Out, object), err)
	}
	if err != nil {
		return err
	}
	for i := range object.Claims {
		c := &object.Claims[i]
		if o.expected != nil && c != proven.of(o.expected) {
			continue
		}
		if _, err := fmt.Fprintln(o.Out, c); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(o.Out, "# all of %s proven: %s, %d bytes, %.1f s\n", wording.Count(totals.Claims, "claim"),
		wording.Count(int(totals.Nodes), "node"), totals.Bytes, time.Since(begin).Seconds())
	return err
}

func newVerifyFault(wrong *certificate.StepError) *verifyFault {
	line := []string{}
	for _, step := range wrong.Line {
		line = append(line, step.String())
	}
	return &verifyFault{Claim: wrong.Claim, Offset: wrong.Offset, Line: line, Reason: wrong.Reason}
}

// provenPositions are the positions of the claims, in their order.
type provenPositions []provenPosition

// add takes a claim, together with others about the same position.
func (v *provenPositions) add(claim certificate.Claim, _ certificate.Proof) {
	known := v.of(&claim.Position)
	if known == nil {
		rules := claim.Position.Rules()
		*v = append(*v, provenPosition{Position: claim.Position.String(), Rules: rules.Set.String(), OptionalCapture: rules.OptionalCapture})
		known = &(*v)[len(*v)-1]
	}
	switch {
	case claim.AtLeast && (known.Least == nil || *known.Least < claim.Margin):
		known.Least = &claim.Margin
	case !claim.AtLeast && (known.Most == nil || *known.Most > claim.Margin):
		known.Most = &claim.Margin
	}
}

// of returns the entry of a position, or nil if nothing is proven about it.
func (v provenPositions) of(p *engine.Position) *provenPosition {
	for i := range v {
		if v[i].Position == p.String() && v[i].Rules == p.Rules().Set.String() && v[i].OptionalCapture == p.Rules().OptionalCapture {
			return &v[i]
		}
	}
	return nil
}

// String returns the line of the position in the output.
func (v *provenPosition) String() string {
	rules := v.Rules
	if v.OptionalCapture {
		rules += ", optional capture"
	}
	margin := ""
	switch {
	case v.Least != nil && v.Most != nil && *v.Least == *v.Most:
		margin = fmt.Sprintf("%d", *v.Least)
	case v.Least != nil && v.Most != nil:
		margin = fmt.Sprintf("from %d to %d", *v.Least, *v.Most)
	case v.Least != nil:
		margin = fmt.Sprintf("at least %d", *v.Least)
	default:
		margin = fmt.Sprintf("at most %d", *v.Most)
	}
	return fmt.Sprintf("%s (%s): margin %s", v.Position, rules, margin)
}
