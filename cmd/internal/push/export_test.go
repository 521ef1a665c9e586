package push

import "net/http"

// PublicClient returns the client that posts to public addresses alone.
func PublicClient() *http.Client { return publicClient() }
