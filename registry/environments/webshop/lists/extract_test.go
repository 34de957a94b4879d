package lists_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
)

var update = flag.Bool("update", false, "write the extract of WebShop's lists anew")

const real = "../../../../../shared/data/webshop"

// The embedded extract is what the rules of this file make of WebShop's own files.
func TestExtract(t *testing.T) {
	if _, err := os.Stat(real); err != nil {
		t.Skipf("the real lists are not here: %v", err)
	}
	want := newExtractor(t).extract(t)
	if *update {
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		require.NoError(t, err)
		_, err = io.WriteString(z, want)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		require.NoError(t, os.WriteFile("extract.tsv.gz", b.Bytes(), 0o666))
	}
	f, err := os.Open("extract.tsv.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	got, err := io.ReadAll(z)
	require.NoError(t, err)
	require.True(t, want == string(got), "the extract differs: run with -update")
}

// extractor knows what WebShop's instructions ask for.
type extractor struct {
	department map[string]string   // of a kind
	attributes map[string][]string // of a kind
	kindsOf    map[string][]string // of a noun, in order
	asked      map[string]string   // attributes that instructions ask for, by their stems
	phrases    map[string]bool     // stems of all attributes; the colour in "green tea" is none
}

// blocks are the departments in the order in which the file lists its products, two hundred of each, by the place of their last. The file
// does not name them; the kinds of the instructions show where one ends.
var blocks = []struct {
	before int
	name   string
}{{236, "beauty"}, {354, "grocery"}, {582, "electronics"}, {783, "fashion"}, {1000, "garden"}}

func newExtractor(t *testing.T) *extractor {
	x := &extractor{
		department: map[string]string{}, attributes: map[string][]string{}, kindsOf: map[string][]string{},
		asked: map[string]string{}, phrases: map[string]bool{},
	}
	f, err := os.Open(filepath.Join(real, "items_ins_v2_1000.json"))
	require.NoError(t, err)
	defer f.Close()
	decoder := json.NewDecoder(f) // by hand: the order of the products counts
	_, err = decoder.Token()
	require.NoError(t, err)
	for place := 0; decoder.More(); place++ {
		_, err := decoder.Token()
		require.NoError(t, err)
		var a struct {
			All         []string `json:"attributes"`
			Instruction string
			Asked       []string `json:"instruction_attributes"`
		}
		require.NoError(t, decoder.Decode(&a))
		for _, p := range a.All {
			x.phrases[stems(p)] = true
		}
		if a.Instruction == "" {
			continue
		}
		kind := kindOf(a.Instruction, a.Asked)
		if x.department[kind] == "" {
			x.department[kind] = blocks[slices.IndexFunc(blocks, func(b struct {
				before int
				name   string
			}) bool {
				return place < b.before
			})].name
		}
		for _, p := range a.Asked {
			x.asked[stems(p)] = p
			x.attributes[kind] = append(x.attributes[kind], p)
		}
	}
	for _, kind := range x.kinds() {
		for _, noun := range nounsOf(kind) {
			x.kindsOf[noun] = append(x.kindsOf[noun], kind)
		}
	}
	return x
}

func (x *extractor) kinds() []string {
	var list []string
	for kind := range x.department {
		list = append(list, kind)
	}
	slices.Sort(list)
	return list
}

// kindOf is what an instruction asks for without its attributes.
func kindOf(instruction string, attributes []string) string {
	text := strings.TrimPrefix(instruction, "Find me ")
	for cut := true; cut; {
		cut = false
		for _, a := range attributes {
			if rest, ok := strings.CutPrefix(text, a); ok && (strings.HasPrefix(rest, ", ") || strings.HasPrefix(rest, " ")) {
				text, cut = strings.TrimPrefix(strings.TrimPrefix(rest, ","), " "), true
			}
		}
	}
	for _, a := range attributes {
		for _, link := range []string{" with ", " for "} {
			text, _, _ = strings.Cut(text, link+a)
		}
	}
	return text
}

// vague are nouns that name nothing to sell by themselves, or mostly something else.
var vague = wordSet(`accessory art bag ball base body booster cabinet care case cream equipment flash flat food foot fresh frozen furniture garment gift
	glass hand home island item kit lens lense lounge mac mount pea photography pick piece player power product protection removal
	scope service set short sleep sock supply surveillance system table tank technology tool top treatment tree video wearable
	work`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// nounsOf lists what a kind's name names, in the singular: "women's tops, tees & blouses" are a tee and a blouse.
func nounsOf(kind string) []string {
	var list []string
	for part := range strings.SplitSeq(strings.NewReplacer(" & ", ", ", " and ", ", ").Replace(kind), ", ") {
		words := strings.Fields(strings.ReplaceAll(part, "-", " "))
		if len(words) > 1 && strings.HasSuffix(words[0], "'s") {
			words = words[1:]
		}
		words[len(words)-1] = singular(words[len(words)-1])
		for _, noun := range []string{strings.Join(words, " "), words[len(words)-1]} {
			if len(noun) > 2 && !vague[noun] && !slices.Contains(list, noun) {
				list = append(list, noun)
			}
		}
	}
	return list
}

// singular takes the plural's ending off a word.
func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us"):
		return w[:len(w)-1]
	}
	return w
}

