package tau2

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// made are the environments of Made.
var made sync.Map

// Made returns the environment of a domain, made once for all tests: it is safe for concurrent use. Without a folder the domain
// is drawn.
func Made(t testing.TB, domain, folder string, solo bool) *Environment {
	t.Helper()
	type settings struct {
		domain, folder string
		solo           bool
	}
	once, _ := made.LoadOrStore(settings{domain, folder, solo}, sync.OnceValues(func() (*Environment, error) {
		s := Defaults()
		s.Domain, s.Data, s.Solo = domain, folder, solo
		return New(s)
	}))
	e, err := once.(func() (*Environment, error))()
	require.NoError(t, err)
	return e
}

// DataOf is the data set that an environment plays.
func DataOf(e *Environment) *Dataset { return e.data }
