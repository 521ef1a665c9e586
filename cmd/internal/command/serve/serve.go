// Package serve is the command that serves the page.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/time/rate"

	"cathedral/bench/match/player"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/identity"
	"cathedral/cmd/internal/push"
	"cathedral/cmd/internal/serve"
	"cathedral/cmd/internal/serve/visitor"
	"cathedral/protocol/process"
	"cathedral/search"
	"cathedral/search/book/builtin"
)

// options are the options of `cathedral serve`.
type options struct {
	*command.Factory
	listen  string // address and port
	open    bool   // the page in a browser
	browser func(address string) error
	games   string // the folder of the games of friends, "" for the usual one, or noGames
	push    string // the file of the keys for Web Push, "" for none
	config  serve.Config
}

// Command returns the command that serves the page. It prints its address to f.
func Command(f *command.Factory) *cobra.Command { return newCommand(f, (*options).run) }

// newCommand returns the command with run as its work, which tests replace.
func newCommand(f *command.Factory, run func(*options, context.Context) error) *cobra.Command {
	o := &options{Factory: f, browser: openBrowser}
	var engines, proxies []string
	config := &o.config
	config.Limits = serve.DefaultLimits()
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play and analyse in the browser",
		Long: fmt.Sprintf(`Serve a page to play against the engine, study games and watch engines play. Open
the printed address in any browser. ^C ends the server.

Only this machine can open the page unless you pass --listen: --listen :8080 admits
everybody who can reach the machine by its address, its own name or a name given with
--name. Each visitor then gets a share of its processors and memory, within the limits
below. The command prints the addresses for other devices, and the first one as a QR
code for a phone.

Two people can play from two devices: "Invite a friend" on the page makes a link. These
games are kept in a folder and survive a restart of the server. With --push-keys, players
who agree to it get notices of their turns by Web Push, even when the page is closed.

With the default limits, everything takes up to %d MiB of memory: %d for engines, and
the rest for games of friends and for what visitors leave unread if they do their worst.

The page can run only the engine itself, the simple players greedy and random, and
the programs given with --engine.`, config.Limits.MemoryMiB(), config.Limits.EnginesMiB()),
		Example: `  cathedral serve --open
  cathedral serve --engine old=./cathedral-old --engine "name=new cmd=./new args='--quick'"
  cathedral serve --listen :8080 --hash 64 --searches 4
  cathedral serve --name games.example.org --trusted-proxies 127.0.0.1`,
		Args: command.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			executable, err := os.Executable()
			if err != nil {
				return fmt.Errorf("finding this program: %w", err)
			}
			config.Version = identity.Version
			config.Engines = ownEngines(executable)
			config.Book = sync.OnceValues(builtin.Open)
			for _, text := range engines {
				engine, err := parseServeEngine(text)
				if err != nil {
					return command.UsageErrorf("--engine %q: %w", text, err)
				}
				config.Engines = append(config.Engines, engine)
			}
			if config.TrustedProxies, err = visitor.ParseProxies(proxies); err != nil {
				return command.UsageErrorf("--trusted-proxies: %w", err)
			}
			if o.push != "" {
				if o.games == noGames {
					return command.UsageErrorf("--push-keys cannot be used with --games %s", noGames)
				}
				if err := push.CheckName(config.Names[0]); err != nil {
					return command.UsageErrorf("--push-keys: the first --name %w", err)
				}
			}
			if name, err := os.Hostname(); err == nil {
				config.Names = append(config.Names, name, name+".local")
			}
			return run(o, cmd.Context())
		},
	}
	flags, limits := cmd.Flags(), &config.Limits
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8080", "`address` and port to listen on; port 0 picks a free one")
	flags.StringVar(&o.games, "games", "", "keep the games of friends in this `folder`; none: do not keep games (default: a folder in your data folder)")
	flags.StringVar(&o.push, "push-keys", "", "notify friends of their turns by Web Push, with the keys in this `file`, which is made if it is missing; needs https and a --name of the internet")
	flags.BoolVar(&o.open, "open", false, "open the page in the browser")
	flags.StringArrayVar(&engines, "engine", nil, "add an `engine` for the page: name=command, or keys as in cathedral match")
	flags.StringSliceVar(&proxies, "trusted-proxies", nil, "`networks` of reverse proxies, such as 127.0.0.1,10.0.0.0/8, so that limits count the visitors behind them")
	flags.StringArrayVar(&config.Names, "name", nil, "`name` of this machine that browsers may use")
	flags.IntVar(&limits.HashMiB, "hash", limits.HashMiB, fmt.Sprintf("size of each engine's table in `MiB`; each of its threads takes up to %d MiB more", search.ThreadMiB))
	flags.IntVar(&limits.Threads, "threads", limits.Threads, "maximum number of threads of each engine")
	flags.IntVar(&limits.Searches, "searches", limits.Searches, "maximum number of engines that search at a time; others wait for their turn")
	flags.IntVar(&limits.Seats, "engines", limits.Seats, fmt.Sprintf("maximum number of engines that run at a time; with the default limits they take up to %d MiB together", limits.EnginesMiB()))
	flags.IntVar(&limits.SeatsEach, "engines-each", limits.SeatsEach, "maximum number of engines per visitor from another machine")
	flags.IntVar(&limits.Connections, "connections", limits.Connections, "maximum number of open pages")
	flags.IntVar(&limits.ConnectionsEach, "connections-each", limits.ConnectionsEach, "maximum number of open pages per visitor from another machine")
	flags.IntVar(&limits.Games, "friend-games", limits.Games, "maximum number of games of friends that are kept")
	flags.IntVar(&limits.GamesEach, "friend-games-each", limits.GamesEach, "maximum number of games of friends that a visitor from another machine may begin in a day")
	command.Declare(cmd, command.With("name", "push-keys"), command.AtLeast(1, "hash", "threads", "searches", "engines", "engines-each", "connections", "connections-each", "friend-games", "friend-games-each"))
	return cmd
}

