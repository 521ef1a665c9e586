package proofs

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"

	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/search/proof"
)

// Certificates are the proofs of the endings that a run has proven, in a file that
// `cathedral verify` checks. Several provers may write to it.
type Certificates struct {
	mutex  sync.Mutex
	out    *bufio.Writer
	file   *os.File // that is continued; nil: none
	proofs *proof.Certificate
	claims int
	known  endings
}

// endings are those that claims of certificates prove, by rules and position text.
type endings map[string]Ending

func keyOf(p *engine.Position) string { return p.Rules().String() + " " + p.String() }

// of returns the ending that the claims prove for a position.
func (known endings) of(p *engine.Position) Ending {
	if e, found := known[keyOf(p)]; found {
		return e
	}
	return newEnding(p)
}

// note adds an ending that claims prove.
func (known endings) note(e *Ending) {
	all := known.of(&e.Position)
	all.narrow(e)
	known[keyOf(&e.Position)] = all
}

// add adds what a claim proves.
func (known endings) add(claim certificate.Claim, p certificate.Proof) {
	e := newEnding(&claim.Position)
	if !claim.AtLeast {
		e.High = claim.Margin
	} else if e.Low = claim.Margin; p.First != engine.NoMove {
		e.Line = []engine.Move{p.First}
	}
	known.note(&e)
}

// NewCertificates begins a file that is written to out. It returns errors of writing.
func NewCertificates(out io.Writer) (*Certificates, error) {
	c := &Certificates{out: bufio.NewWriter(out), known: endings{}}
	var err error
	c.proofs, err = proof.NewCertificate(c.out)
	return c, err
}

// OpenCertificates opens or creates a file, which belongs to one process at a time, to continue
// it. It checks the claims in the file, and removes a last one that was cut off, as by a power
// failure. A claim that does not hold is an error, and the file stays as it is. The errors
// name the file.
func OpenCertificates(path string) (*Certificates, error) {
	file, err := journal.OpenFile(path, proof.CertificateHead)
	if err != nil {
		return nil, err
	}
	c := &Certificates{out: bufio.NewWriter(file), file: file, known: endings{}}
	if err := c.load(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// load takes the claims of a file and goes to their end.
func (c *Certificates) load(file *os.File) error {
	claims, end := 0, int64(len(proof.CertificateHead))
	totals, err := certificate.Verify(file, certificate.Limits{}, func(claim certificate.Claim, p certificate.Proof) {
		claims, end = claims+1, p.End
		c.known.add(claim, p)
	})
	if err != nil {
		if !errors.As(err, new(*certificate.StepError)) {
			return err
		}
		rest, unread := io.ReadAll(io.NewSectionReader(file, totals.Bytes, math.MaxInt64-totals.Bytes))
		if unread != nil || len(bytes.Trim(rest, "\x00")) > 0 {
			return cmp.Or(unread, err)
		}
		if err := file.Truncate(end); err != nil {
			return err
		}
	}
	c.proofs = proof.ContinueCertificate(c.out, claims)
	c.proofs.Known = func(p *engine.Position) (least, most int) {
		e := c.known.of(p)
		return e.Low, e.High
	}
	_, err = file.Seek(end, io.SeekStart) // the next claim, or the same end, replaces the end
	return err
}

// of returns the ending that the claims prove for a position. c may be nil.
func (c *Certificates) of(p *engine.Position) Ending {
	if c == nil {
		return newEnding(p)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.known.of(p)
}

// Claims returns the number of claims that were written.
func (c *Certificates) Claims() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.claims
}

// add writes claims, which prove e.
func (c *Certificates) add(proven *proof.Claims, e *Ending) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	claims, err := proven.Write(c.proofs)
	c.claims += claims
	if err == nil && claims > 0 {
		c.known.note(e)
	}
	return cmp.Or(err, c.out.Flush())
}

// append adds the proofs of another file.
func (c *Certificates) append(p *proofs) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.claims += p.claims
	return cmp.Or(c.proofs.Append(p.body, p.claims), c.out.Flush())
}

// End writes the end of the file, without which it proves nothing, and closes one that
// OpenCertificates has opened. It returns errors of writing.
func (c *Certificates) End() error {
	err := cmp.Or(c.proofs.End(), c.out.Flush())
	if c.file != nil {
		err = cmp.Or(err, c.file.Close())
	}
	return err
}

// proofs are those of a file, without its head and its end.
type proofs struct {
	body   []byte
	claims int
}

// withoutEnds returns the proofs of a file that is whole.
func withoutEnds(file []byte, claims int) *proofs {
	head, end := bytes.IndexByte(file, '\n')+1, fmt.Appendf(nil, "end %d\n", claims)
	return &proofs{file[head : len(file)-len(end)], claims}
}
