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
  exclude {} # ERROR: Empty rule
  include {
    method = [] # ERROR: Empty rule
  }
  exclude {
    model  = model.tiny # ERROR: Unknown attribute
    method = "opd" # ERROR: Unsuitable value
  }
}