// ownEngines returns the engines that are part of this program.
func ownEngines(executable string) []serve.Engine {
	return []serve.Engine{
		{Name: "cathedral", Command: executable},
		{Name: "greedy", Command: executable, Arguments: []string{"player", "greedy"}},
		{Name: "random", Command: executable, Arguments: []string{"player", "random"}},
	}
}

// parseServeEngine parses name=command, or the keys name, cmd, args, dir and start of
// `cathedral match`.
func parseServeEngine(text string) (engine serve.Engine, err error) {
	isKey := func(key string) bool { return slices.Contains([]string{"name", "cmd", "args", "dir", "start"}, key) }
	first, command, named := strings.Cut(text, "=")
	if named && !isKey(first) {
		// The command is split into words like args.
		if err = engine.Apply([]player.Setting{{Key: "args", Value: command}}); err == nil && len(engine.Arguments) == 0 {
			err = errors.New("it has no command: want name=command")
		}
		if err == nil {
			engine.Name, engine.Command, engine.Arguments = first, engine.Arguments[0], engine.Arguments[1:]
		}
		return engine, err
	}
	settings, err := player.ParseSettings(text)
	if err != nil {
		return engine, err
	}
	for _, setting := range settings {
		if !isKey(setting.Key) {
			return engine, fmt.Errorf("%q is not a key of cathedral serve: want name, cmd, args, dir or start", setting.Key)
		}
	}
	if err = engine.Apply(settings); err == nil && engine.Name == "" {
		err = errors.New("it has no name: want name=command")
	}
	return engine, err
}

