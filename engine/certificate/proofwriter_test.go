package certificate

import "slices"

// proofWriter writes proofs, and keeps the nodes that are needed again.
type proofWriter struct {
	writer
	uses       map[*proof]int
	slots      map[*proof]int // of the nodes that are kept
	holders    []*proof       // by the slot; nil if it is free, or its node not yet complete
	free       []int          // slots
	references int            // that were written
	wrong      int            // the one of them that names another slot, or -1
	spoiled    bool           // it was written, and there was another slot
}

// certificateOf returns a certificate with one claim.
func certificateOf(c Claim, p *proof) []byte {
	w := newWriter().claim(c)
	w.writeProof(p)
	return w.line("end 1").text
}

// writeProof writes a proof.
func (w *writer) writeProof(p *proof) {
	proofs := proofWriter{writer: *w, wrong: -1}
	proofs.write(p)
	w.text = proofs.text
}

// write writes nodes, one after the other.
func (w *proofWriter) write(nodes ...*proof) *proofWriter {
	w.uses, w.slots = map[*proof]int{}, map[*proof]int{}
	for _, p := range nodes {
		w.count(p)
	}
	for _, p := range nodes {
		w.node(p)
	}
	return w
}

// count counts how often each node is needed.
func (w *proofWriter) count(p *proof) {
	w.uses[p]++
	if w.uses[p] == 1 {
		for _, next := range slices.Concat(p.waits, p.after) {
			w.count(next)
		}
	}
}

func (w *proofWriter) node(p *proof) {
	w.uses[p]--
	if slot, kept := w.slots[p]; kept {
		w.reference(p, slot)
		return
	}
	if w.uses[p] == 0 || p.kind != nodeMove && p.kind != nodeReplies && p.kind != nodeWithout {
		w.bytes(p.kind)
		w.rest(p)
		return
	}
	if len(w.free) == 0 {
		w.free, w.holders = append(w.free, len(w.holders)), append(w.holders, nil)
	}
	slot := w.free[len(w.free)-1]
	w.free = w.free[:len(w.free)-1]
	w.bytes(p.kind + nodeKeptMove - nodeMove).number(slot)
	w.rest(p)
	w.slots[p], w.holders[slot] = slot, p
}

func (w *proofWriter) reference(p *proof, slot int) {
	kind, named := byte(nodeReference), slot
	if w.uses[p] == 0 {
		kind = nodeLastReference
		delete(w.slots, p)
		w.holders[slot], w.free = nil, append(w.free, slot)
	}
	if w.references == w.wrong {
		other := slices.IndexFunc(w.holders, func(h *proof) bool { return h != nil && h != p })
		if w.spoiled = other >= 0; w.spoiled {
			named = other
		}
	}
	w.references++
	w.bytes(kind).number(named)
}

// rest writes what follows the first byte of a node.
func (w *proofWriter) rest(p *proof) {
	switch p.kind {
	case nodeBound:
		w.bytes(byte(len(p.moves))).moves(p.moves)
	case nodeClosings:
		w.number(len(p.moves))
		for _, m := range p.moves {
			w.bytes(1).move(m)
		}
	case nodeWithout:
		w.number(len(p.moves)).moves(p.moves)
		w.node(p.after[0])
	case nodePass:
		w.node(p.after[0])
	case nodeMove:
		w.move(p.moves[0])
		w.node(p.after[0])
	case nodeReplies:
		w.number(len(p.waits))
		for _, next := range p.waits {
			w.node(next)
		}
		w.number(len(p.moves))
		for i, m := range p.moves {
			w.move(m)
			w.node(p.after[i])
		}
	}
}
