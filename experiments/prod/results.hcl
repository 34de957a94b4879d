# Tables in the order of the paper.

table "main" {
  title     = "Accuracy in domain"
  grid      = grid.main
  rows      = ["student", "method"]
  columns   = ["environment", "mean"]
  metric    = metric.success_rate
  baseline  = method.sft
  published = published("ProD", "main")
}

table "outside" {
  title      = "Accuracy out of domain"
  grid       = grid.main
  rows       = ["student", "method"]
  columns    = ["environment", "mean"]
  metric     = metric.success_rate
  evaluation = evaluation.outside
  baseline   = method.sft
}

table "harder" {
  title      = "Accuracy on longer ways than any in training"
  grid       = grid.main
  rows       = ["student", "method"]
  columns    = ["environment", "mean"]
  metric     = metric.success_rate
  evaluation = evaluation.harder
  baseline   = method.sft
}

table "stagnation" {
  title     = "How much episodes repeat themselves"
  grid      = grid.main
  rows      = ["student", "method"]
  columns   = ["environment", "mean"]
  metric    = metric.stagnation
  baseline  = method.sft
  published = published("ProD", "analysis")
}

# Stagnation of everything rises with the length of episodes and falls with their end: what loops is what is lost.
table "conduct" {
  title   = "How episodes go and end"
  grid    = grid.main
  rows    = ["environment", "student", "method"]
  columns = ["metric"]
  metric  = [metric.stagnation, metric.stagnation_lost, metric.turns, metric.tokens, metric.timeout_rate, metric.failure_rate]
}

# The gap of the SFT student is that before the round, and the same for all methods.
table "gap" {
  title   = "Excess over the teacher on training tasks, before and after a round, and how the three scores agree"
  grid    = grid.main
  rows    = ["environment", "student", "method"]
  columns = ["metric"]
  metric  = [metric.stagnation_gap, metric.stagnation_gap_after, metric.stagnation_teacher, metric.pearson_semantic, metric.pearson_judge]
}

table "ablations" {
  title    = "What the parts do: accuracy"
  grid     = grid.ablations
  rows     = ["method"]
  columns  = ["environment", "mean"]
  metric   = metric.success_rate
  baseline = method.sft
}

table "ablations_stagnation" {
  title    = "What the parts do: stagnation"
  grid     = grid.ablations
  rows     = ["method"]
  columns  = ["environment", "mean"]
  metric   = metric.stagnation
  baseline = method.sft
}

table "ablations_gap" {
  title   = "What the parts do: excess over the teacher, before and after the first round"
  grid    = grid.ablations
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.stagnation_gap, metric.stagnation_gap_after]
}

table "controls" {
  title     = "Other ways against repetition"
  grid      = grid.controls
  rows      = ["environment", "method"]
  columns   = ["metric"]
  metric    = [metric.success_rate, metric.stagnation, metric.turns, metric.tokens, metric.timeout_rate]
  published = published("ProD", "repetition-control")
}

table "shortening" {
  title     = "What shortening takes out of the demonstrations"
  grid      = grid.controls
  rows      = ["environment", "method"]
  columns   = ["metric"]
  metric    = [metric.turns_before, metric.turns_after]
  published = published("ProD", "repetition-control")
}

table "penalty_1_1" {
  title      = "A repetition penalty of 1.1 at decoding"
  grid       = grid.controls
  rows       = ["environment", "method"]
  columns    = ["metric"]
  metric     = [metric.success_rate, metric.stagnation, metric.turns, metric.timeout_rate]
  evaluation = evaluation.penalty_1_1
}

table "penalty_1_2" {
  title      = "A repetition penalty of 1.2 at decoding"
  grid       = grid.controls
  rows       = ["environment", "method"]
  columns    = ["metric"]
  metric     = [metric.success_rate, metric.stagnation, metric.turns, metric.timeout_rate]
  evaluation = evaluation.penalty_1_2
}

table "penalty_1_3" {
  title      = "A repetition penalty of 1.3 at decoding"
  grid       = grid.controls
  rows       = ["environment", "method"]
  columns    = ["metric"]
  metric     = [metric.success_rate, metric.stagnation, metric.turns, metric.timeout_rate]
  evaluation = evaluation.penalty_1_3
}

table "rates" {
  title      = "Learning rates and weights, on training tasks"
  grid       = grid.rates
  rows       = ["method"]
  columns    = ["environment", "mean"]
  metric     = metric.success_rate
  evaluation = evaluation.validation
}
