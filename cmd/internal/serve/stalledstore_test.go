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

// While the store of a page's move stalls, the server reads what the page sends, and so its answers to pings; what
// needs the disk waits. What a page sends just before it goes is carried out.
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
	for id := range 10 {
		page.tell(`"id":%d,"do":"play",%s,"ply":0,"move":"CAnF5"`, 1000+id, ticket(invitation.Host))
	}
	page.view(`"moves":[]`)
	other.place(other.invite("").Host, 0, "CAnF5")
	reader, err := os.OpenFile(stuck, os.O_RDONLY, 0) // which the system does not store
	enginetest.Must(t, err)
	defer reader.Close()
	for id := range 10 {
		answer := page.push(func(m message) bool { return m["id"] != nil })
		if string(answer["id"]) != fmt.Sprint(1000+id) || (answer.text("error") == "the server cannot do this now") != (id == 0) {
			t.Errorf("the answer to request %d: %s", 1000+id, answer)
		}
	}
	page.tell(`"do":"resign",%s`, ticket(invitation.Host))
	page.socket.CloseNow()
	other.friend(func(s *friendState) bool { return s.Result == "0-1" && len(s.Moves) == 1 })
}
