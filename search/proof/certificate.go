package proof

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"cathedral/engine"
)

// Certificate writes proofs to a file that others can check. CERTIFICATES.md describes it.
type Certificate struct {
	// Known, if not nil, returns the margins that claims prove already for a position. Claims that
	// prove no more are left out.
	Known func(p *engine.Position) (least, most int)

	out    io.Writer
	claims int
	kept   int // the most nodes that are kept at a time
}

// mostKept is how many nodes a certificate keeps at a time. A checker needs 64 bytes for each.
const mostKept = 1 << 22

// NewCertificate writes the head of a certificate to out. It returns errors of writing.
func NewCertificate(out io.Writer) (*Certificate, error) {
	_, err := io.WriteString(out, CertificateHead)
	return ContinueCertificate(out, 0), err
}

// CertificateHead is the first line of a certificate, and CertificateBegin the part of it that every version has.
const CertificateBegin, CertificateHead = "Cathedral certificate ", CertificateBegin + "2\n"

// ContinueCertificate continues a certificate. out has its head and a number of claims.
func ContinueCertificate(out io.Writer, claims int) *Certificate {
	return &Certificate{out: out, claims: claims, kept: mostKept}
}

// Append adds claims, with their proofs, as another Certificate has written them between its
// head and its end. It returns errors of writing.
func (c *Certificate) Append(proofs []byte, claims int) error {
	_, err := c.out.Write(proofs)
	c.claims += claims
	return err
}

// End writes the end of the certificate, without which it proves nothing. It returns errors of
// writing.
func (c *Certificate) End() error {
	_, err := fmt.Fprintf(c.out, "end %d\n", c.claims)
	return err
}

// count counts in the log how often the proof at step at needs each node. Writing the proof
// counts down again.
func (l *Log) count(at step) {
	if !at.isLogged() {
		return
	}
	node := l.node(at)
	node[0]++
	if header := logged(node[0]); header.uses() == 1 {
		for _, next := range node[1:][:header.links()] {
			l.count(link(next).step())
		}
	}
}

// The bytes that nodes begin with.
const (
	endByte = iota
	boundByte
	passByte
	moveByte
	repliesByte
	referenceByte
	lastReferenceByte
	closingsByte
	withoutByte
	keptByte = 16 // is added
)

// proofWriter writes a proof from the top down.
type proofWriter struct {
	out       io.Writer
	err       error
	buffer    []byte
	packer    *packer
	log       *Log
	winner    engine.Side
	slots     map[step]int // of the nodes that are kept
	kept      int          // the number of slots
	used      int          // slots used so far
	free      []int        // used slots that are free again
	positions []*engine.Position
}

// fullBuffer is how many bytes are written at a time.
const fullBuffer = 1 << 16

func (w *proofWriter) flush() {
	if w.err == nil {
		_, w.err = w.out.Write(w.buffer)
	}
	w.buffer = w.buffer[:0]
}

