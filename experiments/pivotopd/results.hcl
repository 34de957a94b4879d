# Tables in the order of the paper.

table "main" {
  title     = "Success on held-out tasks"
  grid      = grid.main
  rows      = ["method"]
  columns   = ["environment", "mean"]
  metric    = metric.success_rate
  baseline  = "best of the others"
  published = published("PivotOPD", "main")
}

table "score" {
  title   = "Score on held-out tasks"
  grid    = grid.main
  rows    = ["method"]
  columns = ["environment", "mean"]
  metric  = metric.score
}

table "conduct" {
  title   = "How held-out episodes go and end"
  grid    = grid.main
  rows    = ["environment", "method"]
  columns = ["metric"]
  metric  = [metric.turns, metric.hesitation_turns, metric.invalid_turns, metric.failure_rate, metric.timeout_rate]
}

table "parts" {
  title    = "What the parts do"
  grid     = grid.parts
  rows     = ["method"]
  columns  = ["environment"]
  metric   = metric.success_rate
  baseline = method.grpo
}

table "turns" {
  title     = "How many turns after a mistake are practised"
  grid      = grid.turns
  rows      = ["method"]
  columns   = ["environment"]
  metric    = metric.success_rate
  published = published("PivotOPD", "budget-K")
}

# Of the starting student, and so the same in every row of a seed.
table "diagnosis" {
  title     = "Do mistakes decide episodes? The starting student's, by the oracle"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.diagnosis_failure_rate, metric.failure_after_pivot, metric.failed_with_pivot, metric.first_pivotal_turn, metric.wasted_turns]
  published = published("PivotOPD", "diagnosis")
}

table "interventions" {
  title     = "Can they be mended? Replays of the starting student's mistakes"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.replay_unchanged, metric.replay_corrected, metric.replay_forced]
  published = published("PivotOPD", "diagnosis")
}

table "recovery" {
  title     = "Replays from just after the starting student's mistakes, by the trained student"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.recovery_rate, metric.recovery_optimal_turns]
  published = published("PivotOPD", "recovery")
}

table "paired" {
  title     = "The same, mistake by mistake, against the starting student"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.recovery_improved, metric.recovery_worse, metric.recovery_same]
  published = published("PivotOPD", "recovery-paired")
}

# The starting student's own numbers stand in the row of base.
table "failures" {
  title     = "Which failures are left after training, on the tasks of the diagnosis"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.own_failure_rate, metric.own_failure_after_pivot, metric.own_failure_without_pivot]
  published = published("PivotOPD", "opd-failure")
}

table "reach" {
  title     = "What is done in place of the starting student's mistakes, and does a group of eight ever do what is right"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.mistake_repeated, metric.mistake_righted, metric.mistake_reached]
  published = published("PivotOPD", "opd-probability")
}

table "detection" {
  title     = "Does who reads the episodes find the mistakes?"
  grid      = grid.recovery
  rows      = ["method"]
  columns   = ["metric"]
  metric    = [metric.detection_within_one, metric.detection_random]
  published = published("PivotOPD", "pivot-detection")
}

table "rates" {
  title      = "Learning rates, on validation tasks"
  grid       = grid.rates
  rows       = ["method"]
  columns    = ["environment"]
  metric     = metric.success_rate
  evaluation = evaluation.validation
}

table "weights" {
  title      = "Weights of prevention and recovery, on validation tasks"
  grid       = grid.weights
  rows       = ["method"]
  columns    = ["environment"]
  metric     = metric.success_rate
  evaluation = evaluation.validation
}
