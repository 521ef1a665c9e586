package wire

import (
	"testing"

	"cathedral/engine/enginetest"
)

func TestFaultsOfDeclaredOptionsAreNamed(t *testing.T) {
	for line, faulty := range map[string]bool{
		"option name Hash type spin default 16 min 1 max 1024":                   false,
		"option name Move Overhead type spin max 5000 min -3 default 0":          false,
		"option name Clear Hash type button":                                     false,
		"option name Rules type combo default far away var classic var far away": false,
		"option name Ponder type check default false":                            false,
		"option name Nothing type string default":                                false,
		"option name Hash type number default 1 min 1 max 2":                     true,
		"option name Hash type spin default 1":                                   true,
		"option name Hash type spin default 1 min 1":                             true,
		"option name Hash type spin default 3 min 1 max 2":                       true,
		"option name Hash type spin default x min 1 max 2":                       true,
		"option name Hash type spin min 1 max 2":                                 true,
		"option name Ponder type check":                                          true,
		"option name Ponder type check default on":                               true,
		"option name Rules type combo default a":                                 true,
		"option name Rules type combo default a var b":                           true,
	} {
		option, err := ParseOption(line)
		enginetest.Must(t, err)
		if fault := option.Fault(); (fault != nil) != faulty {
			t.Errorf("%s: %v", line, fault)
		}
	}
}
