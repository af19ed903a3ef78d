#!/usr/bin/env bash
# The whole test run, for people and for CI: format, grader tests, all cases of the course with the reference,
# every wrong kernel, and once more with clang. No GPU needed. Takes under 15 minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n==== %s (%ss)\n' "$1" "$SECONDS"; }

step "set-up"
ci/bootstrap.sh --tests
git rev-parse --short HEAD 2>/dev/null || true
g++ --version | head -1
clang++ --version | head -1
cmake --version | head -1
if command -v nvcc >/dev/null; then nvcc --version | tail -1; else echo "no nvcc: the cuda device is left out"; fi

step "format"
git ls-files '*.cpp' '*.hpp' '*.h' '*.cu' '*.cuh' | xargs clang-format --dry-run --Werror

step "build with g++"
cmake --preset ci
cmake --build --preset ci

step "tests of the grader, cases of the course with the reference"
ctest --preset ci -j "$(nproc)"

step "every kernel gets its verdict"
WARPGRADE_BUILD_DIR=$PWD/build-ci ./grade verify

step "build with clang"
cmake --preset clang
cmake --build --preset clang --target grade simulator_tests

step "the simulator and the reference with clang"
ctest --preset clang -j "$(nproc)" -L grader -L simulator
WARPGRADE_BUILD_DIR=$PWD/build-clang ./grade --submission reference

step "done"
