package shop

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/registrytest"
)

// The original's full catalogue has 1,181,436 products: 2 GB on disk here.
var startUp = flag.Int("products", 0, "size of the one catalogue that BenchmarkStartUp reads")

// vocabulary are the words of benchmark products; frequencies fall off as in natural text.
var vocabulary = func() []string {
	rng := rand.New(rand.NewPCG(3, 4))
	words := make([]string, 20000)
	for i := range words {
		b := make([]byte, 3+rng.IntN(7))
		for j := range b {
			b[j] = "etaoinsrhldcumfpgwybvk"[rng.IntN(22)]
		}
		words[i] = string(b)
	}
	return words
}()

func phrase(rng *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		u := rng.Float64()
		words[i] = vocabulary[int(u*u*u*float64(len(vocabulary)))]
	}
	return strings.Join(words, " ")
}

// writeFile writes a file that fill makes.
func writeFile(b *testing.B, path string, fill func(w *bufio.Writer)) {
	f, err := os.Create(path)
	require.NoError(b, err)
	w := bufio.NewWriterSize(f, 1<<20)
	fill(w)
	require.NoError(b, w.Flush())
	require.NoError(b, f.Close())
}

// writeCatalog writes n made-up products of the sizes that real ones have, with fields that the reader skips, and their
// attributes, into a folder.
func writeCatalog(b *testing.B, n int) string {
	folder := b.TempDir()
	writeFile(b, filepath.Join(folder, "items_shuffle.json"), func(w *bufio.Writer) { writeProducts(w, n) })
	writeFile(b, filepath.Join(folder, "items_ins_v2.json"), func(w *bufio.Writer) { writeAttributes(w, n) })
	return folder
}

// writeAttributes writes three to five attributes a product; every third product has an instruction.
func writeAttributes(w *bufio.Writer, n int) {
	rng := rand.New(rand.NewPCG(uint64(n), 2))
	attributes := make([]string, 2000)
	for i := range attributes {
		attributes[i] = phrase(rng, 2)
	}
	for i := range n {
		start := ","
		if i == 0 {
			start = "{"
		}
		list := make([]string, 3+rng.IntN(3))
		for j := range list {
			list[j] = attributes[rng.IntN(len(attributes))]
		}
		fmt.Fprintf(w, `%s"B%09d":{"attributes":%s`, start, i, quote(list))
		if i%3 == 0 {
			fmt.Fprintf(w, `,"instruction":"Find me %s %s","instruction_attributes":%s`, list[0], phrase(rng, 4), quote(list[:1]))
		}
		fmt.Fprint(w, "}")
	}
	fmt.Fprint(w, "}")
}

func writeProducts(w *bufio.Writer, n int) {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	for i := range n {
		start := ","
		if i == 0 {
			start = "["
		}
		fmt.Fprintf(w, "%s\n", start)
		fmt.Fprintf(w, `{"asin":"B%09d","name":%q,"full_description":%q,"small_description":[%q,%q,%q],"pricing":"$%d.%02d","customization_options":{"color":[{"value":%q,"image":"https://m/%d.jpg","url":"/dp/%d"},{"value":%q,"image":null}],"size":[{"value":"small"},{"value":"x-large"}]},"category":"garden","query":%q,"product_category":"A › %s › C","images":["https://m/%d.jpg"],"product_information":{"weight":"%d","rank":[1,2,3]},"seller_name":%q,"brand":%q}`,
			i, phrase(rng, 16), phrase(rng, 70), phrase(rng, 15), phrase(rng, 18), phrase(rng, 12), rng.IntN(200), rng.IntN(100),
			phrase(rng, 1), i, i, phrase(rng, 2), phrase(rng, 2), phrase(rng, 1), i, i, phrase(rng, 3), phrase(rng, 1))
	}
	fmt.Fprint(w, "]")
}

// load reads and indexes a catalogue.
func load(b *testing.B, folder string) *Catalog {
	products := read(b, filepath.Join(folder, "items_shuffle.json"), func(r io.Reader) ([]*Product, []error, error) { return ReadProducts(r, 0) })
	Annotate(products, read(b, filepath.Join(folder, "items_ins_v2.json"), ReadAnnotations))
	return NewCatalog(products, nil, 1)
}

func read[T any](b *testing.B, path string, parse func(io.Reader) (T, []error, error)) T {
	f, err := os.Open(path)
	require.NoError(b, err)
	defer f.Close()
	out, broken, err := parse(f)
	require.NoError(b, err)
	require.Empty(b, broken)
	return out
}

// Start-up: reading and indexing products and their attributes.
func BenchmarkStartUp(b *testing.B) {
	sizes := []int{1000, 20000}
	if *startUp > 0 {
		sizes = []int{*startUp}
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("products=%d", n), func(b *testing.B) {
			folder := writeCatalog(b, n)
			b.ReportAllocs()
			var c *Catalog
			before := registrytest.ProcessorTime(b).Seconds()
			for b.Loop() {
				c = load(b, folder)
			}
			b.ReportMetric((registrytest.ProcessorTime(b).Seconds()-before)/float64(b.N), "CPU-s/op")
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/1e6, "MB-from-system")
			rng := rand.New(rand.NewPCG(5, 6))
			began := time.Now()
			for range 100 {
				c.Search(phrase(rng, 8))
			}
			b.ReportMetric(float64(time.Since(began).Microseconds())/100, "µs/search")
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	c := load(b, writeCatalog(b, 1000))
	rng := rand.New(rand.NewPCG(5, 6))
	queries := make([]string, 64)
	for i := range queries {
		queries[i] = phrase(rng, 8)
	}
	b.ReportAllocs()
	i := 0
	before := registrytest.ProcessorTime(b).Seconds()
	for b.Loop() {
		c.Search(queries[i%len(queries)])
		i++
	}
	b.ReportMetric((registrytest.ProcessorTime(b).Seconds()-before)*1e6/float64(i), "CPU-µs/op")
}
