package serve

import (
	"context"
	"testing"
	"testing/synctest"
)

// Some messages and one large one may wait; a sender of more waits until there are fewer bytes or
// its connection ends.
func TestWhatIsUnreadIsBoundedInBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &backlog{all: newBacklogs(), most: 10, mostOfAll: 10}
		ctx, end := context.WithCancel(t.Context())
		added := map[string]bool{}
		add := func(name string, ctx context.Context, bytes int) {
			go func() { added[name] = b.take(ctx, bytes) }()
			synctest.Wait()
		}
		add("small", ctx, 9)
		add("large", ctx, 1000)
		add("of the connection that ends", ctx, 1)
		add("of another", t.Context(), 1)
		if len(added) != 2 || !added["small"] || !added["large"] {
			t.Errorf("before anything is read: %v", added)
		}
		end()
		synctest.Wait()
		if ended, known := added["of the connection that ends"]; ended || !known {
			t.Errorf("after the end of a connection: %v", added)
		}
		b.giveBack(1000)
		synctest.Wait()
		if !added["of another"] || b.bytes != 10 {
			t.Errorf("when the large one has been read: %v, %d bytes", added, b.bytes)
		}
	})
}
