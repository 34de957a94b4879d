# Tables and plots, in the order of the paper.

table "main" {
  title     = local.generated ? "Success on held-out tasks" : "Success on real ALFWorld games"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["environment"]
  metric    = metric.success_rate
  baseline  = local.axes.baseline
  published = published("R2S", "main")
}

# A policy that learns to delay fails less often and times out more: score alone flatters.
table "outcomes" {
  title   = "How held-out episodes end"
  grid    = grid.main
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.success_rate, metric.failure_rate, metric.timeout_rate, metric.score]
}

table "ablations" {
  title     = "What the parts do"
  grid      = grid.ablations
  rows      = ["method"]
  columns   = ["environment"]
  metric    = metric.success_rate
  baseline  = method.opd
  published = published("R2S", "ablation-selection")
}

table "anchor" {
  title   = "What holds the student where it started"
  grid    = grid.anchor
  rows    = ["method"]
  columns = ["metric"]
  metric  = [metric.success_rate, metric.failure_rate, metric.timeout_rate, metric.score, metric.hesitation_turns]
}

table "rates" {
  title      = "Learning rates, on validation tasks"
  grid       = grid.rates
  rows       = ["method"]
  columns    = ["environment"]
  metric     = metric.success_rate
  evaluation = evaluation.validation
}

table "self" {
  title     = "The student as its own teacher"
  grid      = grid.self
  rows      = ["method"]
  columns   = ["environment"]
  metric    = metric.success_rate
  published = published("R2S", "self-teacher")
}

table "takeovers" {
  title     = "Analysis 1: takeovers from the divergence turn"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["metric"]
  metric    = [metric.student_success, metric.takeover_success, metric.divergence_turn, metric.kept_share, metric.kept_precision]
  published = published("R2S", "analysis-takeover")
}

table "scores" {
  title     = "Analysis 2: what the takeover in context lowers"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["metric"]
  metric    = [metric.score_drop_hesitation, metric.score_drop_search, metric.score_drop_other]
  published = published("R2S", "analysis-scores")
}

table "timeouts" {
  title     = "Analysis 3: episodes that use up their turns"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["environment"]
  metric    = metric.timeout_rate
  published = published("R2S", "analysis-timeout")
}

table "search" {
  title     = "Analysis 4: search turns of won episodes"
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["environment"]
  metric    = metric.search_turns_won
  published = published("R2S", "analysis-search-turns")
}

table "closeness" {
  title   = "Analysis 5: how close the scorer comes to q+, and what it costs"
  grid    = grid.main
  rows    = ["pair", "method"]
  columns = ["metric"]
  metric  = [metric.closeness_before, metric.closeness_after, metric.teacher_success, metric.repaired_success, metric.teacher_hesitation_turns, metric.repaired_hesitation_turns]
}

table "conduct" {
  title   = "How held-out episodes go"
  grid    = grid.main
  rows    = ["pair", "method"]
  columns = ["metric"]
  metric  = [metric.turns, metric.hesitation_turns, metric.invalid_turns, metric.response_length, metric.gap]
}

# On-policy distillation dips before it rises: success on the tasks trained on.
plot "learning" {
  kind   = "curve"
  grid   = grid.main
  x      = "step"
  y      = "success"
  rate   = true
  series = "pair"
  where  = { method = "opd" }
  window = 10
}

plot "main" {
  kind    = "bars"
  title   = "Success on held-out tasks"
  grid    = grid.main
  rows    = ["pair", "method"]
  columns = ["environment"]
  metric  = metric.success_rate
}

plot "timeouts" {
  kind    = "bars"
  title   = "Episodes that use up their turns"
  grid    = grid.main
  rows    = ["pair", "method"]
  columns = ["environment"]
  metric  = metric.timeout_rate
}

plot "ablations" {
  kind    = "bars"
  title   = "What the parts do"
  grid    = grid.ablations
  rows    = ["method"]
  columns = ["environment"]
  metric  = metric.success_rate
}
