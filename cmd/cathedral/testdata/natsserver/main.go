// Natsserver is a NATS server for tests, as its configuration file describes it. Tests build
// it with an overlay of the package time whose clock they set back.
package main

import (
	"log"
	"os"

	"github.com/nats-io/nats-server/v2/server"
)

func main() {
	options, err := server.ProcessConfigFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	options.NoSigs = true
	s, err := server.NewServer(options)
	if err != nil {
		log.Fatal(err)
	}
	s.ConfigureLogger()
	s.Start()
	s.WaitForShutdown()
}
