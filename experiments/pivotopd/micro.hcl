# scale = "micro": tiny models from scratch.

locals {
  # Methods with a group play tasks_a_step x group episodes a step, the others as many of tasks of their own.
  micro = {
    steps            = 60
    tasks_a_step     = 4
    group            = 8
    form             = "full"
    trajectory_tasks = 256

    studied        = ["household", "shop"]
    study_tasks    = 128
    study_mistakes = 48
    study_replays  = 8

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

    evaluation = { count = var.evaluation_tasks, validation = "seen", temperature = 1 }
  }

  micro_axes = {
    teacher      = teacher.large
    student      = student.small
    environments = [environment.household, environment.shop]
    environment  = environment.household
    turns        = [environment.household, environment.shop]

    parts = [method.grpo, method.preventive_only, method.recovery_only, method.pivotopd, method.way, method.oracle, method.oracle_way]
    recovery = [
      method.base, method.standard_opd, method.preventive_only, method.pivotopd, method.self_teacher, method.way, method.oracle_way
    ]
    rates = [
      ablation.rates_of_grpo, ablation.rates_of_opsd, ablation.rates_of_rlsd, ablation.rates_of_sdar, ablation.rates_of_turnopd,
      ablation.rates_of_tcod-f2b, ablation.rates_of_sod, ablation.rates_of_stepopsd, ablation.rates_of_agentopsd, ablation.rates_of_skill-grpo,
      ablation.rates_of_opid, ablation.rates_of_skill-sd, ablation.rates_of_pivotrl, ablation.rates_of_pivotopd, ablation.rates_of_standard_opd
    ]
  }
}
