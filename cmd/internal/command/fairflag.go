package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/engine"
)

// AddFair adds the flag --fair, which selects a fair game, to a command. verb says what the
// command does with it.
func AddFair(cmd *cobra.Command, fair *engine.FairGame, verb string) {
	var names []string
	usage := verb + " a fair `game` between equals: a number of squares in advance for Light, such as 4.5"
	for _, first := range engine.FirstBuildings()[1:] {
		names = append(names, first.String())
		usage += fmt.Sprintf(", %s (%s)", first, strings.TrimSuffix(engine.FairGame{First: first}.Rule(), "."))
	}
	cmd.Flags().Var((*fairFlag)(fair), "fair", usage+", or both: "+names[0]+"+0.5")
	RegisterCompletion(cmd, "fair", names)
}

// fairFlag is a fair game as the value of a flag.
type fairFlag engine.FairGame

// String returns the text of the fair game, "" if it is none.
func (f *fairFlag) String() string {
	if *f == (fairFlag{}) {
		return ""
	}
	return engine.FairGame(*f).String()
}

// Type returns the name of the value in the help text.
func (f *fairFlag) Type() string { return "game" }

// Set parses the text of a fair game.
func (f *fairFlag) Set(text string) error {
	fair, err := engine.ParseFairGame(text)
	*f = fairFlag(fair)
	return err
}
