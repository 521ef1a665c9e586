package endings

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sync"

	"cathedral/search"
	"cathedral/search/proof"
)

// Certificates are the proofs of the endings that a run has proven, in a file that
// `cathedral verify` checks. Several provers may write to it.
type Certificates struct {
	mutex  sync.Mutex
	out    *bufio.Writer
	proofs *proof.Certificate
	claims int
}

// NewCertificates begins a file that is written to out. The error is that of writing.
func NewCertificates(out io.Writer) (*Certificates, error) {
	c := &Certificates{out: bufio.NewWriter(out)}
	var err error
	c.proofs, err = proof.NewCertificate(c.out)
	return c, err
}

// Claims returns the number of claims that were written.
func (c *Certificates) Claims() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.claims
}

// add writes a searcher's proofs about the position that it certifies.
func (c *Certificates) add(s *search.Searcher) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	claims, err := s.WriteClaims(c.proofs)
	c.claims += claims
	return err
}

// append adds the proofs of another file.
func (c *Certificates) append(p *proofs) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.claims += p.claims
	return c.proofs.Append(p.body, p.claims)
}

// End writes the end of the file, without which it proves nothing. The error is that of
// writing.
func (c *Certificates) End() error {
	if err := c.proofs.End(); err != nil {
		return err
	}
	return c.out.Flush()
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
