package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// usageError is a command line that cannot be understood. It ends the program
// with statusUsage and a word about --help.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usageErrorf(format string, arguments ...any) error {
	return &usageError{fmt.Errorf(format, arguments...)}
}

// noArguments refuses any argument that is not a flag.
func noArguments(cmd *cobra.Command, arguments []string) error {
	if len(arguments) > 0 {
		return usageErrorf("%q is one argument too many: there are only flags", arguments[0])
	}
	return nil
}

// atMostOneFile refuses more than one argument.
func atMostOneFile(cmd *cobra.Command, arguments []string) error {
	if len(arguments) > 1 {
		return usageErrorf("%q is one argument too many: want one file, or none for standard input", arguments[1])
	}
	return nil
}
