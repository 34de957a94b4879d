package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// readContent reads what a done attempt produced and compares every file with done.json.
func (s *Store) readContent(dir string) (index.Content, error) {
	var c index.Content
	done, err := attempt.ReadDone(dir)
	if err != nil {
		return c, err
	}
	for _, f := range done.Files {
		if err := attempt.CheckFile(s.locate(dir, f), f); err != nil {
			if exact := pinpoint(dir, f.Name); attempt.IsCorrupt(exact) {
				err = exact
			}
			return c, err
		}
	}
	for _, f := range done.Artifacts() {
		c.Artifacts = append(c.Artifacts, index.Artifact(f))
	}
	records := 0
	phases := map[string]int{}
	path := filepath.Join(dir, attempt.RecordsFile)
	for r, err := range attempt.ReadRecords(path) {
		if err != nil {
			return c, err
		}
		records++
		if err := addRecord(&c, r, phases); err != nil {
			return c, &attempt.CorruptError{Path: path, Line: r.N, Cause: err.Error()}
		}
	}
	if records != done.Records || len(c.Episodes) != done.Episodes {
		return c, &attempt.CorruptError{Path: path, Cause: fmt.Sprintf("has %d records and %d episodes, want %d and %d",
			records, len(c.Episodes), done.Records, done.Episodes)}
	}
	return c, nil
}

// pinpoint finds the first line or frame that is damaged in a file of a done attempt; nil where that cannot be told.
func pinpoint(dir, name string) error {
	if name != attempt.RecordsFile && name != attempt.EpisodesFile {
		return nil
	}
	var c index.Content
	phases := map[string]int{}
	for r, err := range attempt.ReadRecords(filepath.Join(dir, attempt.RecordsFile)) {
		if err == nil {
			err = addRecord(&c, r, phases)
		}
		if err != nil {
			return err
		}
	}
	if name == attempt.RecordsFile {
		return nil
	}
	return checkEpisodes(dir, c.Episodes)
}

// checkEpisodes reads every episode of an attempt and compares it with its record.
func checkEpisodes(dir string, rows []index.Episode) error {
	if len(rows) == 0 {
		return nil
	}
	path := filepath.Join(dir, attempt.EpisodesFile)
	file, err := attempt.OpenEpisodes(path)
	if err != nil {
		return err
	}
	for i := range rows {
		row := &rows[i]
		e, err := file.At(row.Frame, row.At, row.Bytes)
		if err == nil && (e.Task != (registry.Task{Split: row.Split, Index: row.Task}) || e.Decode != row.Decode || len(e.Turns) != row.Turns) {
			err = &attempt.CorruptError{Path: path, Frame: row.Frame, At: row.At, Cause: "is another episode than its record says"}
		}
		if err != nil {
			return errors.Join(err, file.Close())
		}
	}
	return file.Close()
}

func addRecord(c *index.Content, r attempt.Record, phases map[string]int) error {
	switch r.Kind {
	case attempt.KindEpisode:
		v, err := attempt.ParseEpisode(r.Value)
		if err != nil {
			return err
		}
		c.Episodes = append(c.Episodes, episodeRow(v, phases[v.Phase], len(c.Episodes)+1))
		phases[v.Phase]++
	case attempt.KindMetric:
		v, err := attempt.ParseMetric(r.Value)
		if err != nil {
			return err
		}
		c.Metrics = append(c.Metrics, index.Metric(v))
	case attempt.KindWarning:
		v, err := attempt.ParseWarning(r.Value)
		if err != nil {
			return err
		}
		c.Warnings = append(c.Warnings, v)
	}
	return nil
}

// locate is where a file of a done attempt is: in its folder, or among the blobs alone.
func (s *Store) locate(dir string, f attempt.FileSum) string {
	path := filepath.Join(dir, f.Name)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && f.Bytes >= blobBytes {
		return s.blobs.Path(f.SHA256)
	}
	return path
}
