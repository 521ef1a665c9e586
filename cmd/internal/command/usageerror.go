package command

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UsageError reports an invalid command line. The program then ends with the status for
// wrong usage and a hint to --help.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// UsageErrorf returns a UsageError whose text is made from format and arguments, as by
// fmt.Errorf.
func UsageErrorf(format string, arguments ...any) error {
	return &UsageError{fmt.Errorf(format, arguments...)}
}

// FlagError returns the error err of a flag of cmd with the names of similar flags if it is
// unknown, and of the values that it takes if its value is invalid. If a word before the flag is an
// unknown subcommand, that is the error.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if cmd.HasSubCommands() && cmd.Flags().NArg() > 0 {
			return Unknown(cmd, cmd.Flags().Args())
		}
		var flags []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		return fmt.Errorf("%w%s", err, Similar(unknown.GetSpecifiedName(), "--", flags...))
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	kind := flag.Value.Type()
	if named, renamed := flag.Value.(*namedValue); renamed {
		kind = named.Value.Type()
	}
	wanted, known := map[string]string{
		"int":      "a whole number",
		"uint64":   "a whole number of 0 or more",
		"float64":  "a number",
		"bool":     "true or false",
		"duration": "a time with its unit, such as 500ms or 5s",
	}[kind]
	switch {
	case !known: // a type of this program, which has its own errors
		return fmt.Errorf("--%s: %w", flag.Name, invalid.Unwrap())
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s %q: the number is too large", flag.Name, invalid.GetValue())
	}
	return fmt.Errorf("--%s %q: want %s", flag.Name, invalid.GetValue(), wanted)
}
