// Package pushtest has a push service and a browser for tests. They are written from RFC 8030, 8188,
// 8291 and 8292, and know nothing of the library that encrypts the messages.
package pushtest

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"cathedral/cmd/internal/push"
)

// Service is a push service with one browser, whose address is To.
type Service struct {
	To       push.Address
	Messages chan string // what the browser has decrypted
	Client   *http.Client

	server  *httptest.Server
	private *ecdh.PrivateKey
	secret  []byte
	key     string // of the server that may post

	mutex  sync.Mutex
	status int
	faults []string
}

// Start starts a service to which the holder of a public key may post. The caller must call Close.
func Start(key string) (*Service, error) {
	const secretBytes = 16
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	s := &Service{Messages: make(chan string, 100), private: private, secret: []byte(rand.Text()[:secretBytes]), key: key, status: http.StatusCreated}
	encoded := base64.RawURLEncoding.EncodeToString
	s.To = push.Address{Endpoint: "https://example.com/browser", P256dh: encoded(private.PublicKey().Bytes()), Auth: encoded(s.secret)}
	s.server = httptest.NewTLSServer(s)
	s.Client = s.server.Client() // trusts the certificate for example.com
	s.Client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, s.server.Listener.Addr().String())
	}
	return s, nil
}

// Close ends the service, and returns what was wrong with the messages.
func (s *Service) Close() error {
	s.server.Close()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.faults) > 0 {
		return errors.New(strings.Join(s.faults, "; "))
	}
	return nil
}

// Answer has the service answer with a status from now on.
func (s *Service) Answer(status int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.status = status
}

// ServeHTTP takes a message.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	status := s.status
	s.mutex.Unlock()
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = s.check(r)
	}
	if err == nil {
		var text string
		if text, err = s.decrypt(body); err == nil {
			s.Messages <- text
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err != nil {
		s.faults = append(s.faults, err.Error())
	}
	w.Header().Set("Location", "https://example.com/elsewhere")
	w.WriteHeader(status)
}

// check checks the headers, and who has signed them.
func (s *Service) check(r *http.Request) error {
	if r.Method != http.MethodPost || r.URL.Path != "/browser" || r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") == "" {
		return fmt.Errorf("%s %s, headers %v", r.Method, r.URL, r.Header)
	}
	token, found := strings.CutPrefix(r.Header.Get("Authorization"), "vapid t=")
	token, key, keyed := strings.Cut(token, ", k=")
	parts := strings.Split(token, ".")
	if !found || !keyed || key != s.key || len(parts) != 3 {
		return fmt.Errorf("authorization %q", r.Header.Get("Authorization"))
	}
	var raw [3][]byte
	for i, part := range parts {
		var err error
		if raw[i], err = base64.RawURLEncoding.DecodeString(part); err != nil {
			return err
		}
	}
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	signed, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), raw[2]
	half := len(signature) / 2
	if !ecdsa.Verify(public, signed[:], new(big.Int).SetBytes(signature[:half]), new(big.Int).SetBytes(signature[half:])) {
		return errors.New("the signature is wrong")
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	const longest = 24 * time.Hour
	err = json.Unmarshal(raw[1], &claims)
	if until := time.Until(time.Unix(claims.Exp, 0)); err != nil || claims.Aud != "https://example.com" || !strings.HasPrefix(claims.Sub, "https://") || until <= 0 || until > longest {
		return fmt.Errorf("claims %s, error %v", raw[1], err)
	}
	return nil
}

// decrypt decrypts a message of one record, as section 3.4 of RFC 8291 and section 2 of RFC 8188 say.
func (s *Service) decrypt(body []byte) (string, error) {
	const saltBytes, sizeBytes, keyBytes, nonceBytes, lastRecord = 16, 4, 16, 12, 2
	if len(body) <= saltBytes+sizeBytes {
		return "", fmt.Errorf("%d bytes", len(body))
	}
	salt, rest := body[:saltBytes], body[saltBytes:]
	size, idLength := int(binary.BigEndian.Uint32(rest)), int(rest[sizeBytes])
	rest = rest[sizeBytes+1:]
	if len(rest) < idLength || len(rest)-idLength > size {
		return "", fmt.Errorf("a record of %d bytes, whose size is %d", len(rest)-idLength, size)
	}
	sender, err := ecdh.P256().NewPublicKey(rest[:idLength])
	if err != nil {
		return "", err
	}
	shared, err := s.private.ECDH(sender)
	if err != nil {
		return "", err
	}
	info := "WebPush: info\x00" + string(s.private.PublicKey().Bytes()) + string(sender.Bytes())
	input, err := hkdf.Key(sha256.New, shared, s.secret, info, sha256.Size)
	if err != nil {
		return "", err
	}
	key, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: aes128gcm\x00", keyBytes)
	if err != nil {
		return "", err
	}
	nonce, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: nonce\x00", nonceBytes)
	if err != nil {
		return "", err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	mode, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	padded, err := mode.Open(nil, nonce, rest[idLength:], nil)
	if err != nil {
		return "", err
	}
	text, ended := strings.CutSuffix(strings.TrimRight(string(padded), "\x00"), string(rune(lastRecord)))
	if !ended {
		return "", fmt.Errorf("the padding is %q", padded)
	}
	return text, nil
}
