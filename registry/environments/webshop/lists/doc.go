// Package lists has WebShop's own lists of what products can be and what people ask for: kinds of product, attributes, and goals read from
// sentences that people wrote. They are an extract of published files, embedded; generated catalogues with real goals are drawn from them. It
// knows no catalogue and no page.
//
// Embedded is the entry point, Read reads an extract from elsewhere.
package lists
