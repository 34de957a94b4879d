model "tiny" {} # ERROR: Missing experiment block
