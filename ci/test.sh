#!/usr/bin/env bash
# The whole test run, for people and for CI: format, grader tests, all cases of the course with the reference,
# every wrong kernel, editors, the site, and the simulator with clang. No GPU needed. Apart from it: ci/fuzz.sh, ci/lint.sh.
# 30 to 50 minutes on two cores.
#
#   ci/test.sh            all of it
#   ci/test.sh --quick    while you change something: at most 2 minutes after the build, and says what it leaves out
#
# --quick builds in build/, as ./grade does, where only what changed is compiled. The whole run starts from nothing
# in CI, so it compiles several files at a time (CMAKE_UNITY_BUILD) in build-unity/, and file by file only what clang
# compiles in build-clang/: a header that a file forgets is found there.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
  "") quick=false ;;
  --quick) quick=true ;;
  *) echo "test: unknown argument '$1'. Use: ci/test.sh [--quick]" >&2; exit 2 ;;
esac

step() { printf '\n==== %s (%ss)\n' "$1" "$SECONDS"; }

if ! $quick; then
  step "set-up"
  ci/bootstrap.sh --tests
  git rev-parse --short HEAD 2>/dev/null || true
  g++ --version | head -1
  clang++ --version | head -1
  cmake --version | head -1
  if command -v nvcc >/dev/null; then nvcc --version | tail -1; else echo "no nvcc: the cuda device is left out"; fi
fi

step "format"
git ls-files '*.cpp' '*.hpp' '*.h' '*.cu' '*.cuh' | xargs clang-format --dry-run --Werror

if $quick; then
  step "build with g++"
  cmake --preset default
  cmake --build --preset default
  step "tests of the grader without the slow ones, cases of the course with the reference"
  ctest --preset ci -j "$(nproc)" -LE 'corpus|slow'
  step "done"
  cat <<'TEXT'
Left out, and part of ci/test.sh without --quick:
  - the simulator's corpus of whole programs, and the tests that compile and run programs with warpgrade-sim
  - ./grade verify: every right and wrong kernel gets its verdict
  - a class on a cluster with Slurm: ci/slurm.sh
  - red lines in editors, and the site with its links: ci/editor.sh, ci/site.sh
  - what goes to learning platforms: ci/platforms.sh
  - clang: the simulator's tests, and the reference compiled with it
TEXT
  exit
fi

step "build with g++"
cmake --preset unity
cmake --build --preset unity

step "this machine"  # tests of a sandbox that can't work here are skipped
WARPGRADE_BUILD_DIR=$PWD/build-unity ./grade doctor

for browser in chromium chromium-browser google-chrome; do command -v "$browser" && break; done ||
  echo "no Chromium: skipped are report.page_browser, report.trace_browser, report.trace_keys, classes.class_page_in_browser"

gdb -q -nx -batch -ex run --args true 2>&1 | grep -q 'exited normally' ||
  echo "gdb can't run programs here: skipped is app_tests.DebugInGdb"

step "tests of the grader"  # not those that grade the reference: verify does that too
ctest --preset unity -j "$(nproc)" -E '^(simulator|cuda):'

step "a class on a cluster: real Slurm, two nodes, one of which is killed"
WARPGRADE=$PWD/build-unity/bin/warpgrade ci/slurm.sh

step "every kernel of the course gets its verdict"
# with the same inputs in each run: which of two failures comes first may depend on them
# and of right kernels, which take half of the time, a third of the cases: each day another
WARPGRADE_BUILD_DIR=$PWD/build-unity ./grade verify --seed 1 --part "$((10#$(date +%j) % 3 + 1))/3"

step "editors show stubs and references without red lines"
WARPGRADE_BUILD_DIR=$PWD/build-unity ./grade editor
ci/editor.sh

step "what goes to learning platforms, in their folders"
ci/platforms.sh

step "the site, all of its links, and nothing secret in that of the students"
ci/site.sh --all &  # side by side: MkDocs uses one core
WARPGRADE_BUILD_DIR=$PWD/build-unity ci/site.sh
wait $!

step "build with clang what a submission meets"
cmake --preset clang
cmake --build --preset clang

step "the simulator with clang, and the reference compiled by it"
ctest --preset clang -j "$(nproc)" -L grader -L simulator
WARPGRADE_BUILD_DIR=$PWD/build-unity WARPGRADE_TOOLCHAIN=$PWD/build-clang/lib/warpgrade/toolchain.json \
  ./grade --all --submission reference --order forward --seed 1  # verify tries all orders

step "done"
