# Tables in the order of the paper.

table "main" {
  title     = "Self-distillation on held-out tasks: mean of four decodes, one success in four, score"
  grid      = grid.main
  rows      = ["student", "method"]
  columns   = ["environment", "metric"]
  metric    = [metric.avg_at_4, metric.pass_at_4, metric.score]
  published = published("SMRC-SD", "main")
}

table "gain" {
  title    = "What the distillation adds to the reward"
  grid     = grid.main
  rows     = ["student", "method"]
  columns  = ["environment", "mean"]
  metric   = metric.success_rate
  baseline = method.grpo
}

table "ablations" {
  title     = "What the parts do"
  grid      = grid.ablations
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.avg_at_4, metric.pass_at_4]
  published = published("SMRC-SD", "ablation")
}

table "difference" {
  title    = "What the parts do, against the whole"
  grid     = grid.ablations
  rows     = ["method"]
  columns  = ["environment"]
  metric   = metric.success_rate
  baseline = method.smrc-sd
}

table "length" {
  title     = "How much the students say"
  grid      = grid.main
  rows      = ["student", "method"]
  columns   = ["environment"]
  metric    = metric.response_length
  published = published("SMRC-SD", "response-length")
}

# The published ratio is about words of free thought; a response here has a few tokens.
table "repetition" {
  title     = "How much they repeat themselves"
  grid      = grid.main
  rows      = ["student", "method"]
  columns   = ["environment"]
  metric    = metric.repeated_4_grams
  published = published("SMRC-SD", "repetition")
}

table "audit" {
  title     = "Replay audit of the starting students: how much is matched, and does the rest of the path win from there"
  grid      = grid.main
  rows      = ["environment", "student", "method"]
  columns   = ["metric"]
  metric    = [metric.structured_coverage, metric.history_coverage, metric.history_in_structured, metric.structured_in_history, metric.candidate_agreement, metric.structured_replay, metric.history_replay]
  published = published("SMRC-SD", "replay-audit")
}

table "intervention" {
  title     = "State and response held, the path told or not: what it does to the judge's opinion of correct actions"
  grid      = grid.main
  rows      = ["environment", "student", "method"]
  columns   = ["metric"]
  metric    = [metric.shift_matched, metric.shift_unmatched, metric.shift_difference, metric.shift_difference_low, metric.shift_difference_high]
  published = published("SMRC-SD", "teacher-intervention")
}

table "rates" {
  title      = "Learning rates, on validation tasks"
  grid       = grid.rates
  rows       = ["method"]
  columns    = ["environment"]
  metric     = metric.success_rate
  evaluation = evaluation.validation
}

table "coefficients" {
  title      = "Weights of the distillation, on validation tasks"
  grid       = grid.coefficients
  rows       = ["method"]
  columns    = ["environment"]
  metric     = metric.success_rate
  evaluation = evaluation.validation
}
