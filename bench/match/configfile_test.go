package match

import (
	"os"
	"reflect"
	"testing"

	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
)

const tomlConfig = `
games = 200
tc = "10+0.1"
strict = true
seed = 7
[each]
option.Threads = 1
margin = 20
[[engine]]
name = "A"
cmd = "./a"
args = ["-x", "it's"]
option = { Hash = 64, "Move Overhead" = 5 }
[[engine]]
cmd = "greedy"
`

const jsonConfig = `{
	"games": 200, "tc": "10+0.1", "strict": true, "seed": 7,
	"each": "option.Threads=1 margin=20",
	"engine": [
		{"name": "A", "cmd": "./a", "args": ["-x", "it's"], "option": {"Hash": 64, "Move Overhead": 5}},
		{"cmd": "greedy"}
	]
}`

func TestConfigFilesSayWhatTheCommandLineSays(t *testing.T) {
	for name, text := range map[string]string{"match.toml": tomlConfig, "match.JSON": jsonConfig} {
		got, err := ParseConfigFile(name, []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := []player.Setting{{Key: "games", Value: "200"}, {Key: "seed", Value: "7"}, {Key: "strict", Value: "true"}, {Key: "tc", Value: "10+0.1"}}; !reflect.DeepEqual(got.Flags, want) {
			t.Errorf("%s: flags %v, want %v", name, got.Flags, want)
		}
		var each, first, second player.Specification
		for _, step := range []struct {
			to       *player.Specification
			settings []player.Setting
		}{{&each, got.Each}, {&first, got.Players[0]}, {&second, got.Players[1]}} {
			if err := step.to.Apply(step.settings); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if each.Threads() != 1 || each.Margin.Milliseconds() != 20 {
			t.Errorf("%s: each %+v", name, each)
		}
		wantFirst := player.Specification{Name: "A", Command: "./a", Arguments: []string{"-x", "it's"}, Options: []player.Option{{Name: "Hash", Value: "64"}, {Name: "Move Overhead", Value: "5"}}}
		if !reflect.DeepEqual(first, wantFirst) || second.Command != "greedy" {
			t.Errorf("%s: players %+v and %+v", name, first, second)
		}
	}
}

func TestBadConfigFilesAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"a.toml": "games = ", "b.json": "{", "c.json": `{"engine": 3}`, "d.json": `{"engine": [3]}`,
		"e.json": `{"games": null}`, "f.json": `{"engine": [{"args": [{}]}]}`, "g.toml": "each = 3",
		"h.json": `{"engine": [{"option": {"Hash": {}}}]}`, "i.toml": "engine = 'x'",
	} {
		if got, err := ParseConfigFile(name, []byte(text)); err == nil {
			t.Errorf("%s: %s is taken for %+v", name, text, got)
		}
	}
}

func FuzzParseConfigFile(f *testing.F) {
	f.Add("a.toml", []byte(tomlConfig))
	f.Add("a.json", []byte(jsonConfig))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		file, err := ParseConfigFile(name, text)
		if (file == nil) == (err == nil) {
			t.Errorf("%s: file %v and error %v", name, file, err)
		}
	})
}

// TestTunedNumbersCanBePlayed reads the file that repeats the match of experiment E163.
func TestTunedNumbersCanBePlayed(t *testing.T) {
	const name = "../tune/tuned.toml"
	text, err := os.ReadFile(name)
	enginetest.Must(t, err)
	config, err := ParseConfigFile(name, text)
	enginetest.Must(t, err)
	var old player.Specification
	enginetest.Must(t, old.Apply(config.Players[1]))
	if got := len(old.Techniques); got != 28 {
		t.Errorf("%d techniques, want 28", got)
	}
}
