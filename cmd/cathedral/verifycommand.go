package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/certificate"
)

// statusUnchecked is the exit status of a check that gave up.
const statusUnchecked = 3

// uncheckedError reports a certificate of which nothing is known, because its check gave
// up. The program then ends with statusUnchecked.
type uncheckedError struct{ err error }

func (e *uncheckedError) Error() string { return "not checked: " + e.err.Error() }

// verifyOptions are the options of `cathedral verify`.
type verifyOptions struct {
	out      io.Writer
	open     func() (*input, error)
	limits   certificate.Limits
	expected *engine.Position // that something has to be proven of, nil: any
	json     bool
}

// newVerifyCommand returns the command that checks certificates. Tests replace the work by
// runF.
func newVerifyCommand(f *factory, runF func(context.Context, *verifyOptions) error) *cobra.Command {
	options := &verifyOptions{out: f.out}
	if runF == nil {
		runF = runVerify
	}
	var rules rulesFlags
	var text string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check the proofs that solve has written",
		Long: `Check a certificate, a file of proofs that "cathedral solve --certificate" has written.
Without FILE, or with -, read standard input.

The check uses the rules of the game and the rules of inference of
search/proof/CERTIFICATES.md, and nothing of the program's search. It prints what is proven
of which position, for the side to move, or the first step that does not follow.

The exit status is 0 if everything in the file is proven, 1 if a step does not follow
or the file is broken, and 3 if the check gave up at --steps: then nothing is known.`,
		Example: `  cathedral solve --certificate proofs.cert positions.txt
  cathedral verify proofs.cert
  cathedral verify --position "LLLLTOccdd/LLLLOOcddC/... l - 12" proofs.cert`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if text != "" {
				position, err := engine.ParsePosition(text, rules.rules)
				if err != nil {
					return usageErrorf("--position: %w", err)
				}
				options.expected = &position
			}
			options.open = func() (*input, error) { return openInput(cmd.Context(), f, arguments) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Uint64Var(&options.limits.Steps, "steps", 0, "give up after `N` steps, at least one for each node; 0: no limit")
	cmd.Flags().StringVar(&text, "position", "", "fail if nothing is proven of the position with this `text`, by --rules")
	cmd.Flags().BoolVar(&options.json, "json", false, "write one JSON object instead of text")
	rules.addTo(cmd)
	return cmd
}

// The object of `cathedral verify --json`. Margins are in squares for the side to move, times in
// milliseconds; what is not known is null.
type (
	verifyObject struct {
		Result string             `json:"result"` // proven, wrong or unchecked
		Claims []verifiedObject   `json:"claims"` // empty unless all are proven
		Fault  *verifyFaultObject `json:"fault"`
		Nodes  uint64             `json:"nodes"`
		Bytes  int64              `json:"bytes"`
		Steps  uint64             `json:"steps"`
		Time   int64              `json:"time_ms"`
	}
	// verifiedObject is what is proven of a position.
	verifiedObject struct {
		Position        string `json:"position"`
		Rules           string `json:"rules"`
		OptionalCapture bool   `json:"optional_capture"`
		Least           *int   `json:"least"`
		Most            *int   `json:"most"`
	}
	verifyFaultObject struct {
		Claim  int      `json:"claim"` // from 1; 0: none
		Offset int64    `json:"offset"`
		Line   []string `json:"line"`
		Reason string   `json:"reason"`
	}
)

func runVerify(_ context.Context, options *verifyOptions) error {
	in, err := options.open()
	if err != nil {
		return err
	}
	defer in.close()
	begin := time.Now()
	var proven verifiedPositions
	totals, err := certificate.Verify(in.reader, options.limits, proven.add)
	object := verifyObject{
		Result: "proven", Claims: []verifiedObject{},
		Nodes: totals.Nodes, Bytes: totals.Bytes, Steps: totals.Steps, Time: time.Since(begin).Milliseconds(),
	}
	var wrong *certificate.StepError
	switch {
	case err == nil:
		object.Claims = proven
		if options.expected != nil && proven.of(options.expected) == nil {
			err = in.fault(errors.New("nothing in it is about the position that is asked for"))
		}
	case errors.Is(err, certificate.ErrLimit):
		object.Result, err = "unchecked", &uncheckedError{in.fault(err)}
	case errors.As(err, &wrong):
		object.Result, object.Fault = "wrong", newVerifyFaultObject(wrong)
		err = in.fault(err)
	default:
		return in.fault(err)
	}
	if options.json {
		return errors.Join(writeJSON(options.out, object), err)
	}
	if err != nil {
		return err
	}
	for i := range object.Claims {
		c := &object.Claims[i]
		if options.expected != nil && c != proven.of(options.expected) {
			continue
		}
		if _, err := fmt.Fprintln(options.out, c); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(options.out, "# all of %s proven: %s, %d bytes, %.1f s\n", counted(totals.Claims, "claim"),
		counted(int(totals.Nodes), "node"), totals.Bytes, time.Since(begin).Seconds())
	return err
}

func newVerifyFaultObject(wrong *certificate.StepError) *verifyFaultObject {
	line := []string{}
	for _, step := range wrong.Line {
		line = append(line, step.String())
	}
	return &verifyFaultObject{wrong.Claim, wrong.Offset, line, wrong.Reason}
}

// verifiedPositions are the positions of the claims, in their order.
type verifiedPositions []verifiedObject

// add takes a claim, together with others about the same position.
func (v *verifiedPositions) add(claim certificate.Claim, _ certificate.Size) {
	known := v.of(&claim.Position)
	if known == nil {
		rules := claim.Position.Rules()
		*v = append(*v, verifiedObject{Position: claim.Position.String(), Rules: rules.Set.String(), OptionalCapture: rules.OptionalCapture})
		known = &(*v)[len(*v)-1]
	}
	switch {
	case claim.AtLeast && (known.Least == nil || *known.Least < claim.Margin):
		known.Least = &claim.Margin
	case !claim.AtLeast && (known.Most == nil || *known.Most > claim.Margin):
		known.Most = &claim.Margin
	}
}

// of returns what is proven of a position, nil if nothing is.
func (v verifiedPositions) of(p *engine.Position) *verifiedObject {
	for i := range v {
		if v[i].Position == p.String() && v[i].Rules == p.Rules().Set.String() && v[i].OptionalCapture == p.Rules().OptionalCapture {
			return &v[i]
		}
	}
	return nil
}

// String returns the line of the position in the output.
func (v *verifiedObject) String() string {
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
