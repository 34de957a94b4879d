grid "none" { # ERROR: Grid without trials
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
  exclude {
    method = method.opd
  }
}
