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
)

// MostThreads is the maximum number of threads of a command.
const MostThreads = 256

// Rule says which values of flags a command takes, or which flags go together. Declare gives
// rules to a command.
//
// A flag that is set to its default counts as not given when flags are compared with each
// other, so that the command line can take back what a file of flags says.
type Rule struct {
	flags   []string
	fault   func(set *pflag.FlagSet, flag *pflag.Flag) string // what is wrong with a flag, ""
	because string
	values  []string // for the completion in shells
}

// Because returns the rule with a reason, which the message ends with.
func (r Rule) Because(reason string) Rule {
	r.because = ": " + reason
	return r
}

// Declare makes a command check rules, in their order, after its PreRunE and before it runs.
// It then ends with a UsageError. The flags have to be those of the command already.
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
				if fault := rule.fault(cmd.Flags(), cmd.Flags().Lookup(name)); fault != "" {
					return UsageErrorf("--%s%s%s", name, fault, rule.because)
				}
			}
		}
		return nil
	}
}

// AtLeast wants numbers, or seconds, that are not less than least.
func AtLeast(least int, flags ...string) Rule {
	return within(least, math.Inf(1), flags, func(unit string) string { return fmt.Sprintf("%d%s or more", least, unit) })
}

// Between wants numbers from least to most.
func Between(least, most int, flags ...string) Rule {
	return within(least, float64(most), flags, func(string) string { return fmt.Sprintf("a number from %d to %d", least, most) })
}

// ZeroMeans wants numbers, or times, of 0 or more, of which 0 has a meaning, such as "no
// limit".
func ZeroMeans(meaning string, flags ...string) Rule {
	return within(0, math.Inf(1), flags, func(unit string) string { return fmt.Sprintf("0%s (%s) or more", unit, meaning) })
}

func within(least int, most float64, flags []string, want func(unit string) string) Rule {
	return Rule{flags: flags, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
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

// OneOf wants one of the values.
func OneOf(flag string, values ...string) Rule {
	return Rule{flags: []string{flag}, values: values, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		text := flag.Value.String()
		if !isGiven(flag) || slices.Contains(values, text) {
			return ""
		}
		return fmt.Sprintf(" %q: want one of %s", text, strings.Join(values, ", "))
	}}
}

// Valid wants a value, if there is one, that check has no error for.
func Valid(flag string, check func(text string) error) Rule {
	return Rule{flags: []string{flag}, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		if err := check(flag.Value.String()); isGiven(flag) && err != nil {
			return " " + err.Error()
		}
		return ""
	}}
}

// Required wants a flag to have a value. what tells the user which.
func Required(flag, what string) Rule {
	return Rule{flags: []string{flag}, fault: func(_ *pflag.FlagSet, flag *pflag.Flag) string {
		if flag.Value.String() != "" {
			return ""
		}
		return " is missing: " + what
	}}
}

// Exclusive wants at most one of the flags.
func Exclusive(flags ...string) Rule {
	return Rule{flags: flags, fault: func(set *pflag.FlagSet, flag *pflag.Flag) string {
		for _, other := range flags {
			if other != flag.Name && isGiven(flag) && isGiven(set.Lookup(other)) {
				return " cannot be used with --" + other
			}
		}
		return ""
	}}
}

// NotWith wants the flags only without the other one.
func NotWith(other string, flags ...string) Rule {
	return Rule{flags: flags, fault: func(set *pflag.FlagSet, flag *pflag.Flag) string {
		if !isGiven(flag) || !isGiven(set.Lookup(other)) {
			return ""
		}
		return " cannot be used with --" + other
	}}
}

// With wants the flags only with one of the others, which are given as in "listen or nats"
// or, if a value is wanted, "to positions".
func With(others string, flags ...string) Rule {
	return Rule{flags: flags, fault: func(set *pflag.FlagSet, flag *pflag.Flag) string {
		for other := range strings.SplitSeq(others, " or ") {
			name, value, valued := strings.Cut(other, " ")
			if wanted := set.Lookup(name); isGiven(wanted) && (!valued || wanted.Value.String() == value) {
				return ""
			}
		}
		if !isGiven(flag) {
			return ""
		}
		return " is for --" + strings.ReplaceAll(others, " or ", " or --")
	}}
}

// Together wants all of the flags or none.
func Together(flags ...string) Rule {
	return Rule{flags: flags, fault: func(set *pflag.FlagSet, flag *pflag.Flag) string {
		for _, other := range flags {
			if isGiven(flag) && !isGiven(set.Lookup(other)) {
				return " needs --" + other
			}
		}
		return ""
	}}
}

// isGiven reports whether a flag is set to something other than its default.
func isGiven(flag *pflag.Flag) bool { return flag.Changed && flag.Value.String() != flag.DefValue }
