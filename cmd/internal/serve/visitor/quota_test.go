package visitor

import "testing"

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
