package certificate

import (
	"encoding/binary"
	"fmt"

	"cathedral/engine"
)

// writer writes certificates, right ones and wrong ones.
type writer struct{ text []byte }

func newWriter() *writer { return &writer{[]byte(head + "\n")} }

func (w *writer) line(format string, values ...any) *writer {
	w.text = fmt.Appendf(w.text, format+"\n", values...)
	return w
}

func (w *writer) claim(c Claim) *writer {
	rules := c.Position.Rules().Set.String()
	if c.Position.Rules().OptionalCapture {
		rules += " optional-capture"
	}
	return w.line("claim %s %d %s %s", c.bound(), c.Margin, rules, c.Position)
}

func (w *writer) bytes(bytes ...byte) *writer {
	w.text = append(w.text, bytes...)
	return w
}

func (w *writer) number(n int) *writer {
	w.text = binary.AppendUvarint(w.text, uint64(n))
	return w
}

func (w *writer) move(m engine.Move) *writer { return w.bytes(byte(m>>8), byte(m)) }

func (w *writer) moves(moves []engine.Move) *writer {
	for _, m := range moves {
		w.move(m)
	}
	return w
}
