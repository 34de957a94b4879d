# Worlds, policies and what can be set from the command line.

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores; paper: the paper's models and environments, to be planned"

  validation {
    condition     = contains(["micro", "paper"], var.scale)
    error_message = "scale must be \"micro\" or \"paper\"."
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
  type        = number
  default     = 1
  description = "repetitions of every trial; 3 and more say something about the spread between seeds"
}

variable "steps" {
  type        = number
  default     = 0
  description = "distillation steps; 0: as many as the world needs to be past the dip with which on-policy distillation starts"

  validation {
    condition     = var.steps >= 0
    error_message = "steps is 0 (the world's own) or more."
  }
}

variable "evaluation_tasks" {
  type    = number
  default = 128
}

variable "games" {
  type        = string
  default     = ""
  description = "a folder of real ALFWorld games: evaluate the students of the household on its valid_unseen"
}

locals {
  shipped   = var.warmup == "shipped"
  generated = var.games == ""

  household = { steps = 120, huge = 3400, large = 2600, small = 390, tiny = 620, reference_share = 0.4 }

  # What differs between the worlds: steps of distillation, steps of the warm-ups, and how many of a teacher's demonstrations begin
  # with a reference.
  world = {
    household = local.household
    games     = local.household
    shop      = { steps = 100, huge = 900, large = 800, small = 265, tiny = 310, reference_share = 0.3 }
    lab       = { steps = 360, huge = 9000, large = 8500, small = 1000, tiny = 1700, reference_share = 0.3 }

    # The paper's, in which no tiny policy is warmed up.
    alfworld     = local.real
    webshop      = local.real
    scienceworld = local.real
  }

  real = merge(local.household, { steps = 150 })

  # What differs between the scales: settings, and who meets where.
  size = { micro = local.micro, paper = local.paper }[var.scale]
  axes = { micro = local.micro_axes, paper = local.paper_axes }[var.scale]
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

# Readings are marked as above or below a temperature that the task names: help by hand.

environment "lab" {
  use   = "sciencelab"
  tasks = { train = 20000, seen = 256, unseen = 256 }
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
    steps           = local.world[environment].huge
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = local.world[environment].reference_share
    weights         = local.shipped ? "warmups/huge-${environment}.safetensors" : null
  }
}

teacher "large" {
  model = model.d48x3

  warmup {
    use             = "sft"
    demonstrations  = 0
    steps           = local.world[environment].large
    learning_rate   = 4e-3
    noise           = 0.1
    reference_share = local.world[environment].reference_share
    weights         = local.shipped ? "warmups/large-${environment}.safetensors" : null
  }
}

student "small" {
  model = model.d48x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].small
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/small-${environment}.safetensors" : null
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].tiny
    learning_rate  = 5e-3
    weights        = local.shipped ? "warmups/tiny-${environment}.safetensors" : null
  }
}
