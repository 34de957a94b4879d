# scale = "paper": the paper's models and data. Published are the models, 160 steps, eight episodes a task and the 72 mistakes, replayed
# eight times each, and ALFWorld's 30 turns. Inferred are 16 tasks a step, the learning rate, the weights of the two terms, the
# other horizons and lengths: those of the family of code that the baselines share. The third pair of the paper, Nemotron-3-Super and
# Nemotron-3.5-SFT on SWE-bench Verified, is not here: there is no environment for it. Search QA has no solutions to be told: baselines that tell the student one need skills
# in words there, as in their papers.
#
#     retort data get alfworld        # where the data comes from
#     retort plan pivotopd -var scale=paper
#     retort plan pivotopd -var scale=paper -var pair=large

variable "pair" {
  type        = string
  default     = "small"
  description = "at the paper's scale: small, Qwen3-30B-A3B and Qwen3-1.7B; or large, Qwen3.5-122B-A10B and Qwen3-8B"

  validation {
    condition     = contains(["small", "large"], var.pair)
    error_message = "pair must be \"small\" or \"large\"."
  }
}

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

variable "searchqa" {
  type        = string
  default     = "results/store/data/searchqa"
  description = "question sets with their paragraphs, training and test"
}

locals {
  paper = {
    steps            = 160
    tasks_a_step     = 16
    group            = 8
    form             = "sampled"
    trajectory_tasks = 2560 # no more than are trained on

    # The paper's oracle knows ALFWorld alone; all unseen tasks.
    studied        = ["alfworld"]
    study_tasks    = 134
    study_mistakes = 72
    study_replays  = 8

    rate = {
      grpo      = 1e-6
      opsd      = 1e-6
      rlsd      = 1e-6
      sdar      = 1e-6
      turnopd   = 1e-6
      tcod_f2b  = 1e-6
      sod       = 1e-6
      stepopsd  = 1e-6
      agentopsd = 1e-6
      skill     = 1e-6
      opid      = 1e-6
      skill_sd  = 1e-6
      pivotrl   = 1e-6
      pivotopd  = 1e-6
      opd       = 1e-6
    }

    evaluation = { count = 128, validation = "train", temperature = 0.4 }
  }

  paper_axes = {
    teacher      = { small = teacher.qwen3_30b_a3b, large = teacher.qwen35_122b_a10b }[var.pair]
    student      = { small = student.qwen3_1_7b, large = student.qwen3_8b }[var.pair]
    environments = [environment.alfworld, environment.webshop, environment.searchqa]
    environment  = environment.alfworld
    turns        = [environment.webshop]

    parts    = [method.grpo, method.preventive_only, method.pivotopd]
    recovery = [method.base, method.standard_opd, method.preventive_only, method.pivotopd, method.self_teacher]
    rates    = [method.pivotopd] # a trial of the main grid, so that it costs nothing
  }
}

environment "alfworld" {
  games   = var.alfworld
  horizon = 30
}

environment "webshop" {
  catalog = var.webshop
  horizon = 15
}

environment "searchqa" {
  data    = var.searchqa
  horizon = 4
}

model "checkpoint" {
  name                = "Qwen/Qwen3-1.7B"
  parameters          = 1.7
  context_tokens      = 4608
  prompt_tokens       = 2048 # five turns of history; a guess
  max_response_tokens = 512
}

model "qwen3_8b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-8B"
  parameters = 8.2
}

model "qwen3_30b_a3b" {
  extends           = model.checkpoint
  name              = "Qwen/Qwen3-30B-A3B"
  parameters        = 30.5
  active_parameters = 3.3
}

model "qwen35_122b_a10b" {
  extends           = model.checkpoint
  name              = "Qwen/Qwen3.5-122B-A10B"
  parameters        = 122
  active_parameters = 10
}

teacher "qwen3_30b_a3b" { model = model.qwen3_30b_a3b }
teacher "qwen35_122b_a10b" { model = model.qwen35_122b_a10b }
student "qwen3_1_7b" { model = model.checkpoint }
student "qwen3_8b" { model = model.qwen3_8b }
