package proof

import (
	"slices"
	"sync"

	"cathedral/engine"
)

// Log records proofs of solvers, from which a certificate can be written (claims.go).
// Solvers on several goroutines may share one. A node is logged when its proof is complete,
// after the nodes that the proof rests on, so that no reference in the log points forward.
type Log struct {
	mutex     sync.Mutex
	notebooks []*notebook // one for each solver
	claims    *Claims     // about the position of Certify
}

// step is the place of a proof in the log, or says that it needs none. It takes stepBits bits:
// the number of a notebook, and the index of a word in it.
type step uint64

const (
	noStep    step = iota
	endStep        // the game is over
	firstWord      // of a notebook
)

const (
	stepBits  = 48
	indexBits = 40
)

// notebook is the part of a log that one solver writes. A node takes a word, and a word for
// each of its links; a node decided by bounds takes the two words of a region first.
type notebook struct {
	number step
	chunks [][]uint64 // each of chunkWords, and no node in two of them
	next   int        // the index of the next word
}

const (
	chunkBits  = 16
	chunkWords = 1 << chunkBits
)

// logged is the first word of a node in the log. The lowest 32 bits count how often a
// certificate still needs the node. The next 16 are the number of replies, and the next 8 the
// number of waits or of squares to be packed. The highest 8 are the kind.
type logged uint64

// The kinds of nodes.
const (
	wonNode      = iota // by its only link
	lostNode            // by its waits and then its replies
	passNode            // with one link
	withoutNode         // without the buildings of its links, of which the first has the step
	boundNode           // by packing squares of a region
	closingsNode        // the same with each of its links, a closing and a number of squares
)

const usesMask = 1<<32 - 1

func (n logged) uses() uint32 { return uint32(n) }
func (n logged) replies() int { return int(n >> 32 & 0xffff) }
func (n logged) waits() int   { return int(n >> 48 & 0xff) }
func (n logged) packed() int  { return n.waits() }
func (n logged) kind() int    { return int(n >> 56) }

// links returns the number of links to other nodes that the node has.
func (n logged) links() int {
	if n.kind() >= boundNode {
		return 0
	}
	return n.waits() + n.replies()
}

// link is a move and the step that proves the position after it. The link of a wait has the
// move that answers it, if the step is about the position after that move, or NoMove.
type link uint64

func newLink(m engine.Move, at step) link { return link(m)<<stepBits | link(at) }

func (l link) move() engine.Move { return engine.Move(l >> stepBits) }
func (l link) step() step        { return step(l & (1<<stepBits - 1)) }

// newNotebook returns a notebook for a solver.
func (l *Log) newNotebook() *notebook {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	n := &notebook{number: step(len(l.notebooks)), next: int(firstWord)}
	l.notebooks = append(l.notebooks, n)
	return n
}

// room returns the words for a node, and its step.
func (n *notebook) room(words int) ([]uint64, step) {
	if rest := n.next & (chunkWords - 1); rest+words > chunkWords {
		n.next += chunkWords - rest
	}
	if n.next>>chunkBits >= len(n.chunks) {
		n.chunks = append(n.chunks, make([]uint64, chunkWords))
	}
	at := n.next
	n.next += words
	return n.chunks[at>>chunkBits][at&(chunkWords-1):][:words], n.number<<indexBits | step(at)
}

// add logs a node with links and returns its step.
func (n *notebook) add(kind int, waits, replies []link) step {
	words, at := n.room(1 + len(waits) + len(replies))
	words[0] = uint64(kind)<<56 | uint64(len(waits))<<48 | uint64(len(replies))<<32
	for i, l := range waits {
		words[1+i] = uint64(l)
	}
	for i, l := range replies {
		words[1+len(waits)+i] = uint64(l)
	}
	return at
}

// addBound logs a node that bounds decide, because the winner can cover packed squares of
// region, or as many as each closing needs, and returns its step.
func (n *notebook) addBound(packed int, region engine.Bitboard, closings ...closing) step {
	words, at := n.room(3 + len(closings))
	words[0] = boundNode<<56 | uint64(packed)<<48
	if len(closings) > 0 {
		words[0] = closingsNode<<56 | uint64(len(closings))<<32
	}
	words[1], words[2] = region.Words()
	for i, c := range closings {
		words[3+i] = uint64(newLink(c.move, step(c.packed)))
	}
	return at
}

// node returns the words of a logged node, and those after it.
func (l *Log) node(at step) []uint64 {
	index := at & (1<<indexBits - 1)
	return l.notebooks[at>>indexBits].chunks[index>>chunkBits][index&(chunkWords-1):]
}

// isLogged reports whether a step is that of a node.
func (s step) isLogged() bool { return s >= firstWord }

// needed returns the replies of a lost node that must be logged beside its threats. A reply is
// not needed if it does not disturb a threat that answers another move.
func needed(replies []link, threats []threat) []link {
	return slices.DeleteFunc(replies, func(reply link) bool {
		return slices.ContainsFunc(threats, func(t threat) bool {
			return t.used && !reply.move().Squares().Intersects(t.disturbers)
		})
	})
}

// logBound logs a node that bounds decide for a side, perhaps by closings, and returns its step;
// noStep without a log.
func (s *Solver) logBound(q *question, side engine.Side, lead int, closings ...closing) step {
	switch {
	case s.notes == nil:
		return noStep
	case closings != nil:
		return s.notes.addBound(0, q.own(side), closings...)
	}
	return s.notes.addBound(q.packed(side, lead), q.own(side))
}

// logWithout logs a node that follows from one at a step without some buildings, and returns its
// step; noStep without a log.
func (s *Solver) logWithout(left []engine.Move, at step) step {
	if s.notes == nil {
		return noStep
	}
	var links []link
	for _, m := range left {
		links = append(links, newLink(m, at))
		at = endStep
	}
	return s.notes.add(withoutNode, nil, links)
}

// logWon logs a node that a move wins, and returns its step; noStep without a log.
func (s *Solver) logWon(by link) step {
	switch {
	case s.notes == nil || s.stopped():
		return noStep
	case by.move() == engine.Pass:
		return s.notes.add(passNode, nil, []link{by})
	}
	return s.notes.add(wonNode, nil, []link{by})
}

// logLost is logWon for the node of a frame that no move wins. A threat that refuted no
// move is not part of the proof.
func (s *Solver) logLost(f *frame) step {
	if s.notes == nil {
		return noStep
	}
	if f.replies[0].move() == engine.Pass {
		return s.logWon(f.replies[0])
	}
	var used [mostThreats]link
	count := 0
	for _, t := range f.threats {
		if t.used {
			used[count] = t.proof
			count++
		}
	}
	f.replies = needed(f.replies, f.threats)
	return s.notes.add(lostNode, used[:count], f.replies)
}
