package attempt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/retort-ml/retort/registry"
)

// The episodes file is a sequence of independent zstd frames, each one episode as a line of JSON: any of
// them can be read alone, and all together decompress to JSON lines with the usual tools.

// newEncoder compresses on the calling goroutine, so that the bytes depend on nothing but the input.
func newEncoder() *zstd.Encoder {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault),
		zstd.WithEncoderCRC(true), zstd.WithSingleSegment(true), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(fmt.Sprintf("zstd encoder: %v", err))
	}
	return enc
}

// frameMax bounds what a frame may unpack to.
const frameMax = 1 << 30

var decoder = sync.OnceValue(func() *zstd.Decoder {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(frameMax))
	if err != nil {
		panic(fmt.Sprintf("zstd decoder: %v", err))
	}
	return dec
})

// EpisodesReader reads single episodes of an episodes file. It is safe for concurrent use.
type EpisodesReader struct {
	f    *os.File
	path string
}

// OpenEpisodes opens an episodes file.
func OpenEpisodes(path string) (*EpisodesReader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &EpisodesReader{f: f, path: path}, nil
}

// Close closes the file.
func (r *EpisodesReader) Close() error { return r.f.Close() }

// At reads the episode whose frame stands at a byte. Number is its place in the file, from 1, for the
// error: a *CorruptError where the frame does not hold an episode.
func (r *EpisodesReader) At(number int, at, size int64) (*registry.Episode, error) {
	corrupt := func(cause string) error {
		return &CorruptError{Path: r.path, Frame: number, At: at, Cause: cause}
	}
	if at < 0 || size < 0 || size > frameMax {
		return nil, corrupt(fmt.Sprintf("no frame of %d bytes", size))
	}
	frame := make([]byte, size)
	if _, err := r.f.ReadAt(frame, at); errors.Is(err, io.EOF) {
		return nil, corrupt("file ends inside")
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", r.path, err)
	}
	line, err := decoder().DecodeAll(frame, nil)
	if err != nil {
		return nil, corrupt(err.Error())
	}
	line, ended := bytes.CutSuffix(line, []byte("\n"))
	if !ended {
		return nil, corrupt("no line of JSON")
	}
	e, err := decodeEpisode(line)
	if err != nil {
		return nil, corrupt(err.Error())
	}
	return e, nil
}
