# ProD: small students loop, and are pushed away from their own loops. The paper's main comparison, its ablations and its controls
# in word problems with a calculator and in two-hop questions with a search engine: on tiny models (micro.hcl) or as large as the
# paper has them (paper.hcl).

experiment "prod" {
  paper    = "ProD"
  question = "Does pushing a student away from the excess of its own repetition over the teacher's make it repeat less and win more?"
}

# The SFT student, from which every ProD starts: the same stages, computed once. (Demonstrations are left as they are.)

method "sft" {
  use             = "shortened"
  how             = "none"
  trajectories    = local.trajectories
  attempts        = 2
  epochs          = local.size.sft_epochs
  episodes_a_step = local.size.batch
  learning_rate   = local.size.rate.sft
}

# As many passes more over the same trajectories as ProD makes.
method "sft_longer" {
  extends = method.sft
  use     = "shortened"
  epochs  = local.size.sft_epochs + local.size.epochs
}

method "prod" {
  trajectories        = local.trajectories
  attempts            = 2
  sft_epochs          = local.size.sft_epochs
  sft_episodes_a_step = local.size.batch
  sft_learning_rate   = local.size.rate.sft
  epochs              = local.size.epochs
  pairs_a_step        = local.size.batch
  learning_rate       = local.size.rate.prod
  measure_tasks       = 128
}

# Ours: only the turns that repeat an earlier one are rejected, not the whole episode they stand in, and the teacher's trajectory
# weighs more.
method "stagnant" {
  extends       = method.prod
  use           = "prod"
  rejected      = "stagnant"
  lambda        = 2
  learning_rate = local.size.rate.stagnant
}

# Between the two: which of the changes matters.
method "heavier" {
  extends = method.prod
  use     = "prod"
  lambda  = 2
}

# What goes into the margin: wrong answers alone, excess repetition alone. (Both in equal parts: prod itself.)
ablation "alpha" {
  of   = method.prod
  vary = { alpha = [0, 1] }
}

# How repetition is scored. (By the longest common subsequence of words: prod itself.)
ablation "similarity" {
  of   = method.prod
  vary = { similarity = ["semantic", "judge"] }
}

# A second round plays anew with the student of the first.
ablation "rounds_of_prod" {
  of   = method.prod
  vary = { rounds = [2] }
}

ablation "rounds_of_stagnant" {
  of   = method.stagnant
  vary = { rounds = [2] }
}

method "fixed" {
  extends = method.prod
  use     = "prod"
  margin  = "fixed"
}

# As SimPO: a fixed margin, and nothing that holds the teacher's trajectory where it is.
method "no_sft" {
  extends = method.fixed
  use     = "prod"
  lambda  = 0
}

method "rejection" {
  tasks           = local.trajectories
  samples         = 4
  epochs          = local.size.sft_epochs
  episodes_a_step = local.size.batch
  learning_rate   = local.size.rate.sft
}

method "shortened" {
  extends = method.sft
  how     = "both"
}

grid "main" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = local.axes.students }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = local.axes.methods }
  seeds = var.seeds
}

# One student is enough to see what the parts do.
grid "ablations" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = local.axes.ablations }
  seeds = var.seeds
}

grid "controls" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = local.axes.controls }
  seeds = var.seeds
}

# Learning rates are chosen on training tasks, never on those of the tables: the best of the same three for each. So is the weight
# of imitation in the form that is ours.
ablation "rates_of_sft" {
  of   = method.sft
  vary = { learning_rate = [1e-3, 2e-3, 4e-3] }
}

ablation "rates_of_prod" {
  of   = method.prod
  vary = { learning_rate = [2e-4, 5e-4, 1e-3] }
}

ablation "rates_of_stagnant" {
  of   = method.stagnant
  vary = { learning_rate = [2e-4, 5e-4, 1e-3] }
}

ablation "weights_of_stagnant" {
  of   = method.stagnant
  vary = { lambda = [1, 2, 5] }
}

grid "rates" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.environments }
  axis "method" { values = local.axes.rates }
  seeds = 1
}

# Greedy, as in the paper's own rollouts.

evaluation {
  tasks       = local.inside[environment].tasks
  count       = local.inside[environment].count
  decodes     = 1
  temperature = 0
}

evaluation "outside" {
  tasks       = local.outside[environment].tasks
  count       = local.outside[environment].count
  decodes     = 1
  temperature = 0
  environment = local.outside[environment].environment
}

evaluation "harder" {
  tasks       = local.harder[environment].tasks
  count       = local.harder[environment].count
  decodes     = 1
  temperature = 0
  environment = local.harder[environment].environment
}

# Few of these are among the tasks that the teacher has played: 512 of 20,000.
evaluation "validation" {
  tasks       = "train"
  count       = 128
  decodes     = 1
  temperature = 0
}

# The control at decoding.
evaluation "penalty_1_1" {
  tasks              = local.inside[environment].tasks
  count              = local.size.penalized
  decodes            = 1
  temperature        = 0
  repetition_penalty = 1.1
}

evaluation "penalty_1_2" {
  tasks              = local.inside[environment].tasks
  count              = local.size.penalized
  decodes            = 1
  temperature        = 0
  repetition_penalty = 1.2
}

evaluation "penalty_1_3" {
  tasks              = local.inside[environment].tasks
  count              = local.size.penalized
  decodes            = 1
  temperature        = 0
  repetition_penalty = 1.3
}
