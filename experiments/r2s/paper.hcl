# The paper's own scale: scale = "paper". Lengths, horizons, batch and learning rate are those of TCOD's family of experiments, which
# the paper builds on; what it does not publish is marked.
#
#     retort data get alfworld        # where the data comes from
#     retort plan r2s -var scale=paper

variable "alfworld" {
  type        = string
  default     = "results/store/data/alfworld"
  description = "ALFWorld's games: the folder with json_2.1.1"
}

variable "webshop" {
  type        = string
  default     = "results/store/data/webshop"
  description = "WebShop's products and goals"
}

variable "scienceworld" {
  type        = string
  default     = "results/store/data/scienceworld/scienceworld.jar"
  description = "ScienceWorld's simulator"
}

locals {
  paper = {
    form         = "sampled"
    tasks_a_step = 16
    # That of SFT is inferred.
    rate = { sft = 1e-5, opd = 1e-6, tcod = 1e-6, guided = 1e-6, futurebridge = 1e-6, grpo = 1e-6 }

    trajectory_tasks = 2400 # no more than are trained on

    # 19,200 takeovers, 8 a state. Epochs and learning rate are not published.
    repair     = { states = 2400, takeovers = 8, judge = "scorer", epochs = 2, learning_rate = 5e-6, student_learning_rate = 5e-6 }
    selections = ["consensus", "judge", "reward"]

    # As many tasks as ALFWorld has unseen ones. The temperature is the family's; neither is published for R2S.
    validation = 140
    evaluation = { count = 134, temperature = 0.4, environment = null }
  }

  paper_axes = {
    teachers     = [teacher.qwen35_9b, teacher.qwen35_9b, teacher.qwen3_30b_a3b, teacher.qwen3_30b_a3b]
    students     = [student.qwen35_2b, student.qwen35_4b, student.qwen3_4b, student.qwen3_8b]
    environments = local.worlds
    methods      = [method.opd, method.tcod, method.guided, method.futurebridge, method.r2s]
    baseline     = "best of the others"

    # The pair is not published.
    ablations = { teacher = teacher.qwen35_9b, student = student.qwen35_4b, environments = local.worlds }

    # The rates at this size are the papers'.
    rates = [method.opd]

    # No question of the paper: one trial of the main grid, so that it costs nothing.
    anchor = { student = student.qwen35_4b, environment = environment.alfworld, methods = [method.opd] }

    self = { student = student.qwen35_4b, environments = local.worlds }
  }

  worlds = [environment.alfworld, environment.webshop, environment.scienceworld]
}

environment "alfworld" {
  games   = var.alfworld
  horizon = 30
}

environment "webshop" {
  catalog = var.webshop
  horizon = 15
}

environment "scienceworld" {
  jar     = var.scienceworld
  horizon = 30
}

model "checkpoint" {
  name                = "Qwen/Qwen3.5-9B"
  parameters          = 9
  context_tokens      = 10752
  prompt_tokens       = 1536 # a usual one; a guess
  max_response_tokens = 512
}

model "qwen35_4b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3.5-4B"
  parameters = 4
}

model "qwen35_2b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3.5-2B"
  parameters = 2
}

model "qwen3_30b_a3b" {
  extends           = model.checkpoint
  name              = "Qwen/Qwen3-30B-A3B"
  parameters        = 30.5
  active_parameters = 3.3
}

model "qwen3_8b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-8B"
  parameters = 8.2
}

model "qwen3_4b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-4B"
  parameters = 4
}

teacher "qwen35_9b" { model = model.checkpoint }
teacher "qwen3_30b_a3b" { model = model.qwen3_30b_a3b }
student "qwen35_2b" { model = model.qwen35_2b }
student "qwen35_4b" { model = model.qwen35_4b }
student "qwen3_4b" { model = model.qwen3_4b }
student "qwen3_8b" { model = model.qwen3_8b }
