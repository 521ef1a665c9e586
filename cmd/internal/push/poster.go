package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"github.com/SherClockHolmes/webpush-go"
	"golang.org/x/time/rate"
)

const (
	// deadline is how long a push service may take, and kept how long it keeps a message for a browser
	// that cannot be reached.
	deadline = 10 * time.Second
	kept     = 24 * time.Hour
	// mostWaiting is how many messages may wait, and mostAtOnce how many are posted at a time.
	mostWaiting, mostAtOnce = 256, 16
	// mostASecond is how many messages are posted in a second.
	mostASecond = 10
	// recordBytes is the length of each message, whatever it says.
	recordBytes = 256
)

// Poster posts messages to push services. Its methods may be called by many goroutines.
type Poster struct {
	keys    Keys
	contact string // of the operator
	client  *http.Client
	waiting chan message
	pace    *rate.Limiter
}

type message struct {
	to   Address
	game string
	gone func()
}

// NewPoster returns a poster for a server with keys. contact is a URL by which a push service finds
// the operator. A test may have a client of its own, which posts elsewhere; nil stands for the one that
// posts to public addresses. No redirection is followed.
func NewPoster(keys Keys, contact string, client *http.Client) *Poster {
	if client == nil {
		client = publicClient()
	}
	direct := *client
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Poster{keys, contact, &direct, make(chan message, mostWaiting), rate.NewLimiter(mostASecond, mostASecond)}
}

// Key returns the public key, for which browsers make their addresses.
func (p *Poster) Key() string { return p.keys.Public }

// Post has the id of a game posted to an address. It does not wait, and drops the message if too many
// wait. gone is called if the browser takes no messages there any more.
func (p *Poster) Post(to Address, game string, gone func()) {
	select {
	case p.waiting <- message{to, game, gone}:
	default:
	}
}

// Run posts messages until ctx ends. It must be called once.
func (p *Poster) Run(ctx context.Context) {
	defer p.client.CloseIdleConnections()
	var work sync.WaitGroup
	for range mostAtOnce {
		work.Go(func() {
			for p.pace.Wait(ctx) == nil {
				select {
				case m := <-p.waiting:
					p.post(ctx, m)
				case <-ctx.Done():
				}
			}
		})
	}
	work.Wait()
}

// post posts a message. A failure has no consequence: the player sees whose turn it is on the page.
func (p *Poster) post(ctx context.Context, m message) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	topic := sha256.Sum256([]byte(m.game)) // a later message about the game takes the place of one that waits
	answer, err := webpush.SendNotificationWithContext(ctx, []byte(m.game), &webpush.Subscription{
		Endpoint: m.to.Endpoint, Keys: webpush.Keys{P256dh: m.to.P256dh, Auth: m.to.Auth},
	}, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.contact, VAPIDPublicKey: p.keys.Public, VAPIDPrivateKey: p.keys.Private,
		RecordSize: recordBytes, TTL: int(kept.Seconds()), Urgency: webpush.UrgencyHigh, Topic: base64.RawURLEncoding.EncodeToString(topic[:18]),
	})
	if err != nil {
		return
	}
	answer.Body.Close()
	if answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusGone {
		m.gone()
	}
}

// publicClient returns a client that connects only to public addresses, at the port of https. They are
// checked when a name has been resolved, so that a name cannot mean another address a moment later. It
// uses no proxy.
func publicClient() *http.Client {
	const port, headerBytes, idle = 443, 16 << 10, 30 * time.Second
	dialer := &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err == nil && (!isPublic(target.Addr()) || target.Port() != port) {
			err = fmt.Errorf("%s is not public", target)
		}
		return err
	}}
	return &http.Client{Transport: &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: headerBytes, MaxIdleConns: mostAtOnce, IdleConnTimeout: idle,
	}}
}
