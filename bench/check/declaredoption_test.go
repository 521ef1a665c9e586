package check

import (
	"reflect"
	"testing"
)

func TestParseOptions(t *testing.T) {
	options, err := parseOptions([]string{
		"id name option name",
		"option name Hash type spin default 16 min 1 max 1024",
		"option name Clear Hash type button",
		"option name Move Overhead type spin max 5000 min -3 default 0",
		"option name Rules type combo default classic var classic var far away var woods",
		"option name Ponder type check default false",
		"option name Log File type string default <empty>",
		"option name Nothing type string default",
	})
	want := []option{
		{name: "Hash", kind: "spin", standard: "16", least: 1, most: 1024},
		{name: "Clear Hash", kind: "button"},
		{name: "Move Overhead", kind: "spin", standard: "0", least: -3, most: 5000},
		{name: "Rules", kind: "combo", standard: "classic", values: []string{"classic", "far away", "woods"}},
		{name: "Ponder", kind: "check", standard: "false"},
		{name: "Log File", kind: "string", standard: "<empty>"},
		{name: "Nothing", kind: "string"},
	}
	if err != nil || !reflect.DeepEqual(options, want) {
		t.Errorf("got  %+v, %v\nwant %+v", options, err, want)
	}
}

func TestParseOptionsFindsFaults(t *testing.T) {
	for _, lines := range [][]string{
		{"option"}, {"option name"}, {"option Hash type spin default 1 min 1 max 2"}, {"option name Hash"}, {"option name Hash type"},
		{"option name Hash type number default 1 min 1 max 2"}, {"option name Hash type spin default 1 min 1"},
		{"option name Hash type spin default 3 min 1 max 2"}, {"option name Hash type spin default x min 1 max 2"},
		{"option name Ponder type check"}, {"option name Ponder type check default on"},
		{"option name Rules type combo default a"}, {"option name Rules type combo default a var b"},
		{"option name Clear type button", "option name clear type button"},
	} {
		if options, err := parseOptions(lines); err == nil {
			t.Errorf("%q is read as %+v", lines, options)
		}
	}
}

func FuzzParseOption(f *testing.F) {
	f.Add("option name Rules type combo default far away var classic var far away")
	f.Add("option name min type spin default 1 min 1 max 2")
	f.Fuzz(func(t *testing.T, line string) {
		option, err := parseOption("option " + line)
		if err == nil && (option.name == "" || option.kind == "" || option.least > option.most) {
			t.Errorf("%q is read as %+v", line, option)
		}
	})
}
