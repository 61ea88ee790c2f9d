# python3 (with venv), make and g++ are enough: everything else is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin

comma := ,
NVCC := $(firstword $(if $(CUDA_HOME),$(wildcard $(CUDA_HOME)/bin/nvcc)) $(shell command -v nvcc))
# without a CUDA toolkit, nvcc comes from PyPI
EXTRAS := dev$(if $(NVCC),,$(comma)cuda)
READY := .venv/ready-$(subst $(comma),-,$(EXTRAS))

CUDA_FILES = $(shell find spawnc/include samples tests/cpu/programs tests/cpu/failures tests/cpu/graphs -name '*.cu' -o -name '*.cuh') \
  $(wildcard spawnc/include/spawn_cpu/*.h spawnc/include/spawn_cpu/runtime/* samples/common/* spawnc/bench/*.cu)

.PHONY: test lint format gpu bench-gpu bench-scale test-wheels fuzz demo

test: lint
	$(BIN)/pytest -n 2 --dist loadgroup

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(CUDA_FILES)

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CUDA_FILES)

# the tests that run CUDA programs
gpu: $(READY)
	$(BIN)/pytest -m gpu

# all benchmarks of one size, in less than nine minutes; what is measured stays in build/bench, and the next call goes on
# from there. With programs that were built before: FLAGS='--arch sm_90'
bench-gpu: $(READY)
	$(BIN)/spawnc bench paper compiler queue quicksort quadtree --out build/bench --rounds 2 --seconds 500 $(FLAGS)

# how time grows with the input, in less than four minutes
bench-scale: $(READY)
	$(BIN)/spawnc bench scale --out build/bench --rounds 1 --repeats 3 --seconds 220 $(FLAGS)

# the tests that install packages from PyPI; part of `make test` too
test-wheels: $(READY)
	$(BIN)/pytest -m wheels

# N random programs, as written and as rewritten, on the CPU; Ctrl-C ends it
N ?= 1000
fuzz: $(READY)
	nice $(BIN)/python -m tests.differential.fuzz --programs $(N) $(if $(SEED),--first $(SEED))

# breadth-first search, as written and as rewritten
demo: $(READY)
	mkdir -p build/demo
	$(BIN)/spawnc rewrite samples/bfs/bfs.cu --diff
	$(BIN)/spawnc rewrite samples/bfs/bfs.cu -o build/demo/bfs.spawn.cu
	$(BIN)/spawnc build --original samples/bfs/bfs.cu -o build/demo/bfs
	$(BIN)/spawnc build --original build/demo/bfs.spawn.cu -o build/demo/bfs.spawn -- -I samples/bfs -I spawnc/include
	@if $(BIN)/python -c 'import sys; from spawnc.toolchain import find_gpu; sys.exit(find_gpu() is None)'; then \
	  set -x; build/demo/bfs --pending-limit 1048576 && build/demo/bfs.spawn; \
	else \
	  echo 'No GPU here: the same sources, emulated on the CPU'; set -x; \
	  $(BIN)/spawnc run --on cpu --original samples/bfs/bfs.cu -- --scale 12 && \
	  $(BIN)/spawnc run --on cpu samples/bfs/bfs.cu -- --scale 12; \
	fi

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[$(EXTRAS)]'
	touch $@
