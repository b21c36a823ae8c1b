# Deepen. 'make' alone lists the targets. Everything a target needs beyond Go,
# make and a shell it fetches itself.

GO      ?= go
BIN     := bin
LINT    := $(BIN)/golangci-lint
# Linter and fuzzing are fixed here, so that every machine checks alike. Inputs
# are counted: with a time, go test now and then takes its end for a failure.
LINT_VERSION := v2.15.0
FUZZTIME     ?= 4000x
PKGS         := ./...
# The library: what has to run in a browser too.
LIBRARY      := $(shell $(GO) list ./... 2>/dev/null | grep -v /cmd/)

.PHONY: help
help:
	@echo 'make run      solve the examples of all puzzles and print the answers'
	@echo 'make test     the whole test suite (five minutes at most)'
	@echo 'make check    linters, race detector, short fuzzing, cross-builds'
	@echo 'make install  install the command deepen'
	@echo 'make build    build the command into bin/'
	@echo 'make fuzz     fuzz every target for FUZZTIME (default 4000x: so many inputs)'
	@echo 'make bench    the benchmarks'
	@echo 'make data DEEPEN_DATA=/path  the long tests over the full public data sets'
	@echo "make korf     Korf's hundred 15-puzzles, node for node (some minutes)"
	@echo 'make trust    fast path against simple path on COUNT=1000000 random instances a puzzle'
	@echo '              (an hour or so; SEED=1, FIRST=0 and ROOMS="./puzzle/knights …" choose which)'

	@echo 'make sudoku   both 9x9 kernels against a plain search on a million grids (some minutes)'
	@echo 'make generate rewrite what is made from the code (doc/formats.md)'

# Without cgo the command needs no dynamic linker and starts faster.
.PHONY: build
build:
	@CGO_ENABLED=0 $(GO) build -o $(BIN)/deepen ./cmd/deepen

.PHONY: install
install:
	CGO_ENABLED=0 $(GO) install ./cmd/deepen

.PHONY: run
run: build
	@echo 'Knights: the fewest hops into the target'
	@$(BIN)/deepen solve knights examples/knights/*.txt
	@echo
	@echo 'Mayan: the first sequence of moves that clears the board'
	@$(BIN)/deepen solve mayan --output text examples/mayan/*.in examples/mayan/*.txt
	@echo
	@echo 'Hitting: the fewest elements that meet every set'
	@$(BIN)/deepen solve hitting examples/hitting/*.hgr
	@echo
	@echo 'Squares: the fewest matchsticks to take away'
	@$(BIN)/deepen solve squares examples/squares/*.txt
	@echo
	@echo 'Sudoku: the solution, and whether it is the only one'
	@$(BIN)/deepen solve sudoku examples/sudoku/*.txt
	@echo
	@echo 'Tiles: the fewest slides into order'
	@$(BIN)/deepen solve tiles examples/tiles/*.txt
	@echo
	@echo "In the judges' formats"
	@for x in knights/scoi2005.in mayan/noip2011.in squares/poj1084.in sudoku/poj3074.in; do \
		echo "$$x:"; $(BIN)/deepen solve $${x%%/*} examples/$$x | sed 's/^/  /'; done

.PHONY: test
test:
	$(GO) test -timeout 10m $(PKGS)

.PHONY: check
check: lint race fuzz cross assembly purego
	@echo 'check: linters, race detector, fuzzing, cross-builds, assembly and portable kernel passed'

$(LINT): Makefile
	@echo 'building golangci-lint $(LINT_VERSION) (some minutes, once)'
	@GOBIN=$(CURDIR)/$(BIN) GOFLAGS=-mod=mod $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	@touch $(LINT)

.PHONY: lint
lint: $(LINT)
	$(GO) mod tidy -diff
	$(LINT) run $(PKGS)

.PHONY: race
race:
	$(GO) test -race -short -timeout 15m $(PKGS)

.PHONY: fuzz
fuzz:
	@set -e; for p in $$($(GO) list $(PKGS)); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
			echo "fuzz $$p $$f"; \
			$(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p; \
		done; \
	done

.PHONY: cross
cross:
	GOOS=linux GOARCH=arm64 $(GO) build -o /dev/null ./cmd/deepen
	GOOS=darwin GOARCH=arm64 $(GO) build -o /dev/null ./cmd/deepen
	GOOS=windows GOARCH=amd64 $(GO) build -o /dev/null ./cmd/deepen
	GOOS=js GOARCH=wasm $(GO) build $(LIBRARY)

# What machines without the assembly run.
.PHONY: purego
purego:
	$(GO) test -tags purego -short ./puzzle/sudoku

.PHONY: bench
bench:
	$(GO) test -run '^$$' -bench . -benchmem $(PKGS)

.PHONY: data
data:
	@test -n "$$DEEPEN_DATA" || { echo 'DEEPEN_DATA must name the folder of the data sets'; exit 2; }
	$(GO) test -count 1 -timeout 3h -run 'Data|AllLabelled' -v ./puzzle/...

# Korf's hundred with Manhattan distance: lengths and counts have to be exact.
.PHONY: korf
korf:
	DEEPEN_KORF=1 $(GO) test -count 1 -timeout 1h -run 'TestKorf$$' -v ./puzzle/tiles

# The results belong into doc/reliability.md.
COUNT ?= 1000000
SEED  ?= 1
FIRST ?= 0
ROOMS ?= ./cover ./hitting ./puzzle/knights ./puzzle/mayan ./puzzle/squares ./puzzle/sudoku ./puzzle/tiles
.PHONY: trust
trust:
	DEEPEN_TRUST=$(COUNT) DEEPEN_TRUST_SEED=$(SEED) DEEPEN_TRUST_FIRST=$(FIRST) \
		$(GO) test -count 1 -p 1 -timeout 12h -run '^TestTrust' -v $(ROOMS)

.PHONY: sudoku
sudoku:
	DEEPEN_SUDOKU=1 $(GO) test -count 1 -timeout 1h -run 'TestTwinMany$$' -v ./puzzle/sudoku

# The assembly of the 9x9 kernel has to be what its generator writes.
ASSEMBLY := puzzle/sudoku/kernel9_amd64.s
.PHONY: assembly
assembly:
	@cp $(ASSEMBLY) $(ASSEMBLY).old
	@cd puzzle/sudoku/_asm && $(GO) vet . && $(GO) run . -out ../kernel9_amd64.s
	@diff -q $(ASSEMBLY).old $(ASSEMBLY); r=$$?; mv $(ASSEMBLY).old $(ASSEMBLY); exit $$r

.PHONY: generate
generate:
	$(GO) generate ./...
