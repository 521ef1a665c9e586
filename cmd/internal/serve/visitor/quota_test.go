package visitor

import (
	"fmt"
	"testing"
)

func TestQuotasCountInAllAndEach(t *testing.T) {
	q := NewQuota(5, 2)
	for _, step := range []struct {
		visitor string
		give    bool
		want    bool
	}{
		{"a", false, true}, {"a", false, true}, {"a", false, false},
		{"b", false, true},
		{Oneself, false, true}, {Oneself, false, true}, // all five are taken
		{Oneself, false, false}, {"b", false, false},
		{"a", true, false}, {"b", false, true}, {"a", false, false},
	} {
		if step.give {
			q.GiveBack(step.visitor)
			continue
		}
		if got := q.Take(step.visitor); got != step.want {
			t.Fatalf("%+v: taken: %t", step, got)
		}
	}
	for visitor, count := range map[string]int{"a": 1, "b": 2, Oneself: 2} {
		for range count {
			q.GiveBack(visitor)
		}
	}
	if q.all != 0 || len(q.each) != 0 {
		t.Errorf("%d of %v are left", q.all, q.each)
	}
}

// A network of IPv6 has the share of 16 visitors.
func TestNetworksHaveAShare(t *testing.T) {
	const each = 2
	q := NewQuota(1000, each)
	taken := 0
	for subnet := range 100 {
		visitor := At(fmt.Sprintf("2001:db8:1:%x::1", subnet))
		for range 3 {
			if q.Take(visitor) {
				taken++
			}
		}
	}
	if taken != 16*each || !q.Take(At("2001:db8:2::1")) || !q.Take("192.0.2.1") {
		t.Errorf("a network takes %d, or others take none", taken)
	}
	q.GiveBack("2001:db8:1:5::/64")
	if !q.Take("2001:db8:1:77::/64") {
		t.Error("what one gives back another cannot take")
	}
}

func TestVisitorsAreAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:5000":            Oneself,
		"127.9.9.9:1":               Oneself,
		"[::1]:80":                  Oneself,
		"[::ffff:127.0.0.1]:80":     Oneself,
		"192.168.1.7:5000":          "192.168.1.7",
		"[::ffff:192.168.1.7]:9":    "192.168.1.7",
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::1]:81": "2001:db8:1:2::/64",
		"[fe80::1%eth0]:80":         "fe80::/64",
		"somewhere":                 "somewhere",
		"192.168.1.7":               "192.168.1.7",
		"[2001:db8::1]":             "2001:db8::/64",
	} {
		if got := At(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
