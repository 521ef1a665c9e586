package main

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
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"cathedral/bench/match/player"
	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/serve"
	"cathedral/search/book/builtin"
)

// serveOptions are the options of `cathedral serve`.
type serveOptions struct {
	out, err io.Writer
	colour   bool   // out is a terminal with colours
	listen   string // address and port
	open     bool   // the page in a browser
	browser  func(address string) error
	games    string // the file of the games of friends, "" for the usual one, or noGames
	config   serve.Config
}

// newServeCommand returns the command that serves the page. Tests replace the
// work by runF.
func newServeCommand(f *factory, runF func(context.Context, *serveOptions) error) *cobra.Command {
	options := &serveOptions{out: f.out, err: f.err, colour: f.colour, browser: openBrowser}
	if runF == nil {
		runF = runServe
	}
	var engines, proxies []string
	config := &options.config
	config.Limits = serve.DefaultLimits()
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play and analyse in the browser",
		Long: `Serve a page to play against the engine, study games and watch engines play. Open
the printed address in any browser. ^C ends the server.

Only this machine can open the page, unless --listen says otherwise: --listen :8080
admits everybody who can reach the machine by its address, its own name or a name
given with --name. Each visitor then gets a share of its processors and memory,
within the limits below. The addresses for other devices are printed, and the first
as a QR code for a phone.

Two people can play from two devices: "Invite a friend" on the page makes a link. These
games are kept in a file, and go on after the server was ended.

The page can run only the engine itself, the simple players greedy and random, and
the programs given with --engine.`,
		Example: `  cathedral serve --open
  cathedral serve --engine old=./cathedral-old --engine "name=new cmd=./new args='--quick'"
  cathedral serve --listen :8080 --hash 64 --searches 4
  cathedral serve --name games.example.org --trusted-proxies 127.0.0.1`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			executable, err := os.Executable()
			if err != nil {
				return fmt.Errorf("finding this program: %w", err)
			}
			config.Version = version
			config.Engines = ownEngines(executable)
			config.Book = sync.OnceValues(builtin.Open)
			for _, text := range engines {
				engine, err := parseServeEngine(text)
				if err != nil {
					return usageErrorf("--engine %q: %w", text, err)
				}
				config.Engines = append(config.Engines, engine)
			}
			if config.TrustedProxies, err = serve.ParseProxies(proxies); err != nil {
				return usageErrorf("--trusted-proxies: %w", err)
			}
			if name, err := os.Hostname(); err == nil {
				config.Names = append(config.Names, name, name+".local")
			}
			return runF(cmd.Context(), options)
		},
	}
	flags, limits := cmd.Flags(), &config.Limits
	flags.StringVar(&options.listen, "listen", "127.0.0.1:8080", "`address` and port to listen on; port 0 picks a free one")
	flags.StringVar(&options.games, "games", "", "`file` that keeps the games of friends, or none (default: in your folder for data)")
	flags.BoolVar(&options.open, "open", false, "open the page in the browser")
	flags.StringArrayVar(&engines, "engine", nil, "add an engine for the page: `name=command`, or keys as in cathedral match")
	flags.StringSliceVar(&proxies, "trusted-proxies", nil, "`networks` of reverse proxies, such as 127.0.0.1,10.0.0.0/8: limits then count the visitors behind them")
	flags.StringArrayVar(&config.Names, "name", nil, "`name` of this machine that browsers may use")
	flags.IntVar(&limits.HashMiB, "hash", limits.HashMiB, "size of each engine's table in `MiB`")
	flags.IntVar(&limits.Threads, "threads", limits.Threads, "maximum number of threads per engine")
	flags.IntVar(&limits.Searches, "searches", limits.Searches, "maximum number of engines that search at a time; others wait for their turn")
	flags.IntVar(&limits.Seats, "engines", limits.Seats, "maximum number of engines that run at a time")
	flags.IntVar(&limits.SeatsEach, "engines-each", limits.SeatsEach, "maximum number of engines per visitor from another machine")
	flags.IntVar(&limits.Connections, "connections", limits.Connections, "maximum number of open pages")
	flags.IntVar(&limits.ConnectionsEach, "connections-each", limits.ConnectionsEach, "maximum number of open pages per visitor from another machine")
	flags.IntVar(&limits.Games, "friend-games", limits.Games, "maximum number of games of friends that are kept")
	flags.IntVar(&limits.GamesEach, "friend-games-each", limits.GamesEach, "maximum number of games of friends that a visitor from another machine begins in a day")
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

