package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cathedral/search/transposition"
)

// MostThreads is the maximum number of threads of a command.
const MostThreads = 256

// Rule limits the values of flags, or says which flags can be combined. Declare gives
// rules to a command.
//
// A flag that is set to its default counts as not given when flags are compared with each
// other, so that the command line can revoke a flag of a configuration file.
type Rule struct {
	flags   []string
	fault   func(set *pflag.FlagSet, flag *pflag.Flag) string // the fault of a flag, "" if there is none
	always  bool                                              // also check flags that are not given
	because string
	values  []string // for the completion in shells
}

// Because returns the rule with reason at the end of its message.
func (r Rule) Because(reason string) Rule {
	r.because = ": " + reason
	return r
}

// Declare makes cmd check rules, in their order, after its PreRunE and before it runs.
// A broken rule is a UsageError. The flags must have been added to cmd.
func Declare(cmd *cobra.Command, rules ...Rule) {
	for _, rule := range rules {
		if rule.values != nil {
			RegisterCompletion(cmd, rule.flags[0], rule.values)
		}
	}
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, arguments []string) error {
		if before != nil {
			if err := before(cmd, arguments); err != nil {
				return err
			}
		}
		for _, rule := range rules {
			for _, name := range rule.flags {
				flag := cmd.Flags().Lookup(name)
				if !rule.always && !isGiven(flag) {
					continue
				}
				if fault := rule.fault(cmd.Flags(), flag); fault != "" {
					return UsageErrorf("--%s%s%s", name, fault, rule.because)
				}
			}
		}
		return nil
	}
}

// Gone makes cmd accept a flag that it once had, on the command line or in a configuration file, and
// say why it does nothing.
func Gone(cmd *cobra.Command, name, why string) {
	flags := cmd.Flags()
	flags.Func(name, "", func(string) error {
		fmt.Fprintf(cmd.ErrOrStderr(), "--%s does nothing any more: %s\n", name, why)
		return nil
	})
	flags.Lookup(name).Hidden = true
}

// AtLeast wants values of flags that are not below least, or least seconds if they are times.
func AtLeast(least int, flags ...string) Rule {
	return within(least, math.Inf(1), flags, func(unit string) string { return fmt.Sprintf("%d%s or more", least, unit) })
}

// Between wants values of flags from least to most.
func Between(least, most int, flags ...string) Rule {
	return within(least, float64(most), flags, func(string) string { return fmt.Sprintf("a number from %d to %d", least, most) })
}

// Hash wants a value of --hash that a table can have.
func Hash() Rule { return Between(1, transposition.MaxHashMiB(), "hash") }

// ZeroMeans wants values of flags, numbers or times, of at least 0. meaning explains 0, such
// as "no limit".
func ZeroMeans(meaning string, flags ...string) Rule {
	return within(0, math.Inf(1), flags, func(unit string) string { return fmt.Sprintf("0%s (%s) or more", unit, meaning) })
}

func within(least int, most float64, flags []string, want func(unit string) string) Rule {
	return Rule{flags: flags, always: true, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		text, unit := flag.Value.String(), ""
		number, err := strconv.ParseFloat(text, 64)
		if err != nil { // the flag is a time
			duration, _ := time.ParseDuration(text)
			number, unit = duration.Seconds(), "s"
		}
		if !flag.Changed || number >= float64(least) && number <= most {
			return ""
		}
		return fmt.Sprintf(" %s: want %s", text, want(unit))
	}}
}

// OneOf wants the value of flag to be one of values.
func OneOf(flag string, values ...string) Rule {
	return Rule{flags: []string{flag}, values: values, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		text := flag.Value.String()
		if slices.Contains(values, text) {
			return ""
		}
		return fmt.Sprintf(" %q: want one of %s", text, strings.Join(values, ", "))
	}}
}

// Valid wants a value of flag, if there is one, for which check returns nil.
func Valid(flag string, check func(text string) error) Rule {
	return Rule{flags: []string{flag}, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		if err := check(flag.Value.String()); err != nil {
			return " " + err.Error()
		}
		return ""
	}}
}

// Required wants flag to have a value, which the error describes by what.
func Required(flag, what string) Rule {
	return Rule{flags: []string{flag}, always: true, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		if flag.Value.String() != "" {
			return ""
		}
		return " is missing: " + what
	}}
}

// Exclusive wants at most one of flags.
func Exclusive(flags ...string) Rule { return clash(flags, flags) }

// NotWith wants flags only without the flag other.
func NotWith(other string, flags ...string) Rule { return clash([]string{other}, flags) }

// clash wants none of flags together with one of others, which may contain the flag itself.
func clash(others, flags []string) Rule {
	return Rule{flags: flags, fault: func(set *pflag.FlagSet, flag *pflag.Flag) string {
		for _, other := range others {
			if other != flag.Name && isGiven(set.Lookup(other)) {
				return " cannot be used with --" + other
			}
		}
		return ""
	}}
}

// With wants flags only with one of others, which is a text such as "listen or nats" or, if a
// flag must have a value, "to positions".
func With(others string, flags ...string) Rule {
	return Rule{flags: flags, fault: func(set *pflag.FlagSet, _ *pflag.Flag) string {
		for other := range strings.SplitSeq(others, " or ") {
			name, value, valued := strings.Cut(other, " ")
			if wanted := set.Lookup(name); isGiven(wanted) && (!valued || wanted.Value.String() == value) {
				return ""
			}
		}
		return " needs --" + strings.ReplaceAll(others, " or ", " or --")
	}}
}

// isGiven reports whether a flag is set to something other than its default.
func isGiven(flag *pflag.Flag) bool { return flag.Changed && flag.Value.String() != flag.DefValue }
