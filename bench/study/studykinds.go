package study

import "cathedral/bench/jobs"

// Workers do the jobs of a study.
type Workers struct {
	Carrier jobs.Carrier // takes the jobs to them
	// Build is that of this program, which workers on other machines must have; "": they
	// are in this process.
	Build string
}

// Kinds returns the kinds of jobs of a study, for a worker of a build.
func Kinds(build string) []jobs.Kind {
	check := jobs.CheckBuildNeeds(build)
	return []jobs.Kind{
		{Name: GameKind, Check: check, Work: PlayJob()},
		{Name: PracticeKind, Check: check, Work: PracticeJob()},
		{Name: AnalysisKind, Check: check, Work: AnalyseJob()},
	}
}
