package identity

import (
	"runtime/debug"
	"testing"
)

func TestTheEngineOfABuildThatIsNotAReleaseStatesItsCommit(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for _, test := range []struct{ module, commit, modified, want string }{
		{"v" + Version, commit, "false", Version},
		{"v" + Version + "+dirty", commit, "true", Version + "+0123456789ab.modified"},
		{"v0.0.0-20261123130000-0123456789ab", commit, "false", Version + "+0123456789ab"},
		{"(devel)", commit, "true", Version + "+0123456789ab.modified"},
		{"(devel)", "", "", Version},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Path: "cathedral", Version: test.module}}
		info.Settings = []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: test.commit}, {Key: "vcs.modified", Value: test.modified}}
		if got := engineVersion(info); got != test.want {
			t.Errorf("built as %+v: version %q, want %q", test, got, test.want)
		}
	}
}
