package remote

// WorkerSubjects returns the subjects that a worker may publish to, for tests.
func WorkerSubjects() []string { return workerPermissions("*", "*").Publish.Allow }
