package serve

import "io/fs"

// PageFiles returns the files of the page as they were built in.
func PageFiles() (fs.FS, error) { return fs.Sub(pageFiles, "page") }
