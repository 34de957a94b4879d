package runner

import (
	"container/heap"
	"maps"
	"slices"
)

// graph is a plan's stages by position, with the edges in both directions.
type graph struct {
	position   map[string]int
	inputs     [][]int
	dependants [][]int
}

// newGraph expects a valid plan.
func newGraph(p *Plan) *graph {
	g := &graph{
		position:   make(map[string]int, len(p.Stages)),
		inputs:     make([][]int, len(p.Stages)),
		dependants: make([][]int, len(p.Stages)),
	}
	for i := range p.Stages {
		g.position[p.Stages[i].Hash] = i
		seen := make(map[int]bool, len(p.Stages[i].Inputs))
		for _, in := range p.Stages[i].Inputs {
			j := g.position[in.Hash]
			if seen[j] {
				continue // one stage under two names is one edge
			}
			seen[j] = true
			g.inputs[i] = append(g.inputs[i], j)
			g.dependants[j] = append(g.dependants[j], i)
		}
	}
	return g
}

// ranks returns, for each stage, the length in seconds of the longest chain of stages that starts
// with it. Starting the stage of highest rank first keeps the longest chain moving, which is what bounds
// the run when slots are many and what would leave slots idle at its end when they are few.
func (g *graph) ranks(seconds func(i int) float64) []float64 {
	ranks := make([]float64, len(g.inputs))
	for i := len(ranks) - 1; i >= 0; i-- {
		for _, d := range g.dependants[i] {
			ranks[i] = max(ranks[i], ranks[d])
		}
		ranks[i] += seconds(i)
	}
	return ranks
}

// readyQueue holds stages that could start now, the one to start first on top: highest rank, then
// first in the plan.
type readyQueue struct {
	stages []int
	ranks  []float64
}

func (q *readyQueue) add(i int) { heap.Push((*readyHeap)(q), i) }
func (q *readyQueue) take() int { return heap.Pop((*readyHeap)(q)).(int) }
func (q *readyQueue) len() int  { return len(q.stages) }

// readyHeap keeps heap.Interface off readyQueue.
type readyHeap readyQueue

func (h *readyHeap) Len() int      { return len(h.stages) }
func (h *readyHeap) Swap(a, b int) { h.stages[a], h.stages[b] = h.stages[b], h.stages[a] }
func (h *readyHeap) Push(x any)    { h.stages = append(h.stages, x.(int)) }
func (h *readyHeap) Less(a, b int) bool {
	i, j := h.stages[a], h.stages[b]
	if h.ranks[i] != h.ranks[j] {
		return h.ranks[i] > h.ranks[j]
	}
	return i < j
}

func (h *readyHeap) Pop() any {
	last := len(h.stages) - 1
	x := h.stages[last]
	h.stages = h.stages[:last]
	return x
}

// downstream lists all stages that depend on i, directly or not, in the order of the plan.
func (g *graph) downstream(i int) []int {
	reached := map[int]bool{}
	next := []int{i}
	for len(next) > 0 {
		j := next[len(next)-1]
		next = next[:len(next)-1]
		for _, d := range g.dependants[j] {
			if !reached[d] {
				reached[d] = true
				next = append(next, d)
			}
		}
	}
	return slices.Sorted(maps.Keys(reached))
}

// trialsByStage counts, for each stage by hash, the trials that need it.
func (p *Plan) trialsByStage() map[string]int {
	trials := make(map[string]int, len(p.Stages))
	for i := range p.Trials {
		for _, h := range p.Trials[i].Stages {
			trials[h]++
		}
	}
	return trials
}
