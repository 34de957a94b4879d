# scale = "micro": tiny models from scratch.

locals {
  # All methods play as many episodes.
  micro = {
    steps          = 100
    tasks_a_step   = 4
    group          = 8
    audit_tasks    = 128
    audit_attempts = 2

    # Chosen for each method alone by the tables "rates" and "coefficients", on validation tasks.
    rate        = { grpo = 1e-3, skill_sd = 1e-3, sdar = 1e-3, fullpath_sd = 1e-3, smrc_sd = 1e-3 }
    coefficient = { skill_sd = 0.001, sdar = 0.01, fullpath_sd = 0.01, smrc_sd = 0.01 }

    evaluation = { count = var.evaluation_tasks, temperature = 1 }
  }

  micro_axes = {
    students     = [student.small, student.tiny]
    environments = [environment.household, environment.shop]

    student     = student.small
    environment = environment.household

    rates = [
      ablation.rates_of_grpo, ablation.rates_of_skill-sd, ablation.rates_of_sdar, ablation.rates_of_fullpath-sd, ablation.rates_of_smrc-sd
    ]
    coefficients = [
      ablation.coefficients_of_skill-sd, ablation.coefficients_of_sdar, ablation.coefficients_of_fullpath-sd, ablation.coefficients_of_smrc-sd
    ]
  }
}
