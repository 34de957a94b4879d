# Worlds, policies, sizes, and what can be set from the command line.

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores; paper: the paper's models and environments, to be planned"

  validation {
    condition     = contains(["micro", "paper"], var.scale)
    error_message = "scale must be \"micro\" or \"paper\"."
  }
}

variable "seeds" {
  type        = number
  default     = 1
  description = "repetitions of every trial of the main table and the ablations; 3 and more say something about the spread between seeds"
}

variable "steps" {
  type        = number
  default     = 0
  description = "training steps; 0: as many as the scale says"

  validation {
    condition     = var.steps >= 0
    error_message = "steps is 0 (as many as the scale says) or more."
  }
}

variable "evaluation_tasks" {
  type    = number
  default = 128
}

locals {
  # Steps of the warm-ups. A student's success is steep in them.
  warmup = {
    household = { small = 1500, tiny = 1600 }
    shop      = { small = 700, tiny = 900 }

    # The paper's, in which nobody is warmed up.
    alfworld = { small = 1500, tiny = 1600 }
    webshop  = { small = 700, tiny = 900 }
  }

  # What differs between the scales: settings, and who meets where.
  size  = { micro = local.micro, paper = local.paper }[var.scale]
  axes  = { micro = local.micro_axes, paper = local.paper_axes }[var.scale]
  steps = var.steps > 0 ? var.steps : local.size.steps
}

environment "household" {
  use         = "alfworld"
  receptacles = 7
  objects     = 6
  horizon     = 20
  tasks       = { train = 20000, seen = 256, unseen = 256 }
}

# Products and prices that fit what the task asks for are marked in the compact view: help by hand.

environment "shop" {
  use   = "webshop"
  tasks = { train = 20000, seen = 256, unseen = 256 }
}

model "d48x2" {
  use    = "compact"
  width  = 48
  layers = 2
  heads  = 3
}

model "d32x2" {
  extends = model.d48x2
  width   = 32
  heads   = 2
}

# The students judge themselves with a path in their context, so they have to be able to read one. Most of their demonstrations come
# with a path: they play far better with one than without, and how well they play without is what the training is about.

student "small" {
  model = model.d48x2

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = local.warmup[environment].small
    learning_rate   = 5e-3
    noise           = 0.1
    reference_share = 0.7
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = local.warmup[environment].tiny
    learning_rate   = 5e-3
    noise           = 0.1
    reference_share = 0.7
  }
}
