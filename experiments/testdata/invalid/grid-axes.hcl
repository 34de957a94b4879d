grid "bad" { # ERROR: Incomplete grid
  axis "pair" {
    teacher = [teacher.large]
    student = [student.small]
  }
}

grid "worse" {
  axis "pair" {
    teacher = [teacher.large, teacher.large]
    student = [student.small] # ERROR: Unequal columns
  }
  axis "teacher" { # ERROR: Duplicate axis
    values = [teacher.large]
  }
  axis "mean" { # ERROR: Invalid name
    method = [method.opd]
  }
  axis "envronment" {
    values = [environment.shop] # ERROR: Unknown axis
  }
  axis "method" { # ERROR: Empty axis
  }
  axis "student" { # ERROR: Invalid name
    method = [method.opd]
  }
  axis { # ERROR: Missing name
  }
}

grid "twice" {
  axis "method" {
    values = [method.opd]
    method = [method.opd] # ERROR: Duplicate axis
  }
  axis "method" { # ERROR: Duplicate axis
    values = [method.opd]
  }
  seeds = [1, 2, 1] # ERROR: Duplicate value
}
