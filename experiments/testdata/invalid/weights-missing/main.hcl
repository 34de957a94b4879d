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
  warmup {
    use     = "sft"
    weights = "warmups/${environment}.safetensors" # ERROR: Missing weights
  }
}

teacher "unused" {
  model = model.tiny
  warmup {
    use     = "sft"
    weights = "warmups/not-needed.safetensors"
  }
}

teacher "off" {
  model = model.tiny
  warmup {
    use     = "sft"
    weights = null
  }
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
    values = [teacher.large, teacher.off]
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
