package porter

// stemmer holds one word under work. The unit type is whatever the reference
// counts letters in.
type stemmer[C byte | uint16 | rune] struct {
	w    []C
	nltk bool
}

// rule replaces one suffix by another.
type rule struct{ suffix, with string }

// The tables are in the order of the references; the first suffix that the
// word ends with decides, whether or not its condition then holds.
var (
	step2Rules = []rule{
		{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"},
		{"izer", "ize"}, {"bli", "ble"}, {"alli", "al"}, {"entli", "ent"}, {"eli", "e"},
		{"ousli", "ous"}, {"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"},
		{"alism", "al"}, {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"},
		{"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"},
	}
	step3Rules = []rule{
		{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
		{"ical", "ic"}, {"ful", ""}, {"ness", ""},
	}
	step4Suffixes = []string{
		"al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment",
		"ent", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize",
	}
)

func (s *stemmer[C]) stem() {
	s.step1a()
	s.step1b()
	s.step1c()
	s.step2()
	s.step3()
	s.step4()
	s.step5()
}

// consonant reports whether unit i of the word is a consonant.
func (s *stemmer[C]) consonant(i int) bool {
	switch s.w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		// A y is a vowel exactly when it follows a consonant. A run of ys
		// alternates, so its parity answers without recursion.
		run := 0
		for i-run-1 >= 0 && s.w[i-run-1] == 'y' {
			run++
		}
		first := i - run
		startsConsonant := first == 0 || !s.consonant(first-1)
		return startsConsonant == (run%2 == 0)
	default:
		return true
	}
}

// measure counts the vowel-consonant sequences in the first n units.
func (s *stemmer[C]) measure(n int) int {
	count := 0
	vowel := false
	for i := range n {
		if s.consonant(i) {
			if vowel {
				count++
			}
			vowel = false
		} else {
			vowel = true
		}
	}
	return count
}

// hasVowel reports whether the first n units contain a vowel.
func (s *stemmer[C]) hasVowel(n int) bool {
	for i := range n {
		if !s.consonant(i) {
			return true
		}
	}
	return false
}

// doubled reports whether the first n units end in twice the same consonant.
func (s *stemmer[C]) doubled(n int) bool {
	return n >= 2 && s.w[n-1] == s.w[n-2] && s.consonant(n-1)
}

// cvc reports whether the first n units end consonant, vowel, consonant with
// the last not w, x or y: the sign of a short syllable. NLTK also accepts a
// whole stem of a vowel and a consonant.
func (s *stemmer[C]) cvc(n int) bool {
	if s.nltk && n == 2 {
		return !s.consonant(0) && s.consonant(1)
	}
	if n < 3 || !s.consonant(n-1) || s.consonant(n-2) || !s.consonant(n-3) {
		return false
	}
	last := s.w[n-1]
	return last != 'w' && last != 'x' && last != 'y'
}

// ends reports whether the word ends in suffix.
func (s *stemmer[C]) ends(suffix string) bool {
	n := len(s.w) - len(suffix)
	if n < 0 {
		return false
	}
	for i := range len(suffix) {
		if s.w[n+i] != C(suffix[i]) {
			return false
		}
	}
	return true
}

// replace puts with in place of the last cut units.
func (s *stemmer[C]) replace(cut int, with string) {
	s.w = s.w[:len(s.w)-cut]
	for i := range len(with) {
		s.w = append(s.w, C(with[i]))
	}
}

func (s *stemmer[C]) step1a() {
	switch {
	case s.nltk && len(s.w) == 4 && s.ends("ies"):
		s.replace(3, "ie")
	case s.ends("sses"):
		s.replace(4, "ss")
	case s.ends("ies"):
		s.replace(3, "i")
	case s.ends("ss"):
	case s.ends("s"):
		s.replace(1, "")
	}
}

func (s *stemmer[C]) step1b() {
	if s.nltk && s.ends("ied") {
		if len(s.w) == 4 {
			s.replace(3, "ie")
		} else {
			s.replace(3, "i")
		}
		return
	}
	if s.ends("eed") {
		if s.measure(len(s.w)-3) > 0 {
			s.replace(3, "ee")
		}
		return
	}
	switch {
	case s.ends("ed") && s.hasVowel(len(s.w)-2):
		s.replace(2, "")
	case s.ends("ing") && s.hasVowel(len(s.w)-3):
		s.replace(3, "")
	default:
		return
	}
	n := len(s.w)
	switch {
	case s.ends("at"), s.ends("bl"), s.ends("iz"):
		s.replace(0, "e")
	case s.doubled(n):
		if last := s.w[n-1]; last != 'l' && last != 's' && last != 'z' {
			s.replace(1, "")
		}
	case s.measure(n) == 1 && s.cvc(n):
		s.replace(0, "e")
	}
}

func (s *stemmer[C]) step1c() {
	if !s.ends("y") {
		return
	}
	n := len(s.w) - 1
	if s.nltk {
		if n > 1 && s.consonant(n-1) {
			s.replace(1, "i")
		}
		return
	}
	if s.hasVowel(n) {
		s.replace(1, "i")
	}
}

// applyFirst applies the first rule whose suffix the word ends with, if the
// remaining stem has a positive measure. It reports whether a suffix matched.
func (s *stemmer[C]) applyFirst(rules []rule) bool {
	for _, r := range rules {
		if s.ends(r.suffix) {
			if s.measure(len(s.w)-len(r.suffix)) > 0 {
				s.replace(len(r.suffix), r.with)
			}
			return true
		}
	}
	return false
}

func (s *stemmer[C]) step2() {
	// NLTK shortens -alli and looks again, so -ationalli takes two rules.
	for s.nltk && s.ends("alli") && s.measure(len(s.w)-4) > 0 {
		s.replace(4, "al")
	}
	if s.applyFirst(step2Rules) {
		return
	}
	if s.nltk && s.ends("fulli") {
		if s.measure(len(s.w)-5) > 0 {
			s.replace(5, "ful")
		}
		return
	}
	if s.ends("logi") {
		stem := len(s.w) - 4
		if s.nltk {
			stem++
		}
		if s.measure(stem) > 0 {
			s.replace(4, "log")
		}
	}
}

func (s *stemmer[C]) step3() {
	s.applyFirst(step3Rules)
}

func (s *stemmer[C]) step4() {
	for _, suffix := range step4Suffixes {
		if !s.ends(suffix) {
			continue
		}
		n := len(s.w) - len(suffix)
		if suffix == "ion" && (n == 0 || s.w[n-1] != 's' && s.w[n-1] != 't') {
			return
		}
		if s.measure(n) > 1 {
			s.w = s.w[:n]
		}
		return
	}
}

func (s *stemmer[C]) step5() {
	if s.ends("e") {
		n := len(s.w) - 1
		if m := s.measure(n); m > 1 || m == 1 && !s.cvc(n) {
			s.w = s.w[:n]
		}
	}
	if n := len(s.w); s.ends("ll") && s.measure(n-1) > 1 {
		s.w = s.w[:n-1]
	}
}
