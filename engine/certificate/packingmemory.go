package certificate

import "cathedral/engine"

// packingQuestion asks whether a side can cover that many squares of a region with
// buildings of a hand.
type packingQuestion struct {
	region        engine.Bitboard
	hand          engine.Hand
	side, squares uint8
}

const rememberedQuestions = 1 << 16

// packingMemory remembers packing questions that were answered with no, in full. A newer
// one takes the place of an older one.
type packingMemory struct {
	questions []packingQuestion // none until there is one to remember
}

func (q *packingQuestion) index() int {
	return int((q.region.Hash() ^ uint64(q.hand)*0x9e3779b97f4a7c15) % rememberedQuestions)
}

// impossible reports whether the answer is known to be no, because it was so for as many
// squares or fewer.
func (k *packingMemory) impossible(q packingQuestion) bool {
	if k.questions == nil {
		return false
	}
	known := &k.questions[q.index()]
	return known.squares > 0 && known.squares <= q.squares &&
		known.region == q.region && known.hand == q.hand && known.side == q.side
}

func (k *packingMemory) remember(q packingQuestion) {
	if k.questions == nil {
		k.questions = make([]packingQuestion, rememberedQuestions)
	}
	k.questions[q.index()] = q
}
