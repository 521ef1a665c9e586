package identity

import "runtime/debug"

// EngineVersion returns the version that an engine states in the handshake. It is Version
// for a release, which is built at the tag of that version, and if Go recorded no commit.
// Otherwise the commit follows, as in "0.2.0+0123456789ab", and ".modified" if files
// differed from it.
func EngineVersion() string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return Version
	}
	return engineVersion(info)
}

func engineVersion(info *debug.BuildInfo) string {
	commit := shortened(setting(info, "vcs.revision"))
	if commit == "" || info.Main.Version == "v"+Version {
		return Version
	}
	if setting(info, "vcs.modified") == "true" {
		commit += ".modified"
	}
	return Version + "+" + commit
}

// Commit returns the first 12 digits of the commit that this program was built from, or ""
// if Go did not record it.
func Commit() string { return shortened(Recorded("vcs.revision")) }

func shortened(revision string) string { return revision[:min(12, len(revision))] }

// Recorded returns what Go recorded about this build under a key, such as "vcs.time", or "".
func Recorded(key string) string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return ""
	}
	return setting(info, key)
}

func setting(info *debug.BuildInfo, key string) string {
	for _, recorded := range info.Settings {
		if recorded.Key == key {
			return recorded.Value
		}
	}
	return ""
}