// parseServeEngine parses name=command, or the keys name, cmd, args and dir of
// `cathedral match`.
func parseServeEngine(text string) (serve.Engine, error) {
	isKey := func(key string) bool { return slices.Contains([]string{"name", "cmd", "args", "dir"}, key) }
	first, command, named := strings.Cut(text, "=")
	var engine player.Specification
	if named && !isKey(first) {
		// The command is split into words like args.
		if err := engine.Apply([]player.Setting{{Key: "args", Value: command}}); err != nil {
			return serve.Engine{}, err
		}
		if len(engine.Arguments) == 0 {
			return serve.Engine{}, errors.New("it has no command: want name=command")
		}
		return serve.Engine{Name: first, Command: engine.Arguments[0], Arguments: engine.Arguments[1:]}, nil
	}
	settings, err := player.ParseSettings(text)
	if err != nil {
		return serve.Engine{}, err
	}
	for _, setting := range settings {
		if !isKey(setting.Key) {
			return serve.Engine{}, fmt.Errorf("%q is not a key of cathedral serve: want name, cmd, args or dir", setting.Key)
		}
	}
	if err := engine.Apply(settings); err != nil {
		return serve.Engine{}, err
	}
	if engine.Name == "" {
		return serve.Engine{}, errors.New("it has no name: want name=command")
	}
	return serve.Engine{Name: engine.Name, Command: engine.Command, Arguments: engine.Arguments, Directory: engine.Directory}, nil
}

func runServe(ctx context.Context, options *serveOptions) error {
	if err := options.config.Check(); err != nil {
		return &usageError{err}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", options.listen)
	if isAddressInUse(err) {
		switch address := servedPage(ctx, options.listen); {
		case address == "":
		case options.open:
			fmt.Fprintf(options.out, "Cathedral is already at %s\n", address)
			options.openPage(address)
			return nil
		default:
			return fmt.Errorf("the page is already served at %s (see --open): for another server try --listen %s", address, anotherPort(options.listen))
		}
	}
	if err != nil {
		return listenError(options.listen, err)
	}
	defer listener.Close()
	house, err := openFriendGames(options)
	if err != nil {
		return err
	}
	if house != nil {
		defer house.Close()
	}
	options.config.Friends = house
	server, err := serve.New(options.config)
	if err != nil {
		return err
	}
	address := pageAddress(listener.Addr())
	if _, err := fmt.Fprintf(options.out, "Cathedral is at %s (^C ends it)\n", address); err != nil {
		return err
	}
	if err := tellReach(options, listener.Addr()); err != nil {
		return err
	}
	if options.open {
		options.openPage(address)
	}
	return server.Serve(ctx, listener)
}

// openPage opens an address in the browser, or asks the user to do that.
func (o *serveOptions) openPage(address string) {
	if err := o.browser(address); err != nil {
		fmt.Fprintf(o.err, "Cannot open the browser: %v. Please open the address yourself.\n", err)
	}
}

// noGames is the value of --games that keeps no games.
const noGames = "none"

// openFriendGames opens the file of the games of friends. If it is the usual one and
// cannot be opened, the page goes without them: house is nil.
func openFriendGames(options *serveOptions) (house *friends.House, err error) {
	if options.games == noGames {
		return nil, nil
	}
	most := options.config.Limits.Games
	if options.games != "" {
		house, err = friends.Open(options.games, most)
		if err != nil {
			return nil, fmt.Errorf("--games: %w", err)
		}
		return house, nil
	}
	folder, err := dataFolder()
	if err == nil {
		house, err = friends.Open(filepath.Join(folder, "cathedral", "friends.db"), most)
	}
	if err != nil {
		fmt.Fprintf(options.err, "Friends cannot be invited (see --games): %v.\n", err)
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
func tellReach(options *serveOptions, listening net.Addr) error {
	if tcp, isTCP := listening.(*net.TCPAddr); !isTCP || tcp.IP.IsLoopback() {
		return nil
	}
	text := "Everybody who can reach this machine over the network can open the page and use its engines.\n"
	addresses := serve.NetworkAddresses(listening)
	if len(addresses) > 0 {
		text += "From other devices:\n  " + strings.Join(addresses, "\n  ") + "\n"
	}
	if len(addresses) > 0 && options.colour {
		code, err := serve.TerminalCode(addresses[0])
		if err != nil {
			return err
		}
		text += code
	}
	_, err := io.WriteString(options.out, text)
	return err
}

// pageAddress returns the address of the page on this machine.
func pageAddress(address net.Addr) string {
	tcp, isTCP := address.(*net.TCPAddr)
	if !isTCP {
		return "http://" + address.String() + "/"
	}
	host := tcp.IP.String()
	if len(tcp.IP) == 0 || tcp.IP.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(tcp.Port)) + "/"
}

// listenError explains why the server cannot listen on an address.
func listenError(address string, err error) error {
	switch {
	case isAddressInUse(err):
		return fmt.Errorf("%s is in use by another program: try --listen %s", address, anotherPort(address))
	case !strings.Contains(address, ":"):
		return usageErrorf("--listen %q: want an address and a port, such as 127.0.0.1:8080 or :8080", address)
	}
	return fmt.Errorf("--listen %s: %w", address, err)
}

// anotherPort returns the address with the next port, or one with any free
// port.
func anotherPort(address string) string {
	host, port, err := net.SplitHostPort(address)
	number, numberErr := strconv.Atoi(port)
	if err != nil || numberErr != nil || number >= 1<<16-1 {
		return "127.0.0.1:0"
	}
	return net.JoinHostPort(host, strconv.Itoa(number+1))
}