// extract writes the lines that Read reads.
func (x *extractor) extract(t *testing.T) string {
	var b strings.Builder
	for _, kind := range x.kinds() {
		list := x.attributes[kind]
		slices.Sort(list)
		b.WriteString(strings.Join([]string{"kind", kind, x.department[kind], strings.Join(nounsOf(kind), "|"), strings.Join(slices.Compact(list), "|")}, "\t") + "\n")
	}
	content, err := os.ReadFile(filepath.Join(real, "human_goals.json"))
	require.NoError(t, err)
	var sentences []string
	require.NoError(t, json.Unmarshal(content, &sentences))
	for i, s := range sentences {
		sentences[i] = strings.TrimRight(s, " .?!,")
	}
	slices.Sort(sentences)
	for _, s := range slices.Compact(sentences) {
		if line, ok := x.goal(s); ok {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// plain are sentences that can be lower-cased, searched for and read back without loss.
var plain = regexp.MustCompile(`^[a-z0-9 .,'?!/&-]+$`)

// goal reads a goal from a sentence: the first noun of a kind that ends a phrase, attributes, and at most one colour and one size.
// Sentences without noun or attribute, or with more than three attributes, are left out.
func (x *extractor) goal(sentence string) (line string, ok bool) {
	if !plain.MatchString(sentence) || strings.Contains(sentence, "price lower than") {
		return "", false
	}
	s := parseSentence(sentence)
	attributes := x.takeAttributes(s)
	noun := x.takeNoun(s)
	if noun == "" || len(attributes) == 0 || len(attributes) > 3 {
		return "", false
	}
	kind := x.kindsOf[noun][0]
	for _, k := range x.kindsOf[noun] {
		if strings.HasPrefix(k, "women's") && slices.ContainsFunc(s.words, func(w string) bool { return female[w] }) {
			kind = k
		}
	}
	var options []string
	for at, w := range s.words {
		named := at+1 < len(s.words) && x.phrases[s.stems[at]+" "+s.stems[at+1]]
		if colors[w] && !named && x.department[kind] != "grocery" && s.take(at, 1) {
			options = append(options, lists.Color+"="+w)
			break
		}
	}
	for at := range s.words {
		if size, n := sizeOf(s.words[at:]); n > 0 && s.take(at, n) {
			options = append(options, lists.Size+"="+size)
			break
		}
	}
	return strings.Join([]string{"goal", sentence, kind, noun, strings.Join(attributes, "|"), strings.Join(options, "|")}, "\t"), true
}

var (
	female = wordSet("women womens woman womans ladies lady girl girls")
	colors = wordSet(`aqua beige black blue brown burgundy gray green grey ivory khaki navy orange pink purple red silver teal turquoise
		white yellow`)
	numbered = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
	extra    = regexp.MustCompile(`^[2-6]?x+$`)
	units    = wordSet("count feet foot gram inch ounce oz pack piece pound")
	bedSizes = wordSet("full king queen twin")
)

// sizeOf reads a size at the beginning of words.
func sizeOf(words []string) (size string, n int) {
	if len(words) > 1 {
		a, b := words[0], words[1]
		switch {
		case numbered.MatchString(a) && b == "fl" && len(words) > 2 && words[2] == "oz":
			return a + " fl oz", 3
		case extra.MatchString(a) && (b == "large" || b == "small"):
			return a + "-" + b, 2
		case bedSizes[a] && b == "size", a == "size" && numbered.MatchString(b), numbered.MatchString(a) && units[b]:
			return a + " " + b, 2
		}
	}
	if w := words[0]; w == "small" || w == "medium" || w == "large" {
		return w, 1
	}
	return "", 0
}

// sentence is a text by words.
type sentence struct {
	words []string
	stems []string // "" for linking words
	ends  []bool   // a phrase ends behind the word
	used  []bool
}

// enders are words before which a phrase ends.
var enders = wordSet(`and are at because but by can compatible for from good has have having i in is it made must of on or please pick
	preferably should so suitable that thats to under which whose with within`)

func parseSentence(text string) *sentence {
	s := &sentence{}
	for w := range strings.FieldsSeq(strings.NewReplacer("-", " ", "/", " ").Replace(text)) {
		bare := strings.Trim(w, ".,?!'&")
		if bare == "" {
			continue
		}
		if n := len(s.words); n > 0 && enders[bare] {
			s.ends[n-1] = true
		}
		s.words, s.stems, s.ends = append(s.words, bare), append(s.stems, stems(bare)), append(s.ends, strings.HasSuffix(w, ",") || strings.HasSuffix(w, "."))
	}
	if n := len(s.ends); n > 0 {
		s.ends[n-1] = true
	}
	s.used = make([]bool, len(s.words))
	return s
}

// take uses n words, if none of them is used yet.
func (s *sentence) take(at, n int) bool {
	if slices.Contains(s.used[at:at+n], true) {
		return false
	}
	for i := range n {
		s.used[at+i] = true
	}
	return true
}

// takeAttributes finds attributes that instructions ask for, from the left, and uses their words.
func (x *extractor) takeAttributes(s *sentence) []string {
	var found []string
	before := -1 // the word before, links left out
	for at, stem := range s.stems {
		if stem == "" {
			continue
		}
		if before >= 0 {
			if a, asked := x.asked[s.stems[before]+" "+stem]; asked && s.take(before, at+1-before) && !slices.Contains(found, a) {
				found = append(found, a)
			}
		}
		before = at
	}
	return found
}

// takeNoun finds the first noun that ends a phrase, the longest there.
func (x *extractor) takeNoun(s *sentence) string {
	for at, ends := range s.ends {
		for n := min(3, at+1); ends && n > 0; n-- {
			phrase := slices.Clone(s.words[at-n+1 : at+1])
			phrase[n-1] = singular(phrase[n-1])
			if noun := strings.Join(phrase, " "); len(x.kindsOf[noun]) > 0 && s.take(at-n+1, n) {
				return noun
			}
		}
	}
	return ""
}

func stems(text string) string { return strings.Join(lists.Stems(text), " ") }
