package farm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// signed returns a new key and the claims about it that signer has signed.
func signed(t *testing.T, create func() (nkeys.KeyPair, error), claims func(public string) jwt.Claims, signer nkeys.KeyPair) (pair nkeys.KeyPair, token string) {
	t.Helper()
	pair, err := create()
	enginetest.Must(t, err)
	public, err := pair.PublicKey()
	enginetest.Must(t, err)
	if signer == nil {
		signer = pair
	}
	if token, err = claims(public).Encode(signer); err != nil {
		t.Fatal(err)
	}
	return pair, token
}

// A run and its worker connect with the .creds files of an account, which give the worker the
// permissions of MACHINES.md.
func TestACredsFileIsAKey(t *testing.T) {
	ctx := limited(t)
	var trusted *jwt.OperatorClaims
	operator, _ := signed(t, nkeys.CreateOperator, func(public string) jwt.Claims {
		trusted = jwt.NewOperatorClaims(public)
		return trusted
	}, nil)
	accounts := &server.MemAccResolver{}
	account := func() (owner nkeys.KeyPair, public string) {
		owner, token := signed(t, nkeys.CreateAccount, func(key string) jwt.Claims {
			public = key
			return jwt.NewAccountClaims(key)
		}, operator)
		enginetest.Must(t, accounts.Store(public, token))
		return owner, public
	}
	_, system := account()
	owner, _ := account()
	s := farmtest.Start(t, &server.Options{
		Port: server.RANDOM_PORT, TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: accounts, SystemAccount: system,
	})
	defer s.Shutdown()
	// user writes the file of a user that may publish and hear some subjects, with KEY for its key.
	user := func(publish, subscribe []string) (path, public string) {
		pair, token := signed(t, nkeys.CreateUser, func(key string) jwt.Claims {
			public = key
			claims := jwt.NewUserClaims(key)
			for _, subject := range publish {
				claims.Pub.Allow.Add(strings.ReplaceAll(subject, "KEY", key))
			}
			for _, subject := range subscribe {
				claims.Sub.Allow.Add(strings.ReplaceAll(subject, "KEY", key))
			}
			return claims
		}, owner)
		seed, err := pair.Seed()
		enginetest.Must(t, err)
		text, err := jwt.FormatUserConfig(token, seed)
		enginetest.Must(t, err)
		path = filepath.Join(t.TempDir(), "user.creds")
		enginetest.Must(t, os.WriteFile(path, text, 0o600))
		return path, public
	}
	runner, _ := user(nil, nil)
	worker, key := user([]string{"cathedral.from.KEY.>"}, []string{
		"cathedral.to.KEY.>", "cathedral.begin", "cathedral.stop.*", "cathedral.from.*.look", "cathedral.from.*.status", "cathedral.run.*",
	})
	var said farmtest.Notices
	connection, err := farm.Connect(s.ClientURL(), "runner", farm.Credentials{Creds: runner}, said.Add)
	enginetest.Must(t, err)
	defer connection.Close()
	serveWith(t, ctx, s.ClientURL(), farm.Credentials{Creds: worker}, farm.Worker{Name: "a", Kinds: []farm.Kind{squares("paper")}, Notice: said.Add})
	run, results := run(20)
	accept := run.Accept
	run.Accept = func(result farm.Result) (bool, error) {
		if result.Key != key {
			t.Errorf("a result of the key %s", result.Key)
		}
		return accept(result)
	}
	carrier := &farm.Remote{Connection: connection, Notice: said.Add, Patience: time.Second}
	carry(t, ctx, carrier, run, results, 20)
	if strings.Contains(said.String(), "may not") {
		t.Errorf("said is %q", &said)
	}
}
