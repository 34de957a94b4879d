# scale = "paper": the paper's models and data. Published are the models, 16 tasks of 8 episodes a step, the learning rate, the
# weight 0.01 of SMRC-SD's and FullPath-SD's distillation, and four episodes of each of 128 tasks. Steps, horizons, lengths, the weights
# of the other methods and the temperature of evaluation are those of the family of code that the paper builds on. Inferred is
# the size of the audit. The paper trains the second student with FullPath-SD and SMRC-SD alone.
#
#     retort data get alfworld        # where the data comes from
#     retort plan smrc-sd -var scale=paper

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

locals {
  paper = {
    steps          = 150
    tasks_a_step   = 16
    group          = 8
    audit_tasks    = 128
    audit_attempts = 4

    rate        = { grpo = 1e-6, skill_sd = 1e-6, sdar = 1e-6, fullpath_sd = 1e-6, smrc_sd = 1e-6 }
    coefficient = { skill_sd = 0.001, sdar = 0.01, fullpath_sd = 0.01, smrc_sd = 0.01 }

    evaluation = { count = 128, temperature = 0.4 }
  }

  paper_axes = {
    students     = [student.qwen3_1_7b, student.qwen25_3b]
    environments = [environment.alfworld, environment.webshop]

    student     = student.qwen3_1_7b
    environment = environment.alfworld

    # Both are known: trials of the main grid, so that they cost nothing.
    rates        = [method.smrc-sd]
    coefficients = [method.smrc-sd]
  }
}

environment "alfworld" {
  games   = var.alfworld
  horizon = 50
}

environment "webshop" {
  catalog = var.webshop
  horizon = 15
}

model "checkpoint" {
  name                = "Qwen/Qwen3-1.7B"
  parameters          = 1.7
  context_tokens      = 4608
  prompt_tokens       = 1536 # a usual one of at most 2,048 in ALFWorld and 4,096 in WebShop; a guess
  max_response_tokens = 512
}

model "qwen25_3b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen2.5-3B-Instruct" # the paper says Qwen2.5-3B; that it is the instructed one is inferred
  parameters = 3.1
}

student "qwen3_1_7b" { model = model.checkpoint }
student "qwen25_3b" { model = model.qwen25_3b }
