package command

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// checkURL returns an error if text is not the URL of a NATS server, or a list of such
// URLs with commas between them.
func checkURL(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		parsed, err := url.Parse(strings.TrimSpace(part))
		if err != nil || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, parsed.Scheme) || parsed.Hostname() == "" {
			return fmt.Errorf("%.60q is not the URL of a NATS server, such as nats://127.0.0.1:4222", part)
		}
		if port, err := strconv.ParseUint(parsed.Port(), 10, 16); parsed.Port() != "" && (err != nil || port == 0) {
			return fmt.Errorf("%.60q: want a port from 1 to 65535", part)
		}
	}
	return nil
}
