//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "webworker runs in a browser: cathedral site builds it, with GOOS=js GOARCH=wasm")
	os.Exit(1)
}
