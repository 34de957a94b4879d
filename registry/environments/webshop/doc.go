// Package webshop is the shopping environment: WebShop's simulator (package shop), played
// either from the real product files or from a seeded generator that makes small catalogues in the
// same format.
//
// New is the entry point. The package also has what a study needs around the shop: the
// compact view for tiny models, an exploring expert that knows only what it has read, an oracle, the
// outcome key, and the blind buyer to hold scores against. It does not count turns or
// train: that is the caller's.
package webshop
