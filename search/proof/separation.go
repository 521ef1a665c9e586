package proof

import "cathedral/engine"

// Separation recognises positions in which the sides can no longer affect each other. The zero
// value is ready to use. It keeps memory between questions, and is not safe for concurrent
// use.
type Separation struct{ packer *packer }

// Score returns the squares that each side will have left unplaced when the game continues
// from p, if the sides are separated: then each only packs its hand into ground of its own. It
// reports false if they are not, or if the packings are too large. The answer depends on
// nothing but p.
func (s *Separation) Score(p *engine.Position) (light, dark int, proven bool) {
	if s.packer == nil {
		s.packer = newPacker(littleMemory)
	}
	g, known := s.packer.gains(p, proofEffort())
	if !known || g.least != g.most {
		return 0, 0, false
	}
	return p.Unplaced(engine.Light) - g.most[engine.Light], p.Unplaced(engine.Dark) - g.most[engine.Dark], true
}
