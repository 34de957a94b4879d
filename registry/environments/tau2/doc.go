// Package tau2 holds the tool worlds of tau2-bench as one environment: an assistant with a
// policy and tools serves a user, and what it did to the databases and said is rated.
//
// The engine is in package engine, the domains' tools in packages of their names, little drawn
// domains with their compact views and experts in packages shop and carrier. Here are the readers of the domain
// folders ([Load]), the user, scripted or played by a text model ([Environment.WithUser]), and the
// episodes. [New] makes the environment, [Drawn] adds what only drawn domains have.
package tau2