func (o *options) run(ctx context.Context) error {
	if err := o.config.Check(); err != nil {
		return &command.UsageError{Err: err}
	}
	for _, engine := range o.config.Engines[len(ownEngines("")):] {
		if err := (process.Command{Path: engine.Command, Directory: engine.Directory}).Find(); err != nil {
			return fmt.Errorf("--engine %s: %s: %w", engine.Name, engine.Command, err)
		}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen)
	if isAddressInUse(err) {
		switch address := servedPage(ctx, o.listen); {
		case address == "":
		case o.open:
			fmt.Fprintf(o.Out, "Cathedral is already at %s\n", address)
			o.openPage(address)
			return nil
		default:
			return fmt.Errorf("the page is already served at %s (see --open): for another server try --listen %s", address, anotherPort(o.listen))
		}
	}
	if err != nil {
		return listenError(o.listen, err)
	}
	defer listener.Close()
	house, err := o.openFriendGames()
	if err != nil {
		return err
	}
	if house != nil {
		defer house.Close()
	}
	o.config.Friends = house
	if o.config.Push, err = o.openPush(); err != nil {
		return fmt.Errorf("--push-keys: %w", err)
	}
	reports := rate.Sometimes{Interval: time.Second} // visitors may cause many
	o.config.Report = func(err error) {
		reports.Do(func() { fmt.Fprintf(o.Err, "A request failed: %v.\n", err) })
	}
	server, err := serve.New(o.config)
	if err != nil {
		return err
	}
	address := pageAddress(listener.Addr())
	if _, err := fmt.Fprintf(o.Out, "Cathedral is at %s (^C ends it)\n", address); err != nil {
		return err
	}
	if err := o.tellReach(listener.Addr()); err != nil {
		return err
	}
	if o.open {
		o.openPage(address)
	}
	return server.Serve(ctx, listener)
}

// openPage opens an address in the browser, or asks the user to do that.
func (o *options) openPage(address string) {
	if err := o.browser(address); err != nil {
		fmt.Fprintf(o.Err, "Cannot open the browser: %v. Please open the address yourself.\n", err)
	}
}

// openPush returns a poster with the keys for Web Push, or nil if there are none.
func (o *options) openPush() (*push.Poster, error) {
	if o.push == "" {
		return nil, nil
	}
	keys, err := push.OpenKeys(o.push)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(o.push); err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		fmt.Fprintf(o.Err, "%[1]s has a key that other users can read: chmod 600 %[1]s.\n", o.push)
	}
	return push.NewPoster(keys, "https://"+o.config.Names[0], push.PublicClient(), o.report), nil
}

// report writes a sentence for the operator.
func (o *options) report(sentence string) { fmt.Fprintln(o.Err, sentence) }

// noGames is the value of --games that keeps no games.
const noGames = "none"

// openFriendGames opens the folder of the games of friends. If it is the usual one and
// cannot be opened, or if it is damaged, the page goes without them: house is nil.
func (o *options) openFriendGames() (house *friends.House, err error) {
	folder := o.games
	switch folder {
	case noGames:
		return nil, nil
	case "":
		folder, err = dataFolder()
		folder = filepath.Join(folder, "cathedral", "friends.db") // once a file
	}
	if err == nil {
		house, err = friends.Open(folder, o.config.Limits.Games, o.report)
	}
	switch {
	case err == nil:
		if damage := house.Damage(); damage != "" {
			fmt.Fprintf(o.Err, "%s.\n", damage)
		}
	case errors.Is(err, friends.ErrDamaged):
		fmt.Fprintf(o.Err, "%v.\n", err)
	case o.games == "":
		fmt.Fprintf(o.Err, "Friends cannot be invited (see --games): %v.\n", err)
	default:
		return nil, fmt.Errorf("--games: %w", err)
	}
	return house, nil
}

// dataFolder returns the folder in which programs keep data of the user.
func dataFolder() (string, error) {
	if folder := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

// tellReach says who can open the page if not only this machine can, and by which
// addresses. The first of them is also a QR code on a terminal with colours.
func (o *options) tellReach(listening net.Addr) error {
	if tcp, isTCP := listening.(*net.TCPAddr); !isTCP || tcp.IP.IsLoopback() {
		return nil
	}
	text := "Everybody who can reach this machine over the network can open the page and use its engines.\n" +
		fmt.Sprintf("The server and its engines take up to %d MiB of memory (see --engines, --hash, --threads and --connections).\n", o.config.Limits.MemoryMiB())
	addresses := serve.NetworkAddresses(listening)
	if len(addresses) > 0 {
		text += "From other devices:\n  " + strings.Join(addresses, "\n  ") + "\n"
	}
	if len(addresses) > 0 && o.Colour {
		code, err := serve.TerminalCode(addresses[0])
		if err != nil {
			return err
		}
		text += code
	}
	_, err := io.WriteString(o.Out, text)
	return err
}
