package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

func TestServeFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newCommand)
	enginetest.Must(t, err)
	if got.listen != "127.0.0.1:8080" || got.open || got.config.Limits != serve.DefaultLimits() || len(got.config.Engines) != 3 {
		t.Errorf("without flags: %+v", got)
	}
	got, err = commandtest.Options(newCommand, "--listen", ":9", "--open", "--hash", "7", "--threads", "2", "--searches", "3",
		"--engines", "9", "--engines-each", "5", "--connections", "11", "--connections-each", "6", "--name", "city.example", "--games", "here.db", "--friend-games", "8", "--friend-games-each", "4",
		"--trusted-proxies", "127.0.0.1,10.0.0.0/8", "--trusted-proxies", "::1",
		"--engine", "old=./old version", "--engine", "name=new cmd=./new args='-a \"b c\"' dir=there start=60s", "--engine", "bare=./bare")
	enginetest.Must(t, err)
	want := serve.DefaultLimits()
	want.HashMiB, want.Threads, want.Searches, want.Seats, want.SeatsEach, want.Connections, want.ConnectionsEach = 7, 2, 3, 9, 5, 11, 6
	want.Games, want.GamesEach = 8, 4
	if got.games != "here.db" || got.listen != ":9" || !got.open || got.config.Limits != want || got.config.Names[0] != "city.example" {
		t.Errorf("options %+v", got)
	}
	if proxies := fmt.Sprint(got.config.TrustedProxies); proxies != "[127.0.0.1/32 10.0.0.0/8 ::1/128]" {
		t.Errorf("proxies %s", proxies)
	}
	engines := []serve.Engine{
		{Name: "old", Command: "./old", Arguments: []string{"version"}},
		{Name: "new", Command: "./new", Arguments: []string{"-a", "b c"}, Directory: "there", Start: time.Minute},
		{Name: "bare", Command: "./bare", Arguments: []string{}},
	}
	if !reflect.DeepEqual(got.config.Engines[3:], engines) {
		t.Errorf("engines %+v", got.config.Engines[3:])
	}
}

func TestATakenPortIsToldPlainly(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	defer taken.Close()
	address := taken.Addr().String()
	err = commandtest.Run(Command(commandtest.Factory("", io.Discard)), "--listen", address)
	if err == nil || !strings.Contains(err.Error(), address+" is in use by another program: try --listen 127.0.0.1:") {
		t.Errorf("error %v", err)
	}
}

