package shop

import (
	"fmt"
	"io"
)

// parsedRun are the products of a run, in order, and a reason for every record that is broken.
type parsedRun struct {
	products []*Product
	broken   []error
}

// parseAll parses the elements of a list in a number of goroutines, and calls f with the results in the order of the list.
func parseAll(r io.Reader, most, threads int, f func(parsedRun)) error {
	type job struct {
		run  *run
		done chan parsedRun
	}
	jobs := make(chan job)
	queue := make(chan chan parsedRun, 2*threads)
	spare := make(chan *run, cap(queue))
	var readErr error // written before queue is closed
	go func() {
		defer close(queue)
		defer close(jobs)
		next := func() *run {
			select {
			case old := <-spare:
				*old = run{buffer: old.buffer[:0], spans: old.spans[:0]}
				return old
			default:
				return new(run)
			}
		}
		readErr = eachRun(r, most, next, func(full *run) {
			j := job{full, make(chan parsedRun, 1)}
			queue <- j.done
			jobs <- j
		})
	}()
	for range threads {
		go func() {
			keep := new(keeper)
			for j := range jobs {
				j.done <- keep.parse(j.run)
				select {
				case spare <- j.run:
				default:
				}
			}
		}()
	}
	for done := range queue {
		f(<-done)
	}
	return readErr
}

// mostParsers bounds the goroutines that parse: more would wait for the one that reads.
const mostParsers = 8

// parse parses a run.
func (k *keeper) parse(r *run) parsedRun {
	out := parsedRun{products: make([]*Product, 0, len(r.spans))}
	store := make([]Product, len(r.spans))
	for i, s := range r.spans {
		p := &store[i]
		if err := readProduct(p, r.buffer[s.start:s.end], k); err != nil {
			out.broken = append(out.broken, fmt.Errorf("record %d: %w", r.first+i, err))
			continue
		}
		out.products = append(out.products, p)
	}
	return out
}
