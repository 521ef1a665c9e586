package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError reports an invalid command line. The program then ends with
// statusUsage and a hint to --help.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usageErrorf(format string, arguments ...any) error {
	return &usageError{fmt.Errorf(format, arguments...)}
}

// flagError says what a flag wants if err is about an invalid value. It returns
// any other error unchanged.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	wanted, known := map[string]string{
		"int":      "a whole number",
		"uint64":   "a whole number of 0 or more",
		"float64":  "a number",
		"bool":     "true or false",
		"duration": "a time with its unit, such as 500ms or 5s",
	}[flag.Value.Type()]
	switch {
	case !known: // a type of this package, which has its own errors
		return fmt.Errorf("--%s: %w", flag.Name, invalid.Unwrap())
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s %q: the number is too large", flag.Name, invalid.GetValue())
	}
	return fmt.Errorf("--%s %q: want %s", flag.Name, invalid.GetValue(), wanted)
}

// noArguments rejects arguments that are not flags.
func noArguments(_ *cobra.Command, arguments []string) error {
	if len(arguments) > 0 {
		return usageErrorf("unexpected argument %q: want only flags", arguments[0])
	}
	return nil
}

// atMostOneFile rejects more than one argument.
func atMostOneFile(_ *cobra.Command, arguments []string) error {
	if len(arguments) > 1 {
		return usageErrorf("unexpected argument %q: want one file, or none for standard input", arguments[1])
	}
	return nil
}
