package transposition

import (
	"testing"
	"testing/fstest"
)

func TestControlGroupsLimitTheTable(t *testing.T) {
	const none = ^uint64(0)
	for name, test := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"nothing is known": {nil, none},
		"no limit": {map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n",
		}, none},
		"of a group above": {map[string]string{
			"proc/self/cgroup":                    "0::/user/games\n",
			"sys/fs/cgroup/user/games/memory.max": "500000000\n",
			"sys/fs/cgroup/user/memory.max":       "400000000\n",
		}, 400_000_000},
		"of a container that does not see its path": {map[string]string{
			"proc/self/cgroup": "0::/docker/4711\n", "sys/fs/cgroup/memory.max": "300000000\n",
		}, 300_000_000},
		"of version 1": {map[string]string{
			"proc/self/cgroup": "9:name=systemd:/\n5:cpu,memory:/games\n",
			"sys/fs/cgroup/memory/games/memory.limit_in_bytes":  "200000000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":        "9223372036854771712\n",
			"sys/fs/cgroup/memory/games/other.limit_in_bytes":   "1\n",
			"sys/fs/cgroup/systemd/games/memory.limit_in_bytes": "1\n",
		}, 200_000_000},
		"nonsense": {map[string]string{
			"proc/self/cgroup": "0\n:::\n0::../..\n", "sys/fs/cgroup/memory.max": "-1\n",
		}, none},
	} {
		root := fstest.MapFS{}
		for path, text := range test.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupMemory(root); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
