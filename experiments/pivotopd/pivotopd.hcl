# PivotOPD: distillation at the mistakes that decide an episode, and right after them. The paper's main comparison with its thirteen
# baselines, its ablations and its analyses of mistakes and recoveries, on tiny models.

experiment "pivotopd" {
  paper    = "PivotOPD"
  question = "Does a student have to practise the way back from its decisive mistakes, or is it enough to stop making them?"
}

locals {
  # The learning rate of each method, chosen by the table "rates" on validation tasks.
  rate = {
    grpo      = 1e-3
    opsd      = 3e-4
    rlsd      = 1e-3
    sdar      = 1e-3
    turnopd   = 2e-3
    tcod_f2b  = 2e-3
    sod       = 3e-4
    stepopsd  = 3e-4
    agentopsd = 1e-3
    skill     = 1e-3
    opid      = 1e-3
    skill_sd  = 1e-3
    pivotrl   = 3e-4
    pivotopd  = 1e-3
    opd       = 2e-3
  }
}

# Reward alone.

method "grpo" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step
  group         = local.size.group
  learning_rate = local.rate.grpo
}

# Reward, and the student's own opinion of its tokens when it is told more: the solution, or skills.

method "opsd" {
  extends       = method.grpo
  learning_rate = local.rate.opsd
}

method "rlsd" {
  extends       = method.grpo
  learning_rate = local.rate.rlsd
}

method "sdar" {
  extends       = method.grpo
  learning_rate = local.rate.sdar
}

method "stepopsd" {
  extends       = method.grpo
  learning_rate = local.rate.stepopsd
}

method "agentopsd" {
  extends       = method.grpo
  learning_rate = local.rate.agentopsd
}

method "skill-grpo" {
  extends       = method.grpo
  learning_rate = local.rate.skill
}

method "opid" {
  extends       = method.grpo
  learning_rate = local.rate.opid
}

method "skill-sd" {
  extends       = method.grpo
  learning_rate = local.rate.skill_sd
}

# A teacher's log-probabilities: over all turns, over more and more of them, and with the reward.

method "turnopd" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  learning_rate = local.rate.turnopd
}

method "tcod-f2b" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  learning_rate = local.rate.tcod_f2b
}

method "sod" {
  extends       = method.grpo
  learning_rate = local.rate.sod
}

# Single turns of the teacher's trajectories, as many a step as the others play episodes.

method "pivotrl" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  group         = local.size.group
  learning_rate = local.rate.pivotrl
}

method "pivotopd" {
  steps          = local.steps
  tasks_a_step   = local.size.tasks_a_step
  group          = local.size.group
  learning_rate  = local.rate.pivotopd
  study_tasks    = local.size.study_tasks
  study_mistakes = local.size.study_mistakes
  study_replays  = local.size.study_replays
}

# The paper's setting without a teacher: the student names mistakes and right actions too.
method "self_teacher" {
  extends  = method.pivotopd
  use      = "pivotopd"
  detector = "self"
}

# It stops the mistakes and never practises the way back.
method "preventive_only" {
  extends        = method.pivotopd
  use            = "pivotopd"
  recover_weight = 0
}

# Ours, the other half.
method "recovery_only" {
  extends        = method.pivotopd
  use            = "pivotopd"
  prevent_weight = 0
}

# The mistakes and the right actions themselves, from shortest solutions: what the detector costs.
method "oracle" {
  extends  = method.pivotopd
  use      = "pivotopd"
  detector = "oracle"
}

# The right action and a shortest way from where it leads. The students have learnt to read ways, and a single action less well.
method "way" {
  extends = method.pivotopd
  use     = "pivotopd"
  hint    = "way"
}

method "oracle_way" {
  extends = method.oracle
  use     = "pivotopd"
  hint    = "way"
}

# What the analyses compare it with: the student as it is, and after plain distillation.

