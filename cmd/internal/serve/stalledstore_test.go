//go:build unix

package serve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// While the store of a page's move stalls, the server reads what the page sends, and so its answers to pings. Some
// requests wait, and more are refused. What a page sends just before it goes is carried out.
func TestAPageIsHeardWhileAStoreStalls(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "friends")
	house := openFriends(t, folder)
	server := startServer(t, func(c *serve.Config) { c.Friends = house })
	page, other := server.connect(t), server.connect(t)
	invitation := page.invite("")
	page.join(invitation.Host)
	other.join(invitation.Watch)
	stuck := filepath.Join(folder, invitation.Host[:12]+".game.new")
	enginetest.Must(t, syscall.Mkfifo(stuck, 0o600)) // the server waits for somebody who reads it
	const waiting, more = 16, 4
	play := func(id int) {
		page.tell(`"id":%d,"do":"play",%s,"ply":0,"move":"CAnF5"`, id, ticket(invitation.Host))
	}
	for id := range 1 + waiting + more {
		play(1000 + id)
	}
	refused := func(id string) bool {
		return string(page.push(func(m message) bool { return string(m["id"]) == id })["error"]) == `"the server cannot do this now"`
	}
	for id := range more { // perhaps the one before waited too, while the first had begun
		if !refused(fmt.Sprint(1001 + waiting + id)) {
			t.Errorf("request %d is carried out", 1001+waiting+id)
		}
	}
	page.view(`"moves":[]`)
	other.place(other.invite("").Host, 0, "CAnF5")

	reader, err := os.OpenFile(stuck, os.O_RDONLY, 0) // which the system does not store
	enginetest.Must(t, err)
	defer reader.Close()
	if !refused("1000") {
		t.Error("a move is stored nowhere, and not refused")
	}
	for id := range waiting - 1 {
		if refused(fmt.Sprint(1001 + id)) {
			t.Errorf("request %d is refused", 1001+id)
		}
	}
	page.tell(`"do":"resign",%s`, ticket(invitation.Host))
	page.socket.CloseNow()
	other.friend(func(s *friendState) bool { return s.Result == "0-1" && len(s.Moves) == 1 })
}
