package match

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"cathedral/bench/match/player"
	"cathedral/engine/wording"
)

// ConfigFile is a configuration file of a match, in the words of the command line.
type ConfigFile struct {
	Flags   []player.Setting   // sorted by the flags' names
	Each    []player.Setting   // for all players
	Players [][]player.Setting // in the order of the file
}

// ParseConfigFile reads the text of a file: JSON if its name ends in ".json", TOML
// otherwise. Its keys are the names of the flags, "each" (a table) and "engine" (an
// array of tables, [[engine]] in TOML). The keys of these tables are those of a
// player.Setting, and "option" and "technique", tables of such values. Errors name the key.
func ParseConfigFile(name string, text []byte) (*ConfigFile, error) {
	var content map[string]any
	var err error
	if strings.EqualFold(filepath.Ext(name), ".json") {
		err = json.Unmarshal(text, &content)
	} else {
		err = toml.Unmarshal(text, &content)
	}
	if err != nil {
		return nil, err
	}
	file := &ConfigFile{}
	for _, key := range slices.Sorted(maps.Keys(content)) {
		value := content[key]
		switch key {
		case "engine", "engines":
			err = file.addPlayers(value)
		case "each":
			file.Each, err = settingsOf(value)
		default:
			var word string
			word, err = wordOf(value)
			file.Flags = append(file.Flags, player.Setting{Key: key, Value: word})
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return file, nil
}

func (f *ConfigFile) addPlayers(value any) error {
	var tables []any
	switch value := value.(type) {
	case []any: // JSON
		tables = value
	case []map[string]any: // TOML
		for _, table := range value {
			tables = append(tables, table)
		}
	default:
		return fmt.Errorf("want a list of engines")
	}
	for i, table := range tables {
		settings, err := settingsOf(table)
		if err != nil {
			return fmt.Errorf("number %d: %w", i+1, err)
		}
		f.Players = append(f.Players, settings)
	}
	return nil
}

// settingsOf reads a table, or a string as on the command line.
func settingsOf(value any) ([]player.Setting, error) {
	if text, isText := value.(string); isText {
		return player.ParseSettings(text)
	}
	table, isTable := value.(map[string]any)
	if !isTable {
		return nil, fmt.Errorf("want a table or a string")
	}
	var settings []player.Setting
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if values, nested := table[key].(map[string]any); nested && (key == "option" || key == "technique") {
			for _, name := range slices.Sorted(maps.Keys(values)) {
				word, err := wordOf(values[name])
				if err != nil {
					return nil, fmt.Errorf("%s %s: %w", key, name, err)
				}
				settings = append(settings, player.Setting{Key: key + "." + name, Value: word})
			}
			continue
		}
		word, err := wordOf(table[key])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		settings = append(settings, player.Setting{Key: key, Value: word})
	}
	return settings, nil
}

// wordOf returns a value as on the command line. It quotes the words of a list and
// separates them by spaces.
func wordOf(value any) (string, error) {
	switch value := value.(type) {
	case string:
		return value, nil
	case bool, int64:
		return fmt.Sprint(value), nil
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	case []any:
		words := make([]string, len(value))
		for i := range value {
			word, err := wordOf(value[i])
			if err != nil {
				return "", err
			}
			words[i] = wording.Shell(word)
		}
		return strings.Join(words, " "), nil
	}
	return "", fmt.Errorf("%v is not a string, a number, true, false or a list", value)
}