method "base" {
  use            = "pivot-study"
  policy         = "start"
  study_tasks    = local.size.study_tasks
  study_mistakes = local.size.study_mistakes
  study_replays  = local.size.study_replays
}

method "standard_opd" {
  extends       = method.base
  use           = "pivot-study"
  policy        = "opd"
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  learning_rate = local.rate.opd
}

grid "main" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household, environment.shop] }
  axis "method" {
    values = [
      method.grpo, method.opsd, method.rlsd, method.sdar, method.turnopd, method.tcod-f2b, method.sod, method.stepopsd, method.agentopsd,
      method.skill-grpo, method.opid, method.skill-sd, method.pivotrl, method.pivotopd, method.self_teacher
    ]
  }
  seeds = var.seeds
}

grid "parts" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" {
    values = [method.grpo, method.preventive_only, method.recovery_only, method.pivotopd, method.way, method.oracle, method.oracle_way]
  }
  seeds = var.seeds
}

# How many turns after a mistake are practised. More than one takes a copy of the world.
ablation "turns" {
  of   = method.pivotopd
  vary = { recovery_turns = [1, 2, 3] }
}

grid "turns" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household, environment.shop] }
  axis "method" { values = [ablation.turns] }
  seeds = var.seeds
}

# The mistakes of the starting student, and how it and what becomes of it get on after them.
grid "recovery" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" {
    values = [method.base, method.standard_opd, method.preventive_only, method.pivotopd, method.self_teacher, method.way, method.oracle_way]
  }
  seeds = var.seeds
}

# Learning rates and the weights of the two terms are chosen on validation tasks, never on those of the tables: two rates for every
# method, each three times the other, and for the weights the three of the paper's order of size.

ablation "rates_of_grpo" {
  of   = method.grpo
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_opsd" {
  of   = method.opsd
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_rlsd" {
  of   = method.rlsd
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_sdar" {
  of   = method.sdar
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_turnopd" {
  of   = method.turnopd
  vary = { learning_rate = [1e-3, 2e-3] }
}

ablation "rates_of_tcod-f2b" {
  of   = method.tcod-f2b
  vary = { learning_rate = [1e-3, 2e-3] }
}

ablation "rates_of_sod" {
  of   = method.sod
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_stepopsd" {
  of   = method.stepopsd
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_agentopsd" {
  of   = method.agentopsd
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_skill-grpo" {
  of   = method.skill-grpo
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_opid" {
  of   = method.opid
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_skill-sd" {
  of   = method.skill-sd
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_pivotrl" {
  of   = method.pivotrl
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "rates_of_pivotopd" {
  of   = method.pivotopd
  vary = { learning_rate = [3e-4, 1e-3] }
}

ablation "weights" {
  of   = method.pivotopd
  vary = { prevent_weight = [0.01, 0.1, 1], recover_weight = [0.01, 0.1, 1] }
}

grid "rates" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" {
    values = [
      ablation.rates_of_grpo, ablation.rates_of_opsd, ablation.rates_of_rlsd, ablation.rates_of_sdar, ablation.rates_of_turnopd,
      ablation.rates_of_tcod-f2b, ablation.rates_of_sod, ablation.rates_of_stepopsd, ablation.rates_of_agentopsd, ablation.rates_of_skill-grpo,
      ablation.rates_of_opid, ablation.rates_of_skill-sd, ablation.rates_of_pivotrl, ablation.rates_of_pivotopd
    ]
  }
  seeds = 1
}

grid "weights" {
  axis "teacher" { values = [teacher.large] }
  axis "student" { values = [student.small] }
  axis "environment" { values = [environment.household] }
  axis "method" { values = [ablation.weights] }
  seeds = 1
}

evaluation {
  tasks       = "unseen"
  count       = var.evaluation_tasks
  decodes     = 3
  temperature = 1
}

evaluation "validation" {
  tasks       = "seen"
  count       = 128
  decodes     = 2
  temperature = 1
}
