package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"time"
)

// probeTime is how long a page on this machine has for its answer.
const probeTime = time.Second

// pageTitle is what marks the page among those of other programs.
const pageTitle = "<title>Cathedral</title>"

// servedPage returns the address of the page if a program like this one already serves it
// where this one was to listen, or "".
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
