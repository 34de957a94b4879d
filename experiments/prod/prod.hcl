# ProD: small students loop, and are pushed away from their own loops. The paper's main comparison, its ablations and its controls
# on tiny models, in word problems with a calculator and in two-hop questions with a search engine.

experiment "prod" {
  paper    = "ProD"
  question = "Does pushing a student away from the excess of its own repetition over the teacher's make it repeat less and win more?"
}

locals {
  cells = local.both ? [environment.maths, environment.search] : var.world == "maths" ? [environment.maths] : [environment.search]
}

# The SFT student, from which every ProD starts: the same stages, computed once. (Demonstrations are left as they are.)

method "sft" {
  use             = "shortened"
  how             = "none"
  trajectories    = local.trajectories
  attempts        = 2
  epochs          = local.micro.sft_epochs
  episodes_a_step = local.micro.batch
  learning_rate   = 2e-3
}

# As many passes more over the same trajectories as ProD makes.
method "sft_longer" {
  extends = method.sft
  use     = "shortened"
  epochs  = local.micro.sft_epochs + local.micro.epochs
}

method "prod" {
  trajectories        = local.trajectories
  attempts            = 2
  sft_epochs          = local.micro.sft_epochs
  sft_episodes_a_step = local.micro.batch
  sft_learning_rate   = 2e-3
  epochs              = local.micro.epochs
  pairs_a_step        = local.micro.batch
  learning_rate       = 5e-4
  measure_tasks       = 128
}

# Ours: only the turns that repeat an earlier one are rejected, not the whole episode they stand in, and the teacher's trajectory
# weighs more.
method "stagnant" {
  extends  = method.prod
  use      = "prod"
  rejected = "stagnant"
  lambda   = 5
}

# Between the two: which of the changes matters.
method "heavier" {
  extends = method.prod
  use     = "prod"
  lambda  = 5
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
  epochs          = local.micro.sft_epochs
  episodes_a_step = local.micro.batch
  learning_rate   = 2e-3
}

method "shortened" {
  extends = method.sft
  how     = "both"
}

grid "main" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small, student.tiny] }
  axis "environment" { values = local.cells }
  axis "method" { values = [method.sft, method.sft_longer, method.prod, method.stagnant] }
  seeds = var.seeds
}

# One student is enough to see what the parts do.
grid "ablations" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = local.cells }
  axis "method" {
    values = [
      method.sft, method.prod, ablation.alpha, method.fixed, method.no_sft, ablation.similarity, ablation.rounds_of_prod,
      method.heavier, method.stagnant, ablation.rounds_of_stagnant
    ]
  }
  seeds = var.seeds
}

grid "controls" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = local.cells }
  axis "method" { values = [method.sft, method.shortened, method.rejection, method.prod, method.stagnant] }
  seeds = var.seeds
}

# Learning rates are chosen on training tasks, never on those of the tables: the same three for each.
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

grid "rates" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.tiny] }
  axis "environment" { values = local.cells }
  axis "method" { values = [ablation.rates_of_sft, ablation.rates_of_prod, ablation.rates_of_stagnant] }
  seeds = 1
}

# In domain: other tasks of the kinds that training has. (Greedy, as in the paper's own rollouts.)
evaluation {
  tasks       = "seen"
  count       = var.evaluation_tasks
  decodes     = 1
  temperature = 0
}

# Out of domain: kinds of tasks that training never has. With one world alone: a harder world.
evaluation "outside" {
  tasks       = local.both ? "unseen" : "seen"
  count       = var.evaluation_tasks
  decodes     = 1
  temperature = 0
  environment = { both = null, maths = environment.harder, search = environment.longer }[var.world]
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
  tasks              = "seen"
  count              = 128
  decodes            = 1
  temperature        = 0
  repetition_penalty = 1.1
}

evaluation "penalty_1_2" {
  tasks              = "seen"
  count              = 128
  decodes            = 1
  temperature        = 0
  repetition_penalty = 1.2
}

evaluation "penalty_1_3" {
  tasks              = "seen"
  count              = 128
  decodes            = 1
  temperature        = 0
  repetition_penalty = 1.3
}
