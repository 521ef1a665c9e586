package bench

import (
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

const benchmarkOutput = `goos: linux
BenchmarkHotPaths/Maps/middle/engine-2         	  100	        30.00 ns/op	      96 B/op	       6 allocs/op
BenchmarkHotPaths/Maps/middle/engine#01-2      	  100	        29.00 ns/op	      16 B/op	       1 allocs/op
BenchmarkHotPaths/Maps/middle/engine#02-2      	  100	        31.00 ns/op	      32 B/op	       2 allocs/op
BenchmarkHotPaths/Maps/middle/twin-2           	  100	      8700 ns/op	     464 B/op	       3 allocs/op
BenchmarkHotPaths/Key/engine                   	  100	         3.0 ns/op
BenchmarkHotPaths/Key/twin                     	  100	        30 ns/op
BenchmarkSearch/engine-2   3  500000000 ns/op
PASS
`

// One disturbed run decides nothing, neither the first nor the last.
func TestReadHotPathsKeepsTheLeast(t *testing.T) {
	paths, err := ReadHotPaths(benchmarkOutput)
	enginetest.Must(t, err)
	if len(paths) != 2 || paths[0].Name != "Key" || paths[1] != (HotPath{"Maps/middle", 29, 8700, 1}) || paths[1].Ratio() != 300 {
		t.Errorf("got %+v", paths)
	}
}

func TestReadHotPathsRefusesHalfAPath(t *testing.T) {
	for name, output := range map[string]string{
		"nothing":   "PASS\n",
		"no twin":   "BenchmarkHotPaths/Key/engine 100 3.0 ns/op\n",
		"no engine": "BenchmarkHotPaths/Key/twin 100 3.0 ns/op\n",
		"zero time": "BenchmarkHotPaths/Key/twin 100 0 ns/op\n",
	} {
		if _, err := ReadHotPaths(output); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestARecordFindsWhatGrewSlower(t *testing.T) {
	record := HotPathRecord{"Maps": 300, "Table": 0.9}
	for _, test := range []struct {
		slower float64 // how many times
		passes bool
	}{
		{1, true},
		{0.5, true},      // it became faster
		{1 / 0.8, true},  // the ratio is a fifth lower, as on another machine
		{1 / 0.71, true}, // just within the gate
		{1.5, false},
		{3, false},
	} {
		for name, ratio := range record {
			fault := HotPathRecord{name: ratio}.Check([]HotPath{{name, 30 * test.slower, 30 * ratio, 0}})
			if (fault == nil) != test.passes || fault != nil && !strings.Contains(fault.Error(), name+": ") {
				t.Errorf("%s, %.3g times slower: %v", name, test.slower, fault)
			}
		}
	}
}

func TestARecordNamesEveryFault(t *testing.T) {
	record, err := ParseHotPathRecord("# a comment\nMaps 300\nKey 16\nPlay 50\nGone 7\n")
	enginetest.Must(t, err)
	fault := record.Check([]HotPath{{"Maps", 30, 9000, 0}, {"Key", 3, 30, 0}, {"Play", 60, 3000, 1}, {"New", 1, 2, 0}})
	if fault == nil {
		t.Fatal("no fault found")
	}
	const want = "Key: 10 times as fast as its twin, 16 on record\nPlay: 1 allocations, want none\nNew: no ratio is recorded\nGone: recorded but not measured"
	if fault.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", fault, want)
	}
}

func TestARecordIsReadAsItIsWritten(t *testing.T) {
	record := Record([]HotPath{{"Maps/middle", 29, 8700, 0}, {"Key", 4, 30, 0}})
	again, err := ParseHotPathRecord(record.String())
	if err != nil || len(again) != 2 || again["Maps/middle"] != 300 || again["Key"] != 7.5 {
		t.Errorf("got %v, %v", again, err)
	}
}

func FuzzHotPathRecord(f *testing.F) {
	f.Add("# a comment\nMaps 500\nKey 16\n")
	f.Add("Key 16\nKey 17")
	f.Add("Key NaN")
	f.Fuzz(func(t *testing.T, text string) {
		record, err := ParseHotPathRecord(text)
		if err != nil {
			return
		}
		if again, err := ParseHotPathRecord(record.String()); err != nil || len(again) != len(record) {
			t.Errorf("%q is read as %v and then as %v, %v", text, record, again, err)
		}
	})
}

func FuzzReadHotPaths(f *testing.F) {
	f.Add(benchmarkOutput)
	f.Fuzz(func(t *testing.T, output string) {
		paths, err := ReadHotPaths(output)
		if err == nil && len(paths) == 0 {
			t.Error("no path and no error")
		}
		for _, path := range paths {
			if !(path.Nanoseconds > 0) || !(path.Twin > 0) {
				t.Errorf("%+v", path)
			}
		}
	})
}
