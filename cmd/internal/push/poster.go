package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"syscall"
	"time"

	"github.com/SherClockHolmes/webpush-go"
	"golang.org/x/time/rate"
)

const (
	// deadline is how long a push service may take, and kept how long it keeps a message for a browser
	// that cannot be reached.
	deadline = 3 * time.Second
	kept     = 24 * time.Hour
	// mostWaiting is how many messages may wait, and mostAtOnce how many are posted at a time.
	mostWaiting, mostAtOnce = 256, 64
	// mostASecond is how many messages are posted in a second.
	mostASecond = 10
	// recordBytes is the length of each message, whatever it says.
	recordBytes = 256
	// reportPause is the time between two reports of failures.
	reportPause = time.Minute
)

// Poster posts messages to push services, for each visitor one at a time. Its methods may be called by
// many goroutines.
type Poster struct {
	keys    Keys
	contact string // of the operator
	client  *http.Client
	report  func(sentence string)
	begun   chan struct{}   // is closed when Run begins, which sets ctx
	ctx     context.Context // ends with Run
	places  chan struct{}   // has a value for each message that is posted now; those who wait get a place in turn
	pace    *rate.Limiter

	mutex    sync.Mutex
	waiting  map[string][]Message // of each visitor of whom a goroutine posts messages
	count    int                  // of those in waiting
	failures failures             // since the last report
}

// Message is what is posted to the address of a browser.
type Message struct {
	Visitor string // who has registered the address
	To      Address
	Text    string       // a later message with the same text takes the place of one that waits
	Done    func(Result) // is called by another goroutine, unless the server ends before
}

// NewPoster returns a poster for a server with keys. contact is a URL by which a push service finds
// the operator, who gets a report once a minute of the messages that have failed. client posts them, in a
// test elsewhere than PublicClient; no redirection is followed.
func NewPoster(keys Keys, contact string, client *http.Client, report func(sentence string)) *Poster {
	direct := *client
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Poster{
		keys: keys, contact: contact, client: &direct, report: report, begun: make(chan struct{}), places: make(chan struct{}, mostAtOnce),
		pace: rate.NewLimiter(mostASecond, mostASecond), waiting: map[string][]Message{}, failures: failures{},
	}
}

// Key returns the public key, for which browsers make their addresses.
func (p *Poster) Key() string { return p.keys.Public }

// Post has a message posted. It does not wait. If too many messages wait, the newest of the visitor
// with most of them is dropped.
func (p *Poster) Post(m Message) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	waiting, busy := p.waiting[m.Visitor]
	p.waiting[m.Visitor] = append(waiting, m)
	if !busy {
		go p.postAll(m.Visitor)
	}
	if p.count++; p.count <= mostWaiting {
		return
	}
	most := m.Visitor
	for visitor, waiting := range p.waiting {
		if len(waiting) > len(p.waiting[most]) {
			most = visitor
		}
	}
	last := len(p.waiting[most]) - 1
	go p.waiting[most][last].Done(Result{Outcome: Later})
	p.waiting[most] = p.waiting[most][:last]
	p.count--
	p.failures.add("too many at a time")
}

// Run posts messages until ctx ends. It must be called once.
func (p *Poster) Run(ctx context.Context) {
	p.ctx = ctx
	close(p.begun)
	for ticker := time.NewTicker(reportPause); ctx.Err() == nil; {
		select {
		case <-ticker.C:
			p.mutex.Lock()
			sentence := p.failures.report()
			clear(p.failures)
			p.mutex.Unlock()
			if sentence != "" {
				p.report(sentence)
			}
		case <-ctx.Done():
			ticker.Stop()
		}
	}
	for range mostAtOnce { // until nothing is posted any more
		p.places <- struct{}{}
	}
	p.client.CloseIdleConnections()
}

// postAll posts the messages of a visitor until none waits.
func (p *Poster) postAll(visitor string) {
	<-p.begun
	for more := true; more; {
		select {
		case p.places <- struct{}{}:
		case <-p.ctx.Done():
			return
		}
		var m Message
		if m, more = p.next(visitor); more && p.pace.Wait(p.ctx) == nil {
			p.post(p.ctx, m)
		}
		<-p.places
	}
}

// next takes the next message of a visitor, if there is one.
func (p *Poster) next(visitor string) (m Message, found bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	waiting := p.waiting[visitor]
	if len(waiting) == 0 {
		delete(p.waiting, visitor)
		return m, false
	}
	p.waiting[visitor] = waiting[1:]
	p.count--
	return waiting[0], true
}

// post posts a message. A failure takes all of the deadline: one that is quick gives its visitor no
// more turns than a silent service.
func (p *Poster) post(ctx context.Context, m Message) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	answer, err := p.send(ctx, m)
	if ctx.Err() == context.Canceled {
		return // the server ends; what is due is posted after its next start
	}
	result, failure := resultOf(answer, err), ""
	if result.Outcome != Accepted {
		target, _ := url.Parse(m.To.Endpoint) // which has been checked
		failure = fmt.Sprintf("%s at %s", reason(answer, err), target.Host)
	}
	p.mutex.Lock()
	p.failures.add(failure)
	p.mutex.Unlock()
	m.Done(result)
	if failure != "" {
		<-ctx.Done()
	}
}

// send posts a message and returns the answer, whose body is closed.
func (p *Poster) send(ctx context.Context, m Message) (*http.Response, error) {
	topic := sha256.Sum256([]byte(m.Text + " " + m.To.Endpoint)) // which says nothing of what two browsers have in common
	answer, err := webpush.SendNotificationWithContext(ctx, []byte(m.Text), &webpush.Subscription{
		Endpoint: m.To.Endpoint, Keys: webpush.Keys{P256dh: m.To.P256dh, Auth: m.To.Auth},
	}, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.contact, VAPIDPublicKey: p.keys.Public, VAPIDPrivateKey: p.keys.Private,
		RecordSize: recordBytes, TTL: int(kept.Seconds()), Urgency: webpush.UrgencyHigh, Topic: base64.RawURLEncoding.EncodeToString(topic[:18]),
	})
	if err == nil {
		answer.Body.Close()
	}
	return answer, err
}

// PublicClient returns a client that connects only to public addresses, at the port of https. They are
// checked when a name has been resolved, so that a name cannot mean another address a moment later. It
// uses no proxy.
func PublicClient() *http.Client {
	const port, headerBytes, idle = 443, 16 << 10, 30 * time.Second
	dialer := &net.Dialer{Timeout: deadline, Control: func(_, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err == nil && (!isPublic(target.Addr()) || target.Port() != port) {
			err = fmt.Errorf("%s is not public", target)
		}
		return err
	}}
	return &http.Client{Transport: &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: deadline, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: headerBytes, MaxIdleConns: mostAtOnce, IdleConnTimeout: idle,
	}}
}
