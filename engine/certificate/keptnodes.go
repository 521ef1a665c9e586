package certificate

import "cathedral/engine"

const (
	slots     = 1 << 22
	chunkSize = 1 << 10
)

// keptNode is a node that a reference may name: its position, as two hashes, and its
// zone.
type keptNode struct {
	claim       uint64 // to which the node belongs; of an older claim, the slot is free
	key, second uint64
	zone        zone
	at          int64 // its place in the file
}

// keptNodes are the nodes in the slots. Memory is taken in chunks when the first slot
// of a chunk is filled.
type keptNodes struct {
	claim  uint64 // counted from 1
	chunks [slots / chunkSize]*[chunkSize]keptNode
}

// reset frees all slots.
func (k *keptNodes) reset() { k.claim++ }

// at returns the node in a slot, or nil if the slot is free.
func (k *keptNodes) at(slot uint32) *keptNode {
	chunk := k.chunks[slot/chunkSize]
	if chunk == nil || chunk[slot%chunkSize].claim != k.claim {
		return nil
	}
	return &chunk[slot%chunkSize]
}

// keep puts a node, which begins at a place in the file, into a free slot.
func (k *keptNodes) keep(slot uint32, p *engine.Position, z zone, at int64) {
	chunk := &k.chunks[slot/chunkSize]
	if *chunk == nil {
		*chunk = new([chunkSize]keptNode)
	}
	(*chunk)[slot%chunkSize] = keptNode{k.claim, p.Key(), p.SecondKey(), z, at}
}

// free makes the slot of a node free.
func (n *keptNode) free() { n.claim = 0 }

// is reports whether the node is about the position.
func (n *keptNode) is(p *engine.Position) bool {
	return n.key == p.Key() && n.second == p.SecondKey()
}

// slot reads the number of a slot.
func (c *checker) slot(depth int) (uint32, error) {
	at := c.in.offset()
	slot, err := c.in.number()
	if err != nil {
		return 0, c.broken(depth, at, err)
	}
	if slot >= slots {
		return 0, c.fault(depth, at, "%d is not the number of a slot", slot)
	}
	return slot, nil
}

// reference reads a reference to a node that was kept.
func (c *checker) reference(depth int, at int64, last bool) (zone, error) {
	slot, err := c.slot(depth)
	if err != nil {
		return zone{}, err
	}
	node := c.kept.at(slot)
	if node == nil {
		return zone{}, c.fault(depth, at, "there is no node in slot %d", slot)
	}
	if !node.is(&c.frames[depth].position) {
		return zone{}, c.fault(depth, at, "the node in slot %d is about another position", slot)
	}
	if c.routes != nil {
		c.routes.references[at] = node.at
	}
	if last {
		node.free()
	}
	return node.zone, nil
}

// keep reads a node and keeps it.
func (c *checker) keep(depth int, at int64, kind byte) (zone, error) {
	slot, err := c.slot(depth)
	if err != nil {
		return zone{}, err
	}
	if c.kept.at(slot) != nil {
		return zone{}, c.fault(depth, at, "slot %d is not free", slot)
	}
	// The slot may be referred to from anywhere, so a wait may be judged by the zone.
	z, err := c.step(depth, at, kind-(nodeKeptMove-nodeMove), true)
	if err != nil {
		return zone{}, err
	}
	if c.kept.at(slot) != nil { // a node within this one is kept there
		return zone{}, c.fault(depth, at, "slot %d is not free at the end of the node", slot)
	}
	c.kept.keep(slot, &c.frames[depth].position, z, at)
	return z, nil
}
