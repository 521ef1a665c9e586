package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

func TestSiteFlagsBecomeOptions(t *testing.T) {
	var got *siteOptions
	catch := func(_ context.Context, options *siteOptions) error {
		got = options
		return nil
	}
	if err := execute(newSiteCommand(testFactory("", io.Discard), catch), "public", "--source", "there", "--wasm", "a.wasm"); err != nil {
		t.Fatal(err)
	}
	if got.folder != "public" || got.source != "there" || got.wasm != "a.wasm" {
		t.Errorf("options %+v", got)
	}
	for _, arguments := range [][]string{{}, {"a", "b"}} {
		if err := execute(newSiteCommand(testFactory("", io.Discard), catch), arguments...); err == nil {
			t.Errorf("%v is accepted", arguments)
		}
	}
}

func TestSiteSaysWhatIsMissing(t *testing.T) {
	err := execute(newSiteCommand(testFactory("", io.Discard), nil), t.TempDir(), "--source", t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "is not the source of this program") || !strings.Contains(err.Error(), "--wasm") {
		t.Errorf("error %v", err)
	}
}
