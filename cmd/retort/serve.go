package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/retrieve"
)

func serveCommand() *command {
	return &command{
		name: "serve", arguments: "CORPUS",
		summary: "Serve a corpus over the /retrieve protocol",
		help: `
Reads a corpus (JSON lines with id and contents), indexes it with BM25, and answers POST /retrieve as search agents expect it
until it is interrupted. Broken records are named and left out. The environment searchqa asks such a server with its setting 'retriever'.`,
		setup: func(flags *flag.FlagSet) action {
			address := flags.String("address", "127.0.0.1:8000", "listen at `ADDRESS`; port 0 takes a free one")
			return func(ctx context.Context, s *session, args []string) error { return s.serve(ctx, args, *address) }
		},
	}
}

func (s *session) serve(ctx context.Context, args []string, address string) error {
	if err := arguments(args, "CORPUS"); err != nil {
		return err
	}
	c, faults, err := corpus.Load(args[0])
	if err != nil {
		return configError(err)
	}
	for _, f := range faults {
		fmt.Fprintln(s.err, f)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return usageError("%v", err)
	}
	fmt.Fprintf(s.out, "http://%s/retrieve\n", listener.Addr())
	server := &http.Server{Handler: retrieve.Handler(c), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
