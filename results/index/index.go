// Package index is the SQLite file that everybody queries. It knows rows and nothing of where they come
// from: package results fills it from attempt folders, and can do so again at any time. It is the
// only package that imports the driver. Create opens it for writing, Open for reading.
package index

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	_ "github.com/mattn/go-sqlite3" // registers the driver "sqlite3"
)

// Version is the version of schema.sql.
const Version = 2

// application marks the file as ours, for file(1) and for us.
const application = 0x72746f72

//go:embed schema.sql
var schema string

// Errors of Create and Open; both mean that the file has to be made again.
var (
	ErrVersion = errors.New("index has another version")
	ErrBroken  = errors.New("index is damaged")
)

// DB is an open index. It is safe for concurrent use.
type DB struct {
	path string
	db   *sql.DB
	wal  bool
}

// dsn spells pragmas that must hold on every connection of a pool.
func dsn(path string, pragmas ...string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?_foreign_keys=on&_busy_timeout=10000&" + strings.Join(pragmas, "&")
}

// Create opens an index for writing. With fresh, the file was made or never filled: it has no tables until
// Tx.Reset, so that a reader takes no half-made index for a whole one. There must be one writer at a time; it
// has one connection. The write-ahead log is used on local file systems only: it needs shared memory.
func Create(path string) (i *DB, fresh bool, err error) {
	wal, mode := IsLocal(path), "DELETE"
	if wal {
		mode = "WAL"
	}
	db, err := sql.Open("sqlite3", dsn(path, "mode=rwc", "_journal_mode="+mode, "_synchronous=FULL", "_txlock=immediate"))
	if err != nil {
		return nil, false, fmt.Errorf("open index %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	i = &DB{path: path, db: db, wal: wal}
	err = i.check()
	if err != nil && !errors.Is(err, errEmpty) {
		return nil, false, errors.Join(fmt.Errorf("open index %s: %w", path, err), db.Close())
	}
	return i, err != nil, nil
}

// Open opens an index for reading. It fails with fs.ErrNotExist where there is none.
func Open(path string) (*DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	db, err := sql.Open("sqlite3", dsn(path, "mode=ro", "_query_only=on"))
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	i := &DB{path: path, db: db}
	if err := i.check(); err != nil {
		if errors.Is(err, errEmpty) || isUnsettled(err) {
			err = fmt.Errorf("%w: it was never finished", ErrBroken)
		}
		return nil, errors.Join(fmt.Errorf("open index %s: %w", path, err), db.Close())
	}
	return i, nil
}

var errEmpty = errors.New("index is empty")

func (i *DB) check() error {
	var version, app, objects int
	err := i.db.QueryRow(`SELECT (SELECT user_version FROM pragma_user_version), (SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM sqlite_master)`).Scan(&version, &app, &objects)
	switch {
	case isBroken(err):
		return fmt.Errorf("%w: %w", ErrBroken, err)
	case err != nil:
		return err
	case objects == 0 && version == 0:
		return errEmpty
	case app != application || version != Version:
		return fmt.Errorf("%w: %d, want %d", ErrVersion, version, Version)
	}
	return nil
}

// Check looks for damage in the file.
func (i *DB) Check(ctx context.Context) error {
	var answer string
	err := i.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer)
	if err == nil && answer != "ok" {
		err = errors.New(answer)
	}
	if err != nil {
		return fmt.Errorf("check index %s: %w", i.path, err)
	}
	return nil
}

// Close closes the index. A writer leaves it, where no reader is in the way, as one file without a log beside it,
// which can be copied, and read from a file system that is read-only.
func (i *DB) Close() error {
	if i.wal {
		// Readers that are still there make this fail; the log then stays and the next writer takes it over.
		_, err := i.db.Exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE")
		if err != nil && !isBusy(err) {
			return errors.Join(fmt.Errorf("close index %s: %w", i.path, err), i.db.Close())
		}
	}
	return i.db.Close()
}

// Remove deletes an index that has to be made again.
func Remove(path string) error {
	var err error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if e := os.Remove(path + suffix); e != nil && !errors.Is(e, os.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}
