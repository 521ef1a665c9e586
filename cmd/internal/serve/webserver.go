package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/push"
	"cathedral/cmd/internal/serve/visitor"
	"cathedral/search/book"
)

// Config configures a server.
type Config struct {
	Version string
	// Engines are the engines that pages can start, by name. The first is the
	// default.
	Engines []Engine
	// Friends keeps the games of friends; nil if there are none. It must be closed
	// after Serve has returned.
	Friends *friends.House
	// Push, if not nil, notifies friends of their turns.
	Push *push.Poster
	// Book, if not nil, returns the opening book that pages look into. It is called for each
	// request that needs the book.
	Book func() (*book.Book, error)
	// Names are the host names by which browsers may address the server,
	// besides localhost and IP addresses.
	Names []string
	// TrustedProxies are the networks of proxies that say whose requests they pass
	// on. A proxy on this machine that is not among them counts as this machine.
	TrustedProxies visitor.Proxies
	Limits         Limits
	// Report, if not nil, is called with errors that only the operator may see, by several
	// goroutines.
	Report func(error)
}

// Server serves the page to any number of visitors.
type Server struct {
	config   Config
	page     map[string]*file
	previews *previews
	greeting []byte
	requests messages.Table[*connection]
	doors    *visitor.Quota // of network connections
	sockets  *visitor.Quota
	shares   *shares
	seats    *visitor.Quota
	searches *waitingLine
	proofs   *waitingLine
	begun    *visitor.Quota // of games of friends, within a day
	gallery  *gallery

	listening net.Addr // while Serve runs

	ctx     context.Context // ends with Serve
	mutex   sync.Mutex
	closing bool           // no connection is accepted any more
	work    sync.WaitGroup // sockets and matches
}

// New returns a server for config, or an error if config is invalid.
func New(config Config) (*Server, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	page, err := readPage()
	if err != nil {
		return nil, err
	}
	previews, err := newPreviews(page, config.TrustedProxies)
	if err != nil {
		return nil, err
	}
	greeting, err := config.greeting()
	if err != nil {
		return nil, err
	}
	if config.Report == nil {
		config.Report = func(error) {}
	}
	if config.Push != nil && config.Friends != nil {
		config.Friends.TellTurns(config.Push.Post)
	}
	limits := &config.Limits
	// A browser has some connections besides its socket.
	const doorsPerSocket, moreDoors = 2, 16
	return &Server{
		config:   config,
		page:     page,
		previews: previews,
		greeting: greeting,
		requests: requests(config.Friends != nil),
		doors:    visitor.NewQuota(doorsPerSocket*limits.Connections+moreDoors, doorsPerSocket*limits.ConnectionsEach+moreDoors),
		sockets:  visitor.NewQuota(limits.Connections, limits.ConnectionsEach),
		shares:   &shares{each: map[string]*share{}},
		seats:    visitor.NewQuota(limits.Seats, limits.SeatsEach),
		searches: newWaitingLine(limits.Searches),
		proofs:   newWaitingLine(limits.Proofs),
		begun:    visitor.NewQuota(limits.Games, limits.GamesEach),
		gallery:  newGallery(),
	}, nil
}

// greeting returns the message that greets a page.
func (c *Config) greeting() ([]byte, error) {
	var names []string
	for i := range c.Engines {
		names = append(names, c.Engines[i].Name)
	}
	hello := messages.NewHello(c.Version, names, c.Limits.told())
	hello.Friends = c.Friends != nil
	if c.Push != nil && c.Friends != nil {
		hello.Push = c.Push.Key()
	}
	return json.Marshal(messages.Fields{"hello": hello})
}

// Check returns an error if c is invalid.
func (c *Config) Check() error {
	if len(c.Engines) == 0 {
		return errors.New("there are no engines")
	}
	names := map[string]bool{}
	for i := range c.Engines {
		e := &c.Engines[i]
		switch {
		case e.Name == "":
			return fmt.Errorf("engine %d (%s) has no name", i+1, e.Command)
		case e.Command == "":
			return fmt.Errorf("engine %s has no command", e.Name)
		case names[e.Name]:
			return fmt.Errorf("there are two engines called %s", e.Name)
		}
		names[e.Name] = true
	}
	return nil
}

// Serve serves visitors until ctx ends, and then returns nil. It closes the
// listener and ends all connections and engines before it returns. Serve must
// be called only once.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s.ctx, s.listening = ctx, listener.Addr()
	if s.config.Push != nil {
		s.work.Go(func() { s.config.Push.Run(ctx) })
	}
	server := &http.Server{
		Handler:           visitor.Guard(s.routes(), s.config.Names),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       20 * time.Second, // sockets set their own
		WriteTimeout:      time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	unhook := context.AfterFunc(ctx, func() { server.Close() })
	defer unhook()
	err := server.Serve(visitor.Admit(listener, s.doors, s.config.TrustedProxies))
	end()
	s.mutex.Lock()
	s.closing = true
	s.mutex.Unlock()
	s.work.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /socket", s.accept)
	mux.HandleFunc("GET /{$}", s.previews.servePage)
	mux.HandleFunc("GET /"+PreviewPicture, s.previews.servePicture)
	mux.HandleFunc("GET /{file...}", func(w http.ResponseWriter, r *http.Request) {
		if file, found := s.page[r.PathValue("file")]; found {
			file.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	})
	return mux
}

// accept turns a request into a socket if it comes from a page of this server
// and there is room.
func (s *Server) accept(w http.ResponseWriter, r *http.Request) {
	who := s.config.TrustedProxies.Visitor(r)
	if !s.sockets.Take(who) {
		http.Error(w, "There are too many visitors. Please try again later.", http.StatusServiceUnavailable)
		return
	}
	defer s.sockets.GiveBack(who)
	if !s.begin() {
		http.Error(w, "The server is shutting down.", http.StatusServiceUnavailable)
		return
	}
	defer s.work.Done()
	socket, err := websocket.Accept(w, r, nil) // checks the origin
	if err != nil {
		return // Accept has answered
	}
	s.serve(s.ctx, socket, who)
}

// begin makes Serve wait for work that begins now. It returns false if the
// server is shutting down.
func (s *Server) begin() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.closing {
		s.work.Add(1)
	}
	return !s.closing
}
