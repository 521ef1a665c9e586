package rate

import (
	"reflect"
	"testing"

	"cathedral/bench/rating"
	"cathedral/cmd/internal/command/commandtest"
)

func TestRateFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newCommand)
	if err != nil {
		t.Fatal(err)
	}
	if got.test != nil || got.player != "" || got.json || got.strict || !reflect.DeepEqual(got.names, []string{"-"}) {
		t.Errorf("without flags: options %+v", got)
	}
	got, err = commandtest.Options(newCommand, "--sprt", "0,5,0.1,0.2,logistic", "--player", "A", "--strict", "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	test := rating.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.1, Beta: 0.2, Model: rating.Logistic}
	if *got.test != test || got.player != "A" || !got.strict || !reflect.DeepEqual(got.names, []string{"a", "b"}) {
		t.Errorf("options %+v", got)
	}
}