// A second start from Windows' Explorer opens the page of the first. What another
// program serves is not opened, and without --open nothing is.
func TestASecondStartOpensThePageOfTheFirst(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	config := serve.Config{Engines: ownEngines("cathedral"), Limits: serve.DefaultLimits()}
	server, err := serve.New(config)
	enginetest.Must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<title>Wiki</title>") }))
	defer foreign.Close()

	ours, theirs := listener.Addr().String(), foreign.Listener.Addr().String()
	for _, test := range []struct {
		listen string
		open   bool
		opened string
		failed string
	}{
		{ours, true, "http://" + ours + "/", ""},
		{ours, false, "", "the page is already served at http://" + ours + "/"},
		{theirs, true, "", "is in use by another program"},
	} {
		var out strings.Builder
		opened := ""
		o := &options{Factory: &command.Factory{Out: &out, Err: io.Discard}, listen: test.listen, open: test.open, games: noGames, config: config}
		o.browser = func(address string) error {
			opened = address
			return nil
		}
		err := o.run(t.Context())
		failed := ""
		if err != nil {
			failed = err.Error()
		}
		if opened != test.opened || (err == nil) != (test.failed == "") || !strings.Contains(failed, test.failed) || !strings.Contains(out.String(), opened) {
			t.Errorf("%s, --open=%t: opened %q, error %v, told %q", test.listen, test.open, opened, err, &out)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Without a folder for them there are no games of friends. That keeps the page from
// being served only if the folder was asked for, and is not damaged.
func TestAFolderThatCannotKeepGames(t *testing.T) {
	isFile := filepath.Join(t.TempDir(), "file")
	enginetest.Must(t, os.WriteFile(isFile, nil, 0o600))
	var told strings.Builder
	o := &options{Factory: &command.Factory{Err: &told}}
	o.config.Limits = serve.DefaultLimits()
	t.Setenv("XDG_DATA_HOME", isFile)
	if house, err := o.openFriendGames(); house != nil || err != nil || !strings.Contains(told.String(), "--games") {
		t.Errorf("the usual folder: %v, and told %q", err, &told)
	}
	o.games = filepath.Join(isFile, "friends.db")
	if house, err := o.openFriendGames(); house != nil || err == nil {
		t.Errorf("the folder that was asked for: %v", err)
	}
	o.games = noGames
	if house, err := o.openFriendGames(); house != nil || err != nil {
		t.Errorf("none: %v", err)
	}
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	o.games = ""
	house, err := o.openFriendGames()
	if err != nil || house == nil {
		t.Fatalf("the usual folder: %v", err)
	}
	house.Close()
	folder := filepath.Join(data, "cathedral", "friends.db")
	enginetest.Must(t, errors.Join(os.RemoveAll(folder), os.WriteFile(folder, []byte("no games"), 0o600)))
	want := folder + " is damaged (invalid database); games of friends are off; restore a backup or move it away.\n"
	for _, o.games = range []string{"", folder} {
		told.Reset()
		if house, err := o.openFriendGames(); house != nil || err != nil || told.String() != want {
			t.Errorf("a damaged file: %v, and told %q", err, &told)
		}
	}
}

// The keys for Web Push are private. If they are not, the operator reads it.
func TestKeysThatOthersCanRead(t *testing.T) {
	var told strings.Builder
	o := &options{Factory: &command.Factory{Err: &told}, push: filepath.Join(t.TempDir(), "push.json")}
	o.config.Names = []string{"games.example.org"}
	for mode, want := range map[os.FileMode]string{0o600: "", 0o644: o.push + " has a key that other users can read: chmod 600 " + o.push + ".\n"} {
		told.Reset()
		_, err := o.openPush()
		enginetest.Must(t, errors.Join(err, os.Chmod(o.push, mode)))
		told.Reset()
		if poster, err := o.openPush(); poster == nil || err != nil || told.String() != want && os.PathSeparator == '/' {
			t.Errorf("%v: %v, and told %q", mode, err, &told)
		}
	}
}

func TestPageAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/", ":8080": "http://localhost:8080/", "0.0.0.0:80": "http://localhost:80/", "[::]:8080": "http://localhost:8080/",
		"[::1]:8080": "http://[::1]:8080/", "192.168.0.7:9": "http://192.168.0.7:9/",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", address)
		enginetest.Must(t, err)
		if got := pageAddress(tcp); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestServeSaysWhoCanReachIt(t *testing.T) {
	limits := serve.DefaultLimits()
	limits.Seats, limits.HashMiB, limits.Threads = 3, 7, 2
	if engines := limits.EnginesMiB(); engines != 3*(7+2*search.ThreadMiB) || limits.MemoryMiB() < engines+1000 {
		t.Errorf("engines take %d MiB, and everything %d MiB", engines, limits.MemoryMiB())
	}
	tell := func(address string, colour bool) string {
		t.Helper()
		tcp, err := net.ResolveTCPAddr("tcp", address)
		enginetest.Must(t, err)
		var out strings.Builder
		o := &options{Factory: &command.Factory{Out: &out, Colour: colour}}
		o.config.Limits = limits
		enginetest.Must(t, o.tellReach(tcp))
		return out.String()
	}
	if text := tell("127.0.0.1:8080", true); text != "" {
		t.Errorf("only this machine can open the page, but it says %q", text)
	}
	text := tell("192.168.0.7:8080", false)
	memory := fmt.Sprintf(" take up to %d MiB of memory", limits.MemoryMiB())
	if !strings.HasPrefix(text, "Everybody who can reach this machine") || !strings.Contains(text, memory) || !strings.HasSuffix(text, "From other devices:\n  http://192.168.0.7:8080/\n") {
		t.Errorf("it says %q", text)
	}
	code, err := serve.TerminalCode("http://192.168.0.7:8080/")
	enginetest.Must(t, err)
	if coloured := tell("192.168.0.7:8080", true); coloured != text+code {
		t.Errorf("on a terminal it says %q", coloured)
	}
	if text := tell("0.0.0.0:8080", false); !strings.Contains(text, "Everybody") {
		t.Errorf("at any address it says %q", text)
	}
}
