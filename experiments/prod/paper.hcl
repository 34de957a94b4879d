# scale = "paper": the paper's models and data. Published are the models, 3,000 trajectories of the teacher, batches of 32, ten turns
# and greedy episodes; epochs and learning rates, and the model of the ablations, are inferred. One student learns mathematics and
# questions in the paper, here one of them, from half of the trajectories. All weights are trained instead of adapters of rank 64, and
# rules grade answers instead of GPT-4.1-mini.
#
#     retort plan prod -var scale=paper

variable "math" {
  type        = string
  default     = "results/store/data/math"
  description = "MATH: a folder with train and test"
}

variable "omni_math" {
  type        = string
  default     = "results/store/data/omni-math/test.jsonl"
  description = "Omni-MATH's problems: a file called test, so that all are held out"
}

variable "hotpotqa" {
  type        = string
  default     = "results/store/data/hotpotqa"
  description = "HotpotQA's questions: a folder with the training and the development set"
}

variable "two_wiki" {
  type        = string
  default     = "results/store/data/2wikimultihopqa"
  description = "2WikiMultihopQA's questions: a folder with the development set"
}

locals {
  paper = {
    trajectories = 1500
    sft_epochs   = 2
    epochs       = 1
    batch        = 32
    rate         = { sft = 1e-5, prod = 5e-6, stagnant = 5e-6 }

    penalized = 500
  }

  paper_axes = {
    environments = [environment.math, environment.hotpotqa]
    teacher      = teacher.gpt41
    students = [
      student.qwen3_4b, student.qwen3_1_7b, student.qwen3_0_6b, student.llama31_8b, student.llama32_3b, student.llama32_1b,
      student.gemma3_4b, student.gemma3_1b
    ]
    student = student.qwen3_4b

    methods   = [method.sft, method.prod]
    ablations = [method.sft, method.prod, ablation.alpha, method.fixed, method.no_sft, ablation.similarity, ablation.rounds_of_prod]
    controls  = [method.sft, method.shortened, method.rejection, method.prod]
    rates     = [method.prod] # a trial of the main grid, so that it costs nothing
  }
}

environment "math" {
  use      = "mathcode"
  problems = var.math
  horizon  = 10
}

environment "omni_math" {
  use      = "mathcode"
  problems = var.omni_math
  horizon  = 10
}

environment "hotpotqa" {
  use     = "searchqa"
  data    = var.hotpotqa
  horizon = 10
}

environment "two_wiki" {
  use     = "searchqa"
  data    = var.two_wiki
  horizon = 10
}

model "checkpoint" {
  name                = "Qwen/Qwen3-4B"
  parameters          = 4
  context_tokens      = 16384
  prompt_tokens       = 2048 # no lengths are published: guesses
  max_response_tokens = 512
}

model "qwen3_1_7b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-1.7B"
  parameters = 1.7
}

model "qwen3_0_6b" {
  extends    = model.checkpoint
  name       = "Qwen/Qwen3-0.6B"
  parameters = 0.6
}

model "llama31_8b" {
  extends    = model.checkpoint
  name       = "meta-llama/Llama-3.1-8B-Instruct"
  parameters = 8
}

model "llama32_3b" {
  extends    = model.checkpoint
  name       = "meta-llama/Llama-3.2-3B-Instruct"
  parameters = 3.2
}

model "llama32_1b" {
  extends    = model.checkpoint
  name       = "meta-llama/Llama-3.2-1B-Instruct"
  parameters = 1.2
}

model "gemma3_4b" {
  extends    = model.checkpoint
  name       = "google/gemma-3-4b-it"
  parameters = 4.3
}

model "gemma3_1b" {
  extends    = model.checkpoint
  name       = "google/gemma-3-1b-it"
  parameters = 1
}

model "gpt41" {
  extends    = model.checkpoint
  name       = "GPT-4.1"
  parameters = 0 # not published
  api        = true
}

teacher "gpt41" { model = model.gpt41 }
student "qwen3_4b" { model = model.checkpoint }
student "qwen3_1_7b" { model = model.qwen3_1_7b }
student "qwen3_0_6b" { model = model.qwen3_0_6b }
student "llama31_8b" { model = model.llama31_8b }
student "llama32_3b" { model = model.llama32_3b }
student "llama32_1b" { model = model.llama32_1b }
student "gemma3_4b" { model = model.gemma3_4b }
student "gemma3_1b" { model = model.gemma3_1b }
