package published_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/reports/published"
)

func TestAll_HasR2SWithSources(t *testing.T) {
	t.Parallel()
	require.Len(t, published.Lookup("R2S", "main"), 4)
	require.Len(t, published.Lookup("r2s", "Analysis Search Turns"), 6)
	for _, r := range published.All() {
		require.NotEmpty(t, r.Source, r)
		require.NotEmpty(t, r.Table, r)
	}
	require.Contains(t, published.Papers(), "PivotOPD")
	require.Contains(t, published.Tables("R2S"), "analysis-timeout")
	require.Empty(t, published.Lookup("nobody", ""))
}

func TestRow_WordsStayWords(t *testing.T) {
	t.Parallel()
	words := published.Query{Methods: []string{"vanilla OPD"}, Environments: []string{"WebShop"}, Metric: "timeout_rate"}.
		Match(published.Lookup("R2S", ""))
	require.Len(t, words, 1)
	require.Equal(t, "more than 1/2", words[0].Value)
	_, ok := words[0].Number()
	require.False(t, ok)
}

func TestQuery_Match(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		paper string
		query published.Query
		want  []string
	}{
		{"by method and environment", "R2S", published.Query{
			Methods: []string{"r2s"}, Environments: published.EnvironmentNames("alfworld"), Metric: "search_turns_won",
		}, []string{"8.4"}},
		{"aliases", "R2S", published.Query{
			Methods: published.MethodNames("opd"), Environments: published.EnvironmentNames("sciencelab"), Metric: "search_turns_won",
		}, []string{"9.1"}},
		{"differences are no values", "R2S", published.Query{Methods: []string{"R2S"}, Metric: "success_rate"}, nil},
		{"several students", "SMRC-SD", published.Query{
			Methods: []string{"SMRC-SD"}, Environments: []string{"ALFWorld"}, Metric: "pass_at_4",
		}, []string{"0.914", "0.938"}},
		{"one student", "SMRC-SD", published.Query{
			Methods: []string{"SMRC-SD"}, Environments: []string{"ALFWorld"}, Students: []string{"Qwen2.5-3B"}, Metric: "pass_at_4",
		}, []string{"0.938"}},
		{"k is part of the metric", "SMRC-SD", published.Query{Methods: []string{"SMRC-SD"}, Metric: "pass_at_2"}, nil},
		{"a part is not the whole", "OPID", published.Query{
			Methods: []string{"Vanilla"}, Environments: []string{"ALFWorld"}, Students: []string{"Qwen2.5-3B-Instruct"}, Metric: "success_rate",
		}, []string{"21.9"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range tt.query.Match(published.Lookup(tt.paper, "")) {
				if !strings.HasPrefix(r.Table, "ablation") {
					got = append(got, r.Value)
				}
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestRow_Fraction(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		metric, value string
		want          float64
		ok            bool
	}{
		{"success_rate_pct", "85.71", 0.8571, true},
		{"score_0_100", "24.2", 0.242, true},
		{"avg@4", "0.717", 0.717, true},
		{"rounds_mean", "10.61", 10.61, true},
		{"timeout_rate_fraction_approx", "about 1/3", 0, false},
	} {
		got, ok := published.Row{Metric: tt.metric, Value: tt.value}.Fraction()
		require.Equal(t, tt.ok, ok, tt.value)
		if ok {
			require.InDelta(t, tt.want, got, 1e-12)
		}
	}
}

func TestParse_Errors(t *testing.T) {
	t.Parallel()
	const header = "paper,table,method,teacher,student,environment,metric,value,source\n"
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", "EOF"},
		{"columns", "a,b,c,d,e,f,g,h,i\n", "columns"},
		{"short line", header + "R2S,main\n", "wrong number of fields"},
		{"no source", header + "R2S,main,R2S,all,all,ALFWorld,turns,8,\n", "line 2: paper, metric, value and source"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := published.Parse(strings.NewReader(tt.in))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func FuzzParse(f *testing.F) {
	head, err := os.ReadFile("published.csv")
	require.NoError(f, err)
	f.Add(string(head[:400]))
	f.Add("paper,table,method,teacher,student,environment,metric,value,source\n\"a,b\n")
	f.Fuzz(func(t *testing.T, in string) {
		rows, err := published.Parse(strings.NewReader(in))
		if err != nil {
			require.Empty(t, rows)
		}
		for _, r := range rows {
			r.Fraction()
			published.Query{Metric: "score"}.Match([]published.Row{r})
		}
	})
}
