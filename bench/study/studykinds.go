package study

import (
	"encoding/json"

	"cathedral/bench/jobs"
)

// Workers do the jobs of a study.
type Workers struct {
	Carrier jobs.Carrier // takes the jobs to them
	// Build is that of this program, which workers on other machines must have; "": they
	// are in this process.
	Build string
}

// needs says what a worker must have to do the jobs of a study.
type needs struct {
	Build string `json:"build"` // see Workers
}

// Kinds returns the kinds of jobs of a study, for a worker of a build.
func Kinds(build string) []jobs.Kind {
	check := func(text json.RawMessage) error {
		var n needs
		if err := json.Unmarshal(text, &n); err != nil {
			return err
		}
		return jobs.CheckBuild(n.Build, build)
	}
	return []jobs.Kind{
		{Name: GameKind, Check: check, Work: PlayJob()},
		{Name: AnalysisKind, Check: check, Work: AnalyseJob()},
	}
}
