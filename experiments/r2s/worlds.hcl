# Worlds, policies and what can be set from the command line.

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores"

  validation {
    condition     = var.scale == "micro"
    error_message = "scale must be \"micro\": the paper's own models need a backend that loads real checkpoints."
  }
}

variable "warmup" {
  type        = string
  default     = "shipped"
  description = "shipped: start from the weights in warmups/; scratch: train them again"

  validation {
    condition     = contains(["shipped", "scratch"], var.warmup)
    error_message = "warmup must be \"shipped\" or \"scratch\"."
  }
}

variable "seeds" {
  type    = number
  default = 2
}

variable "steps" {
  type        = number
  default     = 120
  description = "distillation steps; fewer than 80 compare nothing"
}

variable "evaluation_tasks" {
  type    = number
  default = 128
}

variable "games" {
  type        = string
  default     = ""
  description = "a folder of real ALFWorld games: evaluate the same students on its valid_unseen"
}

locals {
  shipped   = var.warmup == "shipped"
  generated = var.games == ""
}

environment "household" {
  use         = "alfworld"
  receptacles = 7
  objects     = 6
  horizon     = 20
  tasks       = { train = 20000, seen = 256, unseen = 256 }
}

# Only used with -var games=DIR.

environment "games" {
  use     = "alfworld"
  games   = var.games
  horizon = 50
}

model "d64x3" {
  use    = "compact"
  width  = 64
  layers = 3
  heads  = 4
}

model "d48x3" {
  extends = model.d64x3
  width   = 48
  heads   = 3
}

model "d48x2" {
  extends = model.d48x3
  layers  = 2
}

model "d32x2" {
  extends = model.d48x2
  width   = 32
  heads   = 2
}

teacher "huge" {
  model = model.d64x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = 3400
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = 0.4
    weights         = local.shipped ? "warmups/huge.safetensors" : null
  }
}

teacher "large" {
  model = model.d48x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = 2600
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = 0.4
    weights         = local.shipped ? "warmups/large.safetensors" : null
  }
}

student "small" {
  model = model.d48x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = 390
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/small.safetensors" : null
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = 620
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/tiny.safetensors" : null
  }
}
