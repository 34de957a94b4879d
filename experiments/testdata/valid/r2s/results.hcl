grid "main" {
  axis "pair" {
    teacher = [teacher.large, teacher.huge]
    student = [student.small, student.smaller]
  }
  axis "environment" {
    values = [environment.household, environment.shop]
  }
  axis "method" {
    values = [method.sft, method.opd, method.r2s]
  }
  seeds = 2
}

grid "selection" {
  axis "pair" {
    teacher = [teacher.large]
    student = [student.small]
  }
  axis "environment" {
    values = [environment.household]
  }
  axis "method" {
    values = [method.r2s, ablation.selection]
  }
}

evaluation {
  tasks       = "unseen"
  decodes     = 3
  temperature = 1
}

table "main" {
  grid      = grid.main
  rows      = ["pair", "method"]
  columns   = ["environment", "mean"]
  metric    = metric.success_rate
  baseline  = "best of the others"
  published = published("R2S", "main")
}

plot "learning" {
  kind = "curve"
  grid = grid.main
  x    = "step"
  y    = "loss"
  band = true
}
