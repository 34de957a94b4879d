# Everything here is one command away from plain go; just only saves typing.

# build the program
build:
    go build -o retort ./cmd/retort

# the tests, as the README says
test:
    go test ./...

# the concurrent packages under the race detector
race:
    go test -race ./runner/... ./results/... ./backends/local/... ./registry/rollout/...

# the C kernels under the address sanitizer
check-c:
    go test -asan ./backends/cpu/...

# gofumpt, vet, staticcheck
lint:
    test -z "$(gofmt -l .)"
    go vet ./...
    go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

# golden files from what the code prints now
update:
    go test ./plots/... ./reports/... -update

# benchmarks, for benchstat
bench:
    go test -run '^$' -bench . -benchmem -count 6 ./backends/... ./registry/... ./results/... ./runner/...

# the experiment of the README
quickstart:
    go run ./cmd/retort run experiments/quickstart

# what CI runs
ci:
    .ci/run
