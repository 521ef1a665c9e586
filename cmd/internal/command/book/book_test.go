package book

import "testing"

func TestByteSizesHaveUnits(t *testing.T) {
	for text, want := range map[string]byteSize{"200kB": 200_000, "3MB": 3_000_000, "77": 77, "0": 0, "": 0, "kB": 0, "-1": 0, "99999999999": 0} {
		var size byteSize
		if err := size.Set(text); size != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d: error %v, want %d", text, size, err, want)
		}
	}
}
