experiment "large" {
  trials_max = 5
}

environment "alfworld" {}

model "tiny" {}

teacher "large" {
  model = model.tiny
}

student "small" {
  model = model.tiny
}

method "opd" {}

grid "large" { # ERROR: Too many trials
  axis "pair" {
    teacher = [teacher.large]
    student = [student.small]
  }
  axis "environment" {
    values = [environment.alfworld]
  }
  axis "method" {
    values = [method.opd]
  }
  seeds = 6
}
