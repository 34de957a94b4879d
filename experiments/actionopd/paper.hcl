# scale = "paper": the paper's models, steps and batches, on tau2-bench's own tasks.
#
# The paper trains its main grid on AWM and EnvScaler (59 + 5 starts a step) and measures it on four benchmarks, of which
# tau2-bench is the one there is an environment for: here that grid trains on tau2-bench's training tasks, too. One
# student learns three domains in the paper, 8 tasks of each a step; here a student learns one. The model that
# decides between two messages and the one that plays the customer are rules here.
#
#     retort data get tau2
#     retort plan actionopd -var scale=paper

variable "tau2" {
  type        = string
  default     = "results/store/data/tau2"
  description = "the folder of tau2-bench's domains"
}

locals {
  paper = {
    data  = var.tau2
    tasks = {} # all of the official split

    steps         = 50
    trajectories  = 400 # as many episodes as are played on policy
    form          = "sampled"
    tasks_a_step  = { opd = 8, actionopd = 8, grpo = 8 }
    learning_rate = { kd = 1e-6, opd = 1e-6, actionopd = 1e-6, self = 1e-6, grpo = 1e-6 }
    temperature   = 0.6
    turns         = 20

    # The official test tasks, four trials, greedy.
    evaluation = { count = 0, temperature = 0 }
    validation = { count = 24, decodes = 1 }
  }

  paper_axes = {
    main = {
      teachers     = [teacher.qwen37_flash, teacher.qwen37_flash, teacher.deepseek_v4_flash, teacher.deepseek_v4_flash]
      students     = [student.qwen3_4b, student.qwen3_8b, student.qwen3_4b, student.qwen3_8b]
      environments = local.domains
      method       = method.main
    }

    teacher      = teacher.qwen3_32b
    student      = student.qwen3_4b
    environments = local.domains
    ablated      = local.domains
    rates        = [method.actionopd] # the paper's is known
  }

  domains = [environment.airline, environment.retail, environment.telecom]
}

environment "telecom" {
  use    = "tau2"
  domain = "telecom"
  data   = var.tau2
}

model "checkpoint" {
  name                = "Qwen/Qwen3-4B"
  parameters          = 4
  context_tokens      = 32768
  prompt_tokens       = 8192 # a usual one of at most 24,576; a guess
  max_response_tokens = 4096
}

model "qwen3_8b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-8B"
  parameters = 8.2
}

model "qwen3_32b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-32B"
  parameters = 32.8
}

model "qwen37_flash" {
  extends    = model.checkpoint
  name       = "Qwen3.7-Flash"
  parameters = 0 # not published
  api        = true
}

model "deepseek_v4_flash" {
  extends = model.qwen37_flash
  name    = "DeepSeek-V4-Flash"
}

teacher "qwen37_flash" { model = model.qwen37_flash }
teacher "deepseek_v4_flash" { model = model.deepseek_v4_flash }
teacher "qwen3_32b" { model = model.qwen3_32b }
student "qwen3_4b" { model = model.checkpoint }
student "qwen3_8b" { model = model.qwen3_8b }

method "main" {
  use          = "actionopd"
  extends      = method.actionopd
  steps        = 100
  tasks_a_step = 64
}
