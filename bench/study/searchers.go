package study

import (
	"sync"

	"cathedral/search"
)

// searchHashMiB is the size of a searcher's tables. What a search finds depends on it.
const searchHashMiB = 32

// searchers are idle searchers. They are safe for concurrent use.
type searchers struct{ idle sync.Pool }

// take returns a searcher that has forgotten everything. The caller gives it back.
func (s *searchers) take() (*search.Searcher, error) {
	searcher, _ := s.idle.Get().(*search.Searcher)
	if searcher == nil {
		return search.New(searchHashMiB)
	}
	searcher.Clear()
	return searcher, nil
}

func (s *searchers) give(searcher *search.Searcher) { s.idle.Put(searcher) }
