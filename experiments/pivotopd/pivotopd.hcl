# PivotOPD: distillation at the mistakes that decide an episode, and right after them. The paper's main comparison with its thirteen
# baselines, its ablations and its analyses of mistakes and recoveries, on tiny models (micro.hcl) or as large as the paper has
# them (paper.hcl).

experiment "pivotopd" {
  paper    = "PivotOPD"
  question = "Does a student have to practise the way back from its decisive mistakes, or is it enough to stop making them?"
}

# Reward alone.

method "grpo" {
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step
  group         = local.size.group
  learning_rate = local.size.rate.grpo
}

# Reward, and the student's own opinion of its tokens when it is told more: the solution, or skills.

method "opsd" {
  extends       = method.grpo
  learning_rate = local.size.rate.opsd
}

method "rlsd" {
  extends       = method.grpo
  learning_rate = local.size.rate.rlsd
}

method "sdar" {
  extends       = method.grpo
  learning_rate = local.size.rate.sdar
}

method "stepopsd" {
  extends       = method.grpo
  learning_rate = local.size.rate.stepopsd
}

method "agentopsd" {
  extends       = method.grpo
  learning_rate = local.size.rate.agentopsd
}

method "skill-grpo" {
  extends       = method.grpo
  learning_rate = local.size.rate.skill
}

method "opid" {
  extends       = method.grpo
  learning_rate = local.size.rate.opid
}

method "skill-sd" {
  extends       = method.grpo
  learning_rate = local.size.rate.skill_sd
}

# A teacher's log-probabilities: over all turns, over more and more of them, and with the reward.

method "turnopd" {
  steps         = local.steps
  form          = local.size.form
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  learning_rate = local.size.rate.turnopd
}

method "tcod-f2b" {
  steps         = local.steps
  form          = local.size.form
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  learning_rate = local.size.rate.tcod_f2b
}

method "sod" {
  extends       = method.grpo
  learning_rate = local.size.rate.sod
}

# Single turns of the teacher's trajectories, as many a step as the others play episodes.

method "pivotrl" {
  steps            = local.steps
  tasks_a_step     = local.size.tasks_a_step * local.size.group
  group            = local.size.group
  learning_rate    = local.size.rate.pivotrl
  trajectory_tasks = local.size.trajectory_tasks
}

method "pivotopd" {
  steps          = local.steps
  tasks_a_step   = local.size.tasks_a_step
  group          = local.size.group
  learning_rate  = local.size.rate.pivotopd
  study_tasks    = contains(local.size.studied, environment) ? local.size.study_tasks : 0
  study_mistakes = local.size.study_mistakes
  study_replays  = local.size.study_replays
  study_failures = true
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
  study_failures = true
}

method "standard_opd" {
  extends       = method.base
  use           = "pivot-study"
  policy        = "opd"
  form          = local.size.form
  steps         = local.steps
  tasks_a_step  = local.size.tasks_a_step * local.size.group
  learning_rate = local.size.rate.opd
}

grid "main" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.environments }
  axis "method" {
    values = [
      method.grpo, method.opsd, method.rlsd, method.sdar, method.turnopd, method.tcod-f2b, method.sod, method.stepopsd, method.agentopsd,
      method.skill-grpo, method.opid, method.skill-sd, method.pivotrl, method.pivotopd, method.self_teacher
    ]
  }
  seeds = var.seeds
}

grid "parts" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = [local.axes.environment] }
  axis "method" { values = local.axes.parts }
  seeds = var.seeds
}

# How many turns after a mistake are practised. More than one takes a copy of the world.
ablation "turns" {
  of   = method.pivotopd
  vary = { recovery_turns = [1, 2, 3] }
}

grid "turns" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = local.axes.turns }
  axis "method" { values = [ablation.turns] }
  seeds = var.seeds
}

# The mistakes of the starting student, and how it and what becomes of it get on after them.
grid "recovery" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = [local.axes.environment] }
  axis "method" { values = local.axes.recovery }
  seeds = var.seeds
}

# Learning rates and the weights of the two terms are chosen on validation tasks, never on those of the tables: two rates for every
# method, each three times the other, and for the weights the three of the paper's order of size.

ablation "rates_of_standard_opd" {
  of   = method.standard_opd
  vary = { learning_rate = [1e-3, 2e-3] }
}

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
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = [local.axes.environment] }
  axis "method" { values = local.axes.rates }
  seeds = 1
}

grid "weights" {
  axis "teacher" { values = [local.axes.teacher] }
  axis "student" { values = [local.axes.student] }
  axis "environment" { values = [local.axes.environment] }
  axis "method" { values = [ablation.weights] }
  seeds = 1
}

evaluation {
  tasks       = "unseen"
  count       = local.size.evaluation.count
  decodes     = 3
  temperature = local.size.evaluation.temperature
}

evaluation "validation" {
  tasks       = local.size.evaluation.validation
  count       = 128
  decodes     = 2
  temperature = local.size.evaluation.temperature
}
