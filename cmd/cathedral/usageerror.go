package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a command line that cannot be understood. It ends the program
// with statusUsage and a word about --help.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usageErrorf(format string, arguments ...any) error {
	return &usageError{fmt.Errorf(format, arguments...)}
}

// flagError says of a flag's bad value what it ought to be. Any other error about
// flags stays what it is.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	wanted, known := map[string]string{
		"int":      "a whole number",
		"uint64":   "a whole number, not negative",
		"float64":  "a number",
		"bool":     "true or false",
		"duration": "a time with its unit, such as 500ms or 5s",
	}[flag.Value.Type()]
	switch {
	case !known: // a type of our own, which knows what it wants
		return fmt.Errorf("--%s: %w", flag.Name, invalid.Unwrap())
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s %q: too large a number", flag.Name, invalid.GetValue())
	}
	return fmt.Errorf("--%s %q: want %s", flag.Name, invalid.GetValue(), wanted)
}

// noArguments refuses any argument that is not a flag.
func noArguments(_ *cobra.Command, arguments []string) error {
	if len(arguments) > 0 {
		return usageErrorf("%q is one argument too many: there are only flags", arguments[0])
	}
	return nil
}

// atMostOneFile refuses more than one argument.
func atMostOneFile(_ *cobra.Command, arguments []string) error {
	if len(arguments) > 1 {
		return usageErrorf("%q is one argument too many: want one file, or none for standard input", arguments[1])
	}
	return nil
}
