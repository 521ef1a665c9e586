package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// jsonCommands are command lines that print JSON with, between them, most of the keys.
const jsonCommands = `match --engine random --engine greedy --games 8 --openings none --sprt 0,900 --record games.txt --json
match --engine random --engine cmd=builtin:engine --tc nodes=1 --games 2 --record more.txt --json
rate --player random --sprt 0,900 --json games.txt games.txt
rate --los --json games.txt more.txt
solve --max-plies 2 --certificate proofs.cert --json games.txt
solve --json late.txt
verify --json proofs.cert
verify --json late.txt
book show --json
study grow tree.txt --positions 2 --nodes 10
study show --json tree.txt
check --only handshake --json cathedral
bench --depth 1 --json
bench --suite --nodes 1 --json`

// TestKeysOfJSONAreDocumented looks in the table of keys for each key of what commands print, and not in the rows of
// other commands.
func TestKeysOfJSONAreDocumented(t *testing.T) {
	file, err := os.Open("../internal/command/jsonkeys.csv")
	enginetest.Must(t, err)
	defer file.Close()
	table, err := csv.NewReader(file).ReadAll()
	enginetest.Must(t, err)
	t.Chdir(t.TempDir())
	late := "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20 id \"late\";\n"
	enginetest.Must(t, os.WriteFile("late.txt", []byte(late), 0o644))
	for line := range strings.Lines(jsonCommands) {
		var printed, said bytes.Buffer
		program := newProgram(t, &printed, strings.Fields(line)...)
		program.Stderr = &said
		program.Run()
		text := json.NewDecoder(&printed)
		missing := map[string]bool{}
		for strings.Contains(line, "--json") {
			var object any
			if err := text.Decode(&object); err != nil {
				break
			}
			eachKey(object, func(key string) { missing[key] = !isDescribed(table, line, key) })
		}
		if len(missing) == 0 && strings.Contains(line, "--json") {
			t.Errorf("%s: no JSON: %s", strings.TrimSpace(line), &said)
		}
		for key, isMissing := range missing {
			if isMissing {
				t.Errorf("%s: jsonkeys.csv lacks %s", strings.TrimSpace(line), key)
			}
		}
	}
}

// isDescribed reports whether one of the rows that are for a command line has a key.
func isDescribed(table [][]string, line, key string) bool {
	for _, row := range table {
		command := row[0]
		isHere := command == "all" || strings.HasPrefix(line, command) ||
			command == "rate" && strings.HasPrefix(line, "match") // which ends with its report
		if isHere && row[2] == key {
			return true
		}
	}
	return false
}

// eachKey calls see with each key of a value of JSON and of those in it.
func eachKey(value any, see func(key string)) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			see(key)
			eachKey(inner, see)
		}
	case []any:
		for _, inner := range value {
			eachKey(inner, see)
		}
	}
}
