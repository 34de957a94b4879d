experiment "base" {
  question = "Does the loader find what is wrong beside this?"
}

environment "alfworld" {}

environment "shop" {
  use = "webshop"
}

model "tiny" {}

teacher "large" {
  model = model.tiny
}

student "small" {
  model = model.tiny
}

method "opd" {}

method "r2s" {
  extends = method.opd
}

grid "base" {
  axis "teacher" {
    values = [teacher.large]
  }
  axis "student" {
    values = [student.small]
  }
  axis "environment" {
    values = [environment.alfworld, environment.shop]
  }
  axis "method" {
    values = [method.opd]
  }
}
