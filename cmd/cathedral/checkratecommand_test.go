package main

import (
	"context"
	"io"
	"reflect"
	"testing"
	"time"

	"cathedral/bench/rating"
	"cathedral/protocol/process"
)

func TestCheckFlagsBecomeOptions(t *testing.T) {
	var got *checkOptions
	cmd := newCheckCommand(testFactory("", io.Discard), func(_ context.Context, options *checkOptions) error {
		got = options
		return nil
	})
	if err := execute(cmd, "--patience", "2s", "--seed", "7", "--json", "engine", "--json", "-x", "--seed", "8"); err != nil {
		t.Fatal(err)
	}
	engine := process.Command{Path: "engine", Arguments: []string{"--json", "-x", "--seed", "8"}}
	if !reflect.DeepEqual(got.engine, engine) || got.check.Patience != 2*time.Second || got.check.Seed != 7 || !got.json {
		t.Errorf("options %+v", got)
	}
}

func TestRateFlagsBecomeOptions(t *testing.T) {
	var got *rateOptions
	cmd := newRateCommand(testFactory("", io.Discard), func(_ context.Context, options *rateOptions) error {
		got = options
		return nil
	})
	if err := execute(cmd); err != nil {
		t.Fatal(err)
	}
	if got.test != nil || got.player != "" || got.json || got.strict || !reflect.DeepEqual(got.names, []string{"-"}) {
		t.Errorf("without flags: options %+v", got)
	}
	if err := execute(cmd, "--sprt", "0,5,0.1,0.2,logistic", "--player", "A", "--strict", "a", "b"); err != nil {
		t.Fatal(err)
	}
	test := rating.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.1, Beta: 0.2, Model: rating.Logistic}
	if *got.test != test || got.player != "A" || !got.strict || !reflect.DeepEqual(got.names, []string{"a", "b"}) {
		t.Errorf("options %+v", got)
	}
}
