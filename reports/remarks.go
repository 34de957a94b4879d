package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// remarks says world by world what the evaluations behind a table recorded beside their episodes: how many count for something
// though nobody judged all that their tasks ask for, and by which rules their answers were accepted.
func (b *builder) remarks(trials []Trial) error {
	if b.spec.Metric.Stage != "" {
		return nil
	}
	hashes := map[string][]string{}
	var worlds []string
	for _, trial := range trials {
		world := cmp.Or(b.spec.Elsewhere[trial.Labels["environment"]], trial.Labels["environment"])
		for _, role := range evaluations() {
			if hash := trial.Roles[role]; b.reader.done(hash) && !slices.Contains(hashes[world], hash) {
				hashes[world] = append(hashes[world], hash)
			}
		}
		if !slices.Contains(worlds, world) {
			worlds = append(worlds, world)
		}
	}
	for _, world := range worlds {
		counts, err := b.counted(hashes[world])
		if err != nil {
			return err
		}
		if len(counts) == 0 {
			continue
		}
		episodes, err := b.episodesOf(hashes[world])
		if err != nil {
			return err
		}
		if n := counts[registry.NotJudged]; n > 0 {
			line := fmt.Sprintf("Not judged in %s: %d of %d episodes have a score above 0 that leaves out what their tasks assert in natural language; judged, each could count for nothing.", world, n, episodes)
			b.table.Aids, b.table.Caption = append(b.table.Aids, line), append(b.table.Caption, line)
		}
		if line := accepted(counts); line != "" {
			b.table.Caption = append(b.table.Caption, fmt.Sprintf("Answers accepted in %s, by rule, of %d episodes: %s.", world, episodes, line))
		}
	}
	return nil
}

// counted adds up what some evaluations recorded of their episodes, by name.
func (b *builder) counted(hashes []string) (map[string]int, error) {
	counts := map[string]int{}
	for _, hash := range hashes {
		rows, err := b.reader.src.Metrics(hash)
		if err != nil {
			return nil, fmt.Errorf("read metrics of %.12s: %w", hash, err)
		}
		for _, row := range rows {
			if row.Name != registry.NotJudged && !strings.HasPrefix(row.Name, registry.AcceptedBy) || strings.HasSuffix(row.Name, "_n") {
				continue
			}
			if share, n := recorded(rows, row.Name); !math.IsNaN(share) {
				counts[row.Name] += int(math.Round(share * float64(n)))
			}
		}
	}
	return counts, nil
}

// episodesOf counts the episodes of some evaluations.
func (b *builder) episodesOf(hashes []string) (episodes int, err error) {
	for _, hash := range hashes {
		played, err := b.reader.src.Summaries(hash, b.reader.spec.Phase)
		if err != nil {
			return 0, fmt.Errorf("read episodes of %.12s: %w", hash, err)
		}
		episodes += len(played)
	}
	return episodes, nil
}

// accepted lists rules with what they accepted, the most first.
func accepted(counts map[string]int) string {
	var rules []string
	for name, n := range counts {
		if rule, ok := strings.CutPrefix(name, registry.AcceptedBy); ok && n > 0 {
			rules = append(rules, rule)
		}
	}
	slices.SortFunc(rules, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[registry.AcceptedBy+b], counts[registry.AcceptedBy+a]), cmp.Compare(a, b))
	})
	for i, rule := range rules {
		rules[i] = fmt.Sprintf("%s %d", rule, counts[registry.AcceptedBy+rule])
	}
	return strings.Join(rules, ", ")
}

// evaluations are the roles of the stages whose episodes can be behind a table.
func evaluations() []string {
	roles := []string{RoleEvaluate}
	for _, r := range references {
		roles = append(roles, r.role)
	}
	for _, f := range floors {
		roles = append(roles, f.role)
	}
	return roles
}
