experiment "r2s" {
  paper    = "R2S"
  question = "Does repairing the teacher on its own takeovers beat distilling from it as it is?"
}

variable "scale" {
  type    = string
  default = "micro"

  validation {
    condition     = contains(["micro", "paper"], var.scale)
    error_message = "scale is \"micro\" or \"paper\"."
  }
}

environment "household" {
  use     = "alfworld"
  rooms   = 7
  horizon = 20
  tasks   = { train = 512, seen = 128, unseen = 128 }
}

environment "shop" {
  use = "webshop"
}

model "tiny" {
  width  = var.scale == "paper" ? 4096 : 64
  layers = 3
}

teacher "large" {
  model = model.tiny

  warmup {
    use             = "sft"
    demonstrations  = "exploring"
    episodes        = local.episodes[environment]
    reference_share = 0.45
    weights         = "warmups/large-${environment}.safetensors"
  }
}

teacher "huge" {
  model = model.tiny
}

student "small" {
  model = model.tiny

  warmup {
    use = "none"
  }
}

student "smaller" {
  model = model.tiny
}

locals {
  episodes = { household = 20000, shop = 5000 }
}
