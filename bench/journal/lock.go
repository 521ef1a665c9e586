package journal

import "os"

// Lock opens or creates a file and locks it for this process, until the file is closed or the
// process ends. It waits up to a second for a file that another process has locked.
func Lock(path string) (*os.File, error) { return openLocked(path) }
