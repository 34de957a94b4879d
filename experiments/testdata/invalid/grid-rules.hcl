grid "bad" {
  axis "pair" {
    teacher = [teacher.large]
    student = [student.small]
  }
  axis "environment" {
    values = [environment.shop]
  }
  axis "method" {
    values = [method.opd]
  }
  exclude { # ERROR: Rule without effect
    method = method.r2s
  }
  exclude { # ERROR: Rule without effect
    seeds = [2]
  }
  include { # ERROR: Incomplete rule
    student = student.small
  }
}
