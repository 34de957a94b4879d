// Package backends says what a place that computes must offer: sampling,
// scoring and learning over token ids, the primitives of the Tinker API. It
// holds interfaces and plain values only; backends/local computes on this
// machine.
//
// Conventions shared by every implementation. Tokens are ids in [0, Vocab).
// Position i of a sequence is predicted from Tokens[:i], so position 0 is never
// scored. Log-probabilities are natural logarithms in nats, of the untempered
// model (temperature 1) whatever the sampling temperature was. A loss is a sum over
// positions: the caller normalises through weights.
package backends

import (
	"context"
	"io"
)

// Token is an id of the model's vocabulary.
type Token = int32

// SampleRequest asks for one continuation of a sequence.
type SampleRequest struct {
	// Key names the sequence whose cache may be reused: a later request with the
	// same key whose Tokens extend what the key has seen (prompt and sampled
	// tokens) costs only the new tokens. Zero asks for no reuse. The key never changes the
	// result.
	Key uint64
	// Tokens is the whole context, not only what is new.
	Tokens []Token
	// MaxTokens bounds the continuation.
	MaxTokens int
	// Stop ends the continuation after any of these, which is kept as its last token.
	Stop []Token
	// Temperature divides the logits; 0 takes the most probable token.
	Temperature float32
	// RepetitionPenalty makes tokens that stand anywhere in the context or the continuation so far less likely: their logits
	// are divided by it where positive and multiplied by it where negative, before the temperature (CTRL, arXiv 1909.05858).
	// 1 and 0 are off; below 1 it would favour them and is refused. Log-probabilities stay those of the model itself.
	RepetitionPenalty float32
	// Seed names the random stream: the draw for absolute position i is a
	// function of (Seed, i) alone, whatever else is in the batch.
	Seed uint64
}

// Sample is a continuation. LogProbs has one entry per token. Stopped says that
// a stop token ended it; otherwise MaxTokens did.
type Sample struct {
	Tokens   []Token
	LogProbs []float32
	Stopped  bool
}

// Sampler continues sequences in batches.
type Sampler interface {
	// Sample returns one continuation a request, in the order of the requests.
	Sample(ctx context.Context, requests []SampleRequest) ([]Sample, error)
	// Release drops what was cached under the keys.
	Release(keys ...uint64)
}

// ScoreRequest asks what a model thinks of tokens that are given. Positions
// (each at least 1, increasing) say which are wanted.
type ScoreRequest struct {
	Tokens    []Token
	Positions []int32
	// Full asks for the distribution over the whole vocabulary at each position.
	Full bool
}

// Score answers a ScoreRequest with P positions and vocabulary V.
type Score struct {
	LogProbs []float32 // [P], of the token that stands at each position
	Full     []float32 // [P, V] row-major log-probabilities, or nil
}

// Scorer gives log-probabilities without generating.
type Scorer interface {
	Score(ctx context.Context, requests []ScoreRequest) ([]Score, error)
}

// Model is a set of weights that can play and judge.
type Model interface {
	Sampler
	Scorer
	// Vocab is the number of token ids.
	Vocab() int
	// Parameters is the number of trainable weights.
	Parameters() int
}

// LossKind chooses the loss of a position. In the formulas p is the learner's
// distribution at the position, q the target's, y the token that stands there, l its
// log-probability under p, and w the position's weight.
type LossKind string

const (
	// CrossEntropy is -w*l: supervised fine-tuning.
	CrossEntropy LossKind = "cross_entropy"
	// PolicyGradient is w*max(-r*A, -clip(r, 1-ClipLow, 1+ClipHigh)*A) with
	// r = exp(clamp(l - OldLogProbs, -20, 20)); where A < 0 and DualClip > 1 it is at
	// most -w*DualClip*A. With KLCoef > 0 it adds w*KLCoef*k3, k3 = exp(d)-1-d, d =
	// clamp(RefLogProbs - l, -20, 20).
	PolicyGradient LossKind = "policy_gradient"
	// ReverseKL is w*KL(p||q) over the whole vocabulary.
	ReverseKL LossKind = "reverse_kl"
	// ForwardKL is w*KL(q||p) over the whole vocabulary.
	ForwardKL LossKind = "forward_kl"
	// DistributionCE is -w*sum_v q(v) log p(v): ForwardKL without the constant
	// entropy of q, so that gradients are equal and values differ.
	DistributionCE LossKind = "distribution_ce"
	// JSD is the generalised Jensen-Shannon divergence of GKD (arXiv 2306.13649) in the convention of TRL,
	// w*(b KL(q||m) + (1-b) KL(p||m)) with m = b q + (1-b) p and b = Beta. Where the formula vanishes identically its
	// rescaled limits take its place: b = 0 is ForwardKL and b = 1 is ReverseKL, to the bit.
	JSD LossKind = "jsd"
	// TopKReverseKL is w*KL(p||q) over k+1 outcomes: the ids whose Target is a log-probability, and one outcome for the
	// ids of the tail together, which all have the Target that TailTarget gives for q's mass of the tail.
	TopKReverseKL LossKind = "top_k_reverse_kl"
)

