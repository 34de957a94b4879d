locals {
  elsewhere = { alfworld = environment.shop, webshop = environment.alfworld }
}

evaluation "seen" {
  task    = "seen" # ERROR: Unknown setting

  environment = "household" # ERROR: Unsuitable reference
  decodes = 0.5 # ERROR: Unsuitable setting
}

# The environment of the trial picks the entry; it is called shop here.
evaluation "elsewhere" {
  environment = local.elsewhere[environment] # ERROR: Missing entry
}

evaluation "other" {
  environment = local.elsewere[environment] # ERROR: Unknown reference
  tasks       = local.elsewhere.webshp # ERROR: Missing entry
}

evaluation "own" {
  environment = environment # ERROR: Unsuitable reference, Unsuitable reference
}
