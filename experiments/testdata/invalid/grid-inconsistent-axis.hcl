grid "one" {
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
}

grid "two" {
  axis "teacher" {
    values = [teacher.large]
  }
  axis "pair" { # ERROR: Inconsistent axis
    student = [student.small]
    method  = [method.opd]
  }
  axis "environment" {
    values = [environment.shop]
  }
}
