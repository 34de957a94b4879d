package stagnation

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
)

// Embedder turns texts into vectors of one length whose cosines say how alike the texts are. Vectors come in the order of
// the texts; equal texts have equal vectors.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float64, error)
}

// Semantic is the cosine of the embeddings of what two turns say, 0 where it is negative or a vector is zero.
func Semantic(ctx context.Context, e Embedder, turns []string) (Similarity, error) {
	vectors, err := e.Embed(ctx, turns)
	if err != nil {
		return nil, fmt.Errorf("embed %d turns: %w", len(turns), err)
	}
	if len(vectors) != len(turns) {
		return nil, fmt.Errorf("embed %d turns: %d vectors came back", len(turns), len(vectors))
	}
	return func(i, j int) float64 { return min(max(cosine(vectors[i], vectors[j]), 0), 1) }, nil
}

func cosine(a, b []float64) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	for i := range a {
		dot += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}

// HashedNGrams embeds a text without a model: every run of Shortest to Longest characters of its words (lower case, blanks
// at their ends count) is added, with a sign, to the dimension that its hash (FNV-1a) names. Words that share a stem
// are close, which whole-word overlap misses; words that only mean the same are not.
type HashedNGrams struct {
	Dimensions        int
	Shortest, Longest int // characters
}

// DefaultEmbedder is HashedNGrams of three to five characters in 512 dimensions.
func DefaultEmbedder() HashedNGrams { return HashedNGrams{Dimensions: 512, Shortest: 3, Longest: 5} }

var _ Embedder = HashedNGrams{}

// Embed implements Embedder. It never fails.
func (h HashedNGrams) Embed(_ context.Context, texts []string) ([][]float64, error) {
	vectors := make([][]float64, len(texts))
	for i, t := range texts {
		vectors[i] = h.vector(t)
	}
	return vectors, nil
}

func (h HashedNGrams) vector(text string) []float64 {
	v := make([]float64, h.Dimensions)
	for _, word := range strings.Fields(strings.ToLower(text)) {
		padded := []rune(" " + word + " ")
		for n := h.Shortest; n <= h.Longest; n++ {
			for at := 0; at+n <= len(padded); at++ {
				sum := hash(string(padded[at : at+n]))
				sign := 1.0
				if sum>>63 == 1 {
					sign = -1
				}
				v[sum%uint64(h.Dimensions)] += sign
			}
		}
	}
	return v
}

func hash(s string) uint64 {
	f := fnv.New64a()
	_, _ = f.Write([]byte(s)) // a hash takes everything
	return f.Sum64()
}
