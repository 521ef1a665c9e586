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
	cmd.Flags().TextVar(fair, "fair", *fair, usage+", or both: "+names[0]+"+0.5")
	cmd.Flags().Lookup("fair").DefValue = "" // for the help text
	RegisterCompletion(cmd, "fair", names)
}