// TailTarget is the Target of every id of a tail on which q has a mass with this logarithm, at most 0: a number above 0,
// which no log-probability is. The mass is given, and not what the other ids leave of 1, because of a sharp q rounding leaves
// nothing.
func TailTarget(logMass float32) float32 { return 1 - min(logMass, 0) }

// Loss is a loss with its constants.
type Loss struct {
	Kind     LossKind
	ClipLow  float32 // PolicyGradient; 0.2 is usual
	ClipHigh float32 // PolicyGradient
	DualClip float32 // PolicyGradient; 0 is off, 3 usual
	KLCoef   float32 // PolicyGradient
	Beta     float32 // JSD, in [0, 1]
}

// Datum is one sequence with what the loss needs at P of its positions. Slices that the
// loss does not read may be nil.
type Datum struct {
	Tokens      []Token
	Positions   []int32   // [P], increasing, each at least 1
	Weights     []float32 // [P]
	Advantages  []float32 // [P] PolicyGradient
	OldLogProbs []float32 // [P] PolicyGradient
	RefLogProbs []float32 // [P] PolicyGradient with KLCoef
	Target      []float32 // [P, V] log q, for the losses that compare with a distribution
}

// LossResult reports one ForwardBackward.
type LossResult struct {
	Loss     float64     // sum over positions, weights included
	LogProbs [][]float32 // per datum [P]: l before the update
	Clipped  int         // positions whose gradient the clip removed
	Entropy  float64     // sum over positions of the learner's entropy, unweighted
}

// AdamW is one optimiser step: decoupled weight decay, bias correction, the
// gradient scaled down to norm ClipNorm first (0: never).
type AdamW struct {
	LearningRate float64
	Beta1, Beta2 float64
	Epsilon      float64
	WeightDecay  float64
	ClipNorm     float64
}

// StepResult reports one optimiser step. GradNorm is the norm before clipping.
type StepResult struct{ GradNorm float64 }

// Learner is a model that can be trained. Gradients accumulate over ForwardBackward calls
// until Step uses and clears them.
type Learner interface {
	Model
	ForwardBackward(ctx context.Context, data []Datum, loss Loss) (LossResult, error)
	Step(ctx context.Context, adam AdamW) (StepResult, error)
	// WriteWeights writes the weights alone; WriteState adds the optimiser's, so that
	// training goes on bit for bit.
	WriteWeights(w io.Writer, precision Precision) error
	WriteState(w io.Writer) error
	// ReadState restores what WriteState wrote.
	ReadState(r io.Reader) error
	// Close frees what the model holds. It must not be used afterwards.
	Close() error
}

// Precision is the number format of stored weights.
type Precision string

const (
	Float32 Precision = "f32"
	Float16 Precision = "f16"
)

// Config is the shape of a decoder-only transformer of the Qwen3 family:
// pre-norm RMSNorm, per-head RMSNorm of queries and keys before rotary positions,
// grouped-query attention, SwiGLU, head tied to the embedding.
type Config struct {
	Vocab   int     `json:"vocab"`
	Width   int     `json:"width"`
	Layers  int     `json:"layers"`
	Heads   int     `json:"heads"`
	KVHeads int     `json:"kv_heads"`
	HeadDim int     `json:"head_dim"`
	FFN     int     `json:"ffn"`
	Theta   float64 `json:"theta"`    // rotary base
	NormEps float64 `json:"norm_eps"` // added under every RMSNorm's root
	// PreviousTokens is how many earlier tokens (0 to 2) add an embedding of their own
	// table to a position's input.
	PreviousTokens int `json:"previous_tokens"`
	// FactorSizes and Factors make the embedding of a token the sum of its own row and one
	// row of each factor table (an entity's type, its number). Factors is [Vocab,
	// len(FactorSizes)]; -1 means that the token has no such factor. The head uses the same sum.
	FactorSizes []int   `json:"factor_sizes,omitempty"`
	Factors     []int32 `json:"factors,omitempty"`
}

// Backend makes learners.
type Backend interface {
	// Name identifies the backend and the kind of device whose bits it gives, such as
	// "local/cpu-avx512".
	Name() string
	// New draws fresh weights; the same config and seed give the same weights.
	New(config Config, seed uint64) (Learner, error)
	// Open reads what WriteWeights wrote.
	Open(r io.Reader) (Learner, error)
}
