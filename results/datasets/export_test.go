package datasets

// GetOn is Get over another file layer.
var GetOn = get
