package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// ruled returns a command with flags and rules.
func ruled() *cobra.Command {
	cmd := &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return nil }}
	cmd.SetOut(io.Discard)
	flags := cmd.Flags()
	flags.Int("games", 100, "")
	flags.Uint64("nodes", 0, "")
	flags.Float64("share", 0.5, "")
	flags.Duration("time", 0, "")
	flags.Duration("patience", 0, "")
	flags.String("to", "", "")
	flags.String("url", "", "")
	flags.String("out", "here", "")
	flags.Bool("check", false, "")
	flags.Bool("all", false, "")
	flags.Bool("last", false, "")
	flags.String("cert", "", "")
	flags.String("key", "", "")
	Declare(cmd,
		AtLeast(1, "games", "nodes", "patience"), Between(0, 1, "share"), ZeroMeans("no limit", "time"),
		OneOf("to", "moves", "positions"), Required("out", "name a file"),
		Valid("url", func(text string) error {
			if strings.Contains(text, ":") {
				return nil
			}
			return fmt.Errorf("%q is not a URL", text)
		}))
	Declare(cmd,
		Exclusive("check", "all", "nodes"), NotWith("check", "to", "games").Because("it writes nothing"),
		With("to positions or nodes", "last"), With("key", "cert"), With("cert", "key"))
	return cmd
}

// Each rule names the flag that it is broken by, in words.
func TestRulesOfFlagsAreToldPlainly(t *testing.T) {
	for arguments, want := range map[string]string{
		"":                            "",
		"--games 0":                   "--games 0: want 1 or more",
		"--games 1 --nodes 1":         "",
		"--nodes 0":                   "--nodes 0: want 1 or more",
		"--patience 999ms":            "--patience 999ms: want 1s or more",
		"--patience 1s --time 0s":     "",
		"--share NaN":                 "--share NaN: want a number from 0 to 1",
		"--share 1.1":                 "--share 1.1: want a number from 0 to 1",
		"--share -0.1":                "--share -0.1: want a number from 0 to 1",
		"--share 1":                   "",
		"--time -1s":                  "--time -1s: want 0s (no limit) or more",
		"--to pdf":                    `--to "pdf": want one of moves, positions`,
		"--to moves":                  "",
		"--url here":                  `--url "here" is not a URL`,
		"--url a:1":                   "",
		"--out=":                      "--out is missing: name a file",
		"--check --all":               "--check cannot be used with --all",
		"--all --nodes 3":             "--all cannot be used with --nodes",
		"--check --to moves":          "--to cannot be used with --check: it writes nothing",
		"--check --games 7":           "--games cannot be used with --check: it writes nothing",
		"--check --games 100":         "", // the default
		"--check --all=false --to=":   "",
		"--check=false --all":         "",
		"--last":                      "--last needs --to positions or --nodes",
		"--last --to moves":           "--last needs --to positions or --nodes",
		"--last --to positions":       "",
		"--last --nodes 3":            "",
		"--cert a":                    "--cert needs --key",
		"--key a":                     "--key needs --cert",
		"--cert a --key b":            "",
		"--games 0 --check --to html": "--games 0: want 1 or more", // the first rule that is broken
	} {
		cmd := ruled()
		cmd.SetArgs(strings.Fields(arguments))
		err := cmd.Execute()
		if got := fmt.Sprint(err); err != nil && got != want || err == nil && want != "" || err != nil && !errors.As(err, new(*UsageError)) {
			t.Errorf("%q: error %v, want %q", arguments, err, want)
		}
	}
}

// The values of OneOf complete the flag in a shell.
func TestValuesOfAFlagAreCompleted(t *testing.T) {
	complete, found := ruled().GetFlagCompletionFunc("to")
	if !found {
		t.Fatal("nothing is registered")
	}
	if values, _ := complete(nil, nil, ""); fmt.Sprint(values) != "[moves positions]" {
		t.Errorf("the values are %v", values)
	}
}

// The PreRunE of a command runs before its rules are checked, because it may set flags.
func TestRulesAreCheckedAfterTheCommandsOwnPreparation(t *testing.T) {
	cmd := &cobra.Command{
		SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return nil },
		PreRunE: func(cmd *cobra.Command, _ []string) error { return cmd.Flags().Set("games", "0") },
	}
	cmd.Flags().Int("games", 1, "")
	Declare(cmd, AtLeast(1, "games"))
	cmd.SetArgs([]string{})
	if err := cmd.Execute(); err == nil {
		t.Error("what was set before the run is not checked")
	}
}