// write writes the node of p, depth moves below the first node, whose proof is at step at.
func (w *proofWriter) write(p *engine.Position, depth int, at step) {
	if len(w.buffer) >= fullBuffer {
		w.flush()
	}
	switch {
	case w.err != nil:
		return
	case at == endStep:
		w.byte(endByte)
		return
	}
	node := w.log.node(at)
	header := logged(node[0])
	if header.kind() >= boundNode {
		node[0] &^= usesMask
		w.writeBound(p, node)
		return
	}
	if header.uses() > 0 { // else it is repeated
		node[0]--
	}
	again := header.uses() > 1
	slot, isKept := w.slots[at]
	if isKept {
		kind := referenceByte
		if !again {
			kind = lastReferenceByte
			delete(w.slots, at)
			w.free = append(w.free, slot)
		}
		w.byte(kind)
		w.number(slot)
		return
	}
	kind := [...]int{wonNode: moveByte, lostNode: repliesByte, passNode: passByte, withoutNode: withoutByte}[header.kind()]
	keeps := again && kind != passByte
	if keeps {
		slot, keeps = w.takeSlot()
	}
	if keeps {
		w.byte(kind + keptByte)
		w.number(slot)
	} else {
		w.byte(kind)
	}
	links := node[1:][:header.links()]
	switch kind {
	case passByte:
		w.writeAfter(p, depth, engine.Pass, link(links[0]).step())
	case moveByte:
		w.writeMove(p, depth, link(links[0]))
	case withoutByte:
		w.number(len(links))
		v := w.after(p, depth, engine.Pass)
		*v = *p
		for _, l := range links {
			w.move(link(l).move())
			v.LeaveOut(w.winner.Opponent(), link(l).move())
		}
		w.write(v, depth+1, link(links[0]).step())
	case repliesByte:
		w.number(header.waits())
		for _, wait := range links[:header.waits()] {
			w.writeWait(p, depth, link(wait))
		}
		w.number(header.replies())
		for _, reply := range links[header.waits():] {
			w.writeMove(p, depth, link(reply))
		}
	}
	if keeps {
		w.slots[at] = slot
	}
}

// writeWait writes the proof of a wait in p.
func (w *proofWriter) writeWait(p *engine.Position, depth int, wait link) {
	if wait.move() == engine.NoMove {
		w.writeAfter(p, depth, engine.Pass, wait.step())
		return
	}
	waited := w.after(p, depth, engine.Pass)
	w.byte(moveByte)
	w.writeMove(waited, depth+1, wait)
}

// writeMove writes a move and the node after it.
func (w *proofWriter) writeMove(p *engine.Position, depth int, l link) {
	w.move(l.move())
	w.writeAfter(p, depth, l.move(), l.step())
}

func (w *proofWriter) writeAfter(p *engine.Position, depth int, m engine.Move, at step) {
	w.write(w.after(p, depth, m), depth+1, at)
}

// after returns the position after m is played in p. It is valid until the next call with the
// same depth.
func (w *proofWriter) after(p *engine.Position, depth int, m engine.Move) *engine.Position {
	if depth == len(w.positions) {
		w.positions = append(w.positions, new(engine.Position))
	}
	p.PlayInto(w.positions[depth], m)
	return w.positions[depth]
}

// writeBound writes a node that bounds decide, perhaps after each of some closings.
func (w *proofWriter) writeBound(p *engine.Position, node []uint64) {
	header, region, hand := logged(node[0]), engine.BitboardOfWords(node[1], node[2]), p.Hand(w.winner)
	if header.kind() == boundNode {
		w.byte(boundByte)
		w.writePacking(w.packer.packing(region, w.winner, hand, header.packed()))
		return
	}
	w.byte(closingsByte)
	w.number(header.replies())
	for _, l := range node[3:][:header.replies()] {
		m := link(l).move()
		packing := w.packer.packing(region, w.winner, hand.Without(m.Building()), int(link(l).step()))
		w.writePacking(slices.Insert(packing, 0, m))
	}
}

func (w *proofWriter) writePacking(packing []engine.Move) {
	w.byte(len(packing))
	for _, m := range packing {
		w.move(m)
	}
}

// takeSlot returns a free slot, and whether one was found.
func (w *proofWriter) takeSlot() (slot int, found bool) {
	if last := len(w.free) - 1; last >= 0 {
		slot, w.free = w.free[last], w.free[:last]
		return slot, true
	}
	if w.used == w.kept {
		return 0, false
	}
	w.used++
	return w.used - 1, true
}

func (w *proofWriter) move(m engine.Move) {
	w.buffer = binary.BigEndian.AppendUint16(w.buffer, uint16(m))
}
func (w *proofWriter) byte(b int)   { w.buffer = append(w.buffer, byte(b)) }
func (w *proofWriter) number(n int) { w.buffer = binary.AppendUvarint(w.buffer, uint64(n)) }
