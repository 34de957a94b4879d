// Package shop is WebShop's simulator: products in its JSON files, the search over them, the
// pages, the actions, the goals and the reward of a purchase.
//
// ReadProducts and its siblings read the files, NewCatalog makes a searchable catalogue of
// products, and a Shop is one goal in a catalogue whose Start begins an episode. The package
// knows nothing of task sets, compact views or training. What the original draws without a seed (prices of
// products sold at a range, price limits of goals) is drawn here from a seed.
package shop
