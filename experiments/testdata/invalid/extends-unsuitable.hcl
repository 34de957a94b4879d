method "grpo" {
  extends = model.tiny # ERROR: Unsuitable reference
}

model "compact" {
  extends = method.opd # ERROR: Unsuitable reference
}

environment "webshop" {
  extends = "alfworld" # ERROR: Unsuitable reference
}
