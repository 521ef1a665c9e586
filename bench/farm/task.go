package farm

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"

	"cathedral/search"
)

// Workers do the jobs of runs.
type Workers struct {
	Threads int // jobs at a time in this process; 1 if it is less
	// Carrier, if not nil, takes the jobs to other machines, whose workers have to be of the
	// same Build as this program. Threads then does not matter.
	Carrier Carrier
	Build   string
}

// Task is a kind of numbered jobs, each with a payload and one result. encoding/json can
// write and read both types.
type Task[payload, result any] struct {
	Name string // that of its Kind
	// Begin returns a function that does one job after the other, with tables that it keeps
	// for the next one. It can be called for any number of goroutines. What the function
	// returns depends on its job alone; when ctx ends first, it returns an error.
	Begin func() (do func(ctx context.Context, job payload) (result, error), err error)
}

// Searching returns a task, with the name of its kind, whose jobs take searches. do does a
// job with a searcher of hashMiB MiB that has learned nothing.
func Searching[payload, result any](name string, hashMiB int, do func(context.Context, *search.Searcher, payload) (result, error)) Task[payload, result] {
	return Task[payload, result]{name, func() (func(context.Context, payload) (result, error), error) {
		searcher, err := search.New(hashMiB)
		return func(ctx context.Context, job payload) (result, error) {
			searcher.Clear()
			return do(ctx, searcher, job)
		}, err
	}}
}

// Kind returns the kind of a task's jobs for a worker of the given build.
func (t Task[payload, result]) Kind(build string) Kind {
	return Kind{Name: t.Name, Check: CheckBuildNeeds(build), Work: t.work()}
}

func (t Task[payload, result]) work() Work {
	var idle sync.Pool // what Begin returned
	return func(ctx context.Context, text json.RawMessage, deliver func(any) error) error {
		var job payload
		if err := json.Unmarshal(text, &job); err != nil {
			return err
		}
		do, _ := idle.Get().(func(context.Context, payload) (result, error))
		if do == nil {
			var err error
			if do, err = t.Begin(); err != nil {
				return err
			}
		}
		defer idle.Put(do)
		found, err := do(ctx, job)
		if err != nil {
			return err
		}
		return deliver(found)
	}
}

// Series is a run of jobs of one Task: those with the numbers from From to To-1 that are
// not done.
type Series[payload, result any] struct {
	ID       string // of the Run
	From, To int
	Done     map[int]bool // nil: none. The Series adds the jobs that are done
	// Payload returns the payload of a job, and false if neither this job nor a later one is
	// to be done. It is called once for each job, in their order, beside Accept.
	Payload func(number int) (job payload, more bool)
	// Accept takes the result of each job once, one at a time and in any order. Its errors
	// are those of Run.Accept.
	Accept   func(number int, found result) error
	OnDemand bool // see Run
}

// Run has workers do the jobs of a series. It returns nil when all of them are done or
// Accept has had enough, the error of a job or of Accept, or ctx's error when ctx has ended.
func (t Task[payload, result]) Run(ctx context.Context, workers Workers, s Series[payload, result]) error {
	if s.Done == nil {
		s.Done = map[int]bool{}
	}
	for s.From < s.To && s.Done[s.From] {
		s.From++
	}
	if s.From >= s.To {
		return nil
	}
	carrier := workers.Carrier
	if carrier == nil {
		carrier = Local{Work: t.work(), Threads: workers.Threads}
	}
	var mutex sync.Mutex // of s.Done
	isDone := func(number int) bool {
		mutex.Lock()
		defer mutex.Unlock()
		return s.Done[number]
	}
	return carrier.Carry(ctx, Run{
		Kind: t.Name, ID: s.ID, Needs: BuildNeeds{workers.Build}, OnDemand: s.OnDemand,
		Jobs: func(yield func(Job) bool) {
			for number := s.From; number < s.To; number++ {
				if isDone(number) {
					continue
				}
				job, more := s.Payload(number)
				if !more || !yield(Job{ID: strconv.Itoa(number), Payload: job}) {
					return
				}
			}
		},
		Accept: func(r Result) (bool, error) {
			number, err := strconv.Atoi(r.Job)
			if err != nil || number < s.From || number >= s.To {
				return false, Refuse("no job %.30q", r.Job)
			}
			if isDone(number) {
				return true, nil
			}
			var found result
			if err := json.Unmarshal(r.Payload, &found); err != nil {
				return false, Refuse("it is not a result of job %d: %w", number, err)
			}
			if err := s.Accept(number, found); err != nil {
				return false, err
			}
			mutex.Lock()
			defer mutex.Unlock()
			s.Done[number] = true
			return true, nil
		},
	})
}

// Each does something with each number below count, in this process, up to threads at a time. begin is
// as Task.Begin. Each calls progress with how many are done. It returns the first error, or ctx's.
func Each(ctx context.Context, threads, count int, begin func() (do func(ctx context.Context, number int) error, err error), progress func(done int)) error {
	task := Task[int, any]{Begin: func() (func(context.Context, int) (any, error), error) {
		do, err := begin()
		return func(ctx context.Context, number int) (any, error) { return nil, do(ctx, number) }, err
	}}
	done := 0
	return task.Run(ctx, Workers{Threads: threads}, Series[int, any]{
		To:      count,
		Payload: func(number int) (int, bool) { return number, true },
		Accept: func(int, any) error {
			done++
			progress(done)
			return nil
		},
	})
}

// InOrder passes numbered values on in the order of their numbers. They may come in any
// order.
type InOrder[value any] struct {
	Next int                 // the number of the value that is handed on next
	Take func(v value) error // takes it; an error is that of Add

	early map[int]value
}

// Add adds the value of a number, which has had none before, and hands on all values whose
// turn has come.
func (o *InOrder[value]) Add(number int, v value) error {
	if o.early == nil {
		o.early = map[int]value{}
	}
	o.early[number] = v
	for next, come := o.early[o.Next]; come; next, come = o.early[o.Next] {
		delete(o.early, o.Next)
		o.Next++
		if err := o.Take(next); err != nil {
			return err
		}
	}
	return nil
}
