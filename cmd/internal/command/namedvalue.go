package command

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// namedValue is the value of a flag with a name for the help text in place of Go's type.
type namedValue struct {
	pflag.Value
	name string
}

func (v *namedValue) Type() string { return v.name }

// NameValues gives the values of all flags of cmd and its subcommands a name, if the help text
// of the flag has none.
func NameValues(cmd *cobra.Command) {
	names := map[string]string{"int": "N", "uint": "N", "duration": "time", "string": "text"}
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		given, _ := pflag.UnquoteUsage(flag)
		if name := names[given]; name != "" {
			flag.Value = &namedValue{flag.Value, name}
		}
	})
	for _, subcommand := range cmd.Commands() {
		NameValues(subcommand)
	}
}

// Alias lets cmd accept the flag name by its former name too, which no help text shows.
func Alias(cmd *cobra.Command, former, name string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, given string) pflag.NormalizedName {
		if given == former {
			given = name
		}
		return pflag.NormalizedName(given)
	})
}
