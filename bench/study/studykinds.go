package study

import "cathedral/bench/jobs"

// Kinds returns the kinds of jobs of a study, for a worker of a build.
func Kinds(build string) []jobs.Kind {
	return []jobs.Kind{gameTask().Kind(build), practiceTask().Kind(build), analysisTask().Kind(build)}
}
