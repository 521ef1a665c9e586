// Package identity holds the names of the programs of this module for handshakes and
// greetings. It is not part of package build, because the engine alone and the page's WebAssembly
// would link all that measures builds and makes them.
package identity

const (
	// Name is the name of the engine.
	Name = "Cathedral"
	// Version is the version of the programs, which heads CHANGELOG.md. The
	// handshake (EngineVersion) and the documents name it; a test compares them.
	Version = "0.2.0"
	// Author is named by the engine and the simple players.
	Author = "the Cathedral engine authors"
)
