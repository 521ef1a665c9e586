package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cathedral/cmd/internal/command"
)

// probeTime is how long a page on this machine has for its answer.
const probeTime = time.Second

// pageTitle distinguishes the page from those of other programs.
const pageTitle = "<title>Cathedral</title>"

// servedPage returns the address of the page if a program like this one already serves it
// at the address listen, or "".
func servedPage(ctx context.Context, listen string) string {
	tcp, err := net.ResolveTCPAddr("tcp", listen)
	if err != nil {
		return ""
	}
	address := pageAddress(tcp)
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return ""
	}
	transport := &http.Transport{DisableKeepAlives: true} // and without a proxy
	response, err := transport.RoundTrip(request)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	const most = 1 << 16
	page, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil || !bytes.Contains(page, []byte(pageTitle)) {
		return ""
	}
	return address
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
		return command.UsageErrorf("--listen %q: want an address and a port, such as 127.0.0.1:8080 or :8080", address)
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

// isAddressInUse reports whether another program is listening on the address.
func isAddressInUse(err error) bool {
	const onWindows = syscall.Errno(10048) // WSAEADDRINUSE
	return errors.Is(err, syscall.EADDRINUSE) || runtime.GOOS == "windows" && errors.Is(err, onWindows)
}
