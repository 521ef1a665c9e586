package endings

import (
	"bufio"
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

// End writes the end of the file, without which it proves nothing. The error is that of
// writing.
func (c *Certificates) End() error {
	if err := c.proofs.End(); err != nil {
		return err
	}
	return c.out.Flush()
}
