grid "bad" {
  axis "teacher" {
    values = [teacher.large, teacher.large] # ERROR: Duplicate value
  }
  axis "student" {
    values = [student.small, teacher.large, "small", null] # ERROR: Unsuitable value, Unsuitable value, Unsuitable value
  }
  axis "environment" {
    values = environment.alfworld # ERROR: Unsuitable value
  }
  axis "method" {
    values = [] # ERROR: Empty axis
  }
  seeds = 0 # ERROR: Number out of range
}
