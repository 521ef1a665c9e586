package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"cathedral/engine/wording"
)

// Address is where a browser takes messages: its subscription with a push service, and the keys by
// which messages are encrypted for it, in base64 of URLs.
type Address struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"`
	Auth     string `json:"auth"`
}

var errAddress = errors.New("endpoint, p256dh, auth: want a subscription to Web Push by https")

// Check returns an error unless the address has the form of one by https, without a port of its own.
func (a *Address) Check() error {
	const longest, secretBytes = 512, 16
	target, err := url.Parse(a.Endpoint)
	if err != nil || len(a.Endpoint) > longest || target.Scheme != "https" || target.Host == "" || target.Host != target.Hostname() || target.User != nil {
		return errAddress
	}
	point, err := base64.RawURLEncoding.DecodeString(a.P256dh)
	if err != nil {
		return errAddress
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return errAddress
	}
	if secret, err := base64.RawURLEncoding.DecodeString(a.Auth); err != nil || len(secret) != secretBytes {
		return errAddress
	}
	return nil
}

// CheckName returns an error unless a host name can be one of the internet: push services refuse
// servers whose operator they cannot find.
func CheckName(name string) error {
	ofThisNetwork := []string{"arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion", "private", "test"}
	labels := strings.Split(strings.ToLower(name), ".")
	last := labels[len(labels)-1]
	isLabel := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`).MatchString
	isWrong := func(label string) bool { return !isLabel(label) }
	if len(labels) < 2 || slices.ContainsFunc(labels, isWrong) || last < "a" || slices.Contains(ofThisNetwork, last) {
		return fmt.Errorf("%s must be one of the internet, such as games.example.org: push services refuse others", wording.Quoted(name))
	}
	return nil
}

// special returns the networks that are not reached from everywhere, besides those that package net
// knows.
func special() (networks []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		networks = append(networks, netip.MustParsePrefix(text))
	}
	return networks
}

// isPublic reports whether an address of the network is one of the internet, for everybody.
func isPublic(address netip.Addr) bool {
	address = address.Unmap()
	internet := netip.MustParsePrefix("2000::/3") // of IPv6
	return address.IsGlobalUnicast() && !address.IsPrivate() && (address.Is4() || internet.Contains(address)) &&
		!slices.ContainsFunc(special(), func(network netip.Prefix) bool { return network.Contains(address) })
}
