experiment "nothing" {} # ERROR: Missing grid
