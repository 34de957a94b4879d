# Worlds, policies, sizes, and what can be set from the command line.

variable "scale" {
  type        = string
  default     = "micro"
  description = "micro: tiny models from scratch on two cores; paper: the paper's models and data, to be planned"

  validation {
    condition     = contains(["micro", "paper"], var.scale)
    error_message = "scale must be \"micro\" or \"paper\"."
  }
}

variable "seeds" {
  type        = number
  default     = 1
  description = "repetitions of every trial; 3 and more say something about the spread between seeds"
}

variable "evaluation_tasks" {
  type    = number
  default = 256
}

variable "trajectories" {
  type        = number
  default     = 0
  description = "training tasks that the teacher plays; 0: as many as the scale says"

  validation {
    condition     = var.trajectories >= 0
    error_message = "trajectories is 0 (as many as the scale says) or more."
  }
}

locals {
  # Steps of the warm-ups. A student's success is steep in them.
  warmup = {
    maths  = { teacher = 1800, small = 700, tiny = 900 }
    search = { teacher = 2500, small = 700, tiny = 900 }
  }

  world = {
    maths  = local.warmup.maths
    search = local.warmup.search

    # The paper's, in which nobody is warmed up.
    math     = local.warmup.maths
    hotpotqa = local.warmup.search
  }

  # What students are measured on, by the world that they were trained in. In domain: other tasks of the kinds that training has. Out
  # of domain: kinds of tasks that training never has. Harder: longer ways than any in training. The paper's are 110 problems of each
  # of MATH's seven subjects and 500 hard questions of HotpotQA; 500 easier and 500 harder problems of Omni-MATH and 500
  # questions of 2WikiMultihopQA: here the first of each set, and nothing harder.
  inside = {
    maths    = { tasks = "seen", count = var.evaluation_tasks }
    search   = { tasks = "seen", count = var.evaluation_tasks }
    math     = { tasks = "unseen", count = 770 }
    hotpotqa = { tasks = "unseen", count = 500 }
  }
  outside = {
    maths    = { environment = null, tasks = "unseen", count = var.evaluation_tasks }
    search   = { environment = null, tasks = "unseen", count = var.evaluation_tasks }
    math     = { environment = environment.omni_math, tasks = "unseen", count = 1000 }
    hotpotqa = { environment = environment.two_wiki, tasks = "unseen", count = 500 }
  }
  harder = {
    maths    = { environment = environment.harder, tasks = "seen", count = var.evaluation_tasks }
    search   = { environment = environment.longer, tasks = "seen", count = var.evaluation_tasks }
    math     = local.outside.math
    hotpotqa = local.outside.hotpotqa
  }

  # What differs between the scales: settings, and who meets where.
  size         = { micro = local.micro, paper = local.paper }[var.scale]
  axes         = { micro = local.micro_axes, paper = local.paper_axes }[var.scale]
  trajectories = var.trajectories > 0 ? var.trajectories : local.size.trajectories
}

environment "maths" {
  use   = "mathcode"
  tasks = { train = 20000, seen = 256, unseen = 256 }
}

environment "search" {
  use   = "searchqa"
  tasks = { train = 20000, seen = 256, unseen = 256 }
}

# The same words, longer ways.

environment "harder" {
  extends = environment.maths
  easiest = 5
  hardest = 5
  horizon = 15
}

environment "longer" {
  extends = environment.search
  hops    = 3
  horizon = 18
}

model "d64x3" {
  use    = "compact"
  width  = 64
  layers = 3
  heads  = 4
}

model "d64x2" {
  extends = model.d64x3
  layers  = 2
}

model "d48x2" {
  extends = model.d64x2
  width   = 48
  heads   = 3
}

model "d32x2" {
  extends = model.d48x2
  width   = 32
  heads   = 2
}

teacher "large" {
  model = model.d64x3

  warmup {
    use            = "sft"
    demonstrations = 0
    steps          = local.world[environment].teacher
    learning_rate  = 4e-3
    noise          = 0.05
  }
}

# What a student is before it sees anything of the teacher: it knows the form and half of the rest.

student "small" {
  model = model.d48x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].small
    learning_rate  = 5e-3
  }
}

student "tiny" {
  model = model.d32x2

  warmup {
    use            = "sft"
    demonstrations = 1000
    steps          = local.world[environment].tiny
    learning_rate  = 5e-3
  }
}
