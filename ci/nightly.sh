#!/usr/bin/env bash
# All that can be tested without a GPU, for a night or before a release: every kernel in all cases, clang, Slurm,
# browsers, platforms, notebooks, the site, editors, cheats, the build file by file, fuzzing, bare systems. Two hours on two cores.
#
#   ci/nightly.sh
#
# ci/test.sh runs first. With a GPU there is ci/test_gpu.sh besides.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/common.sh

set_up --nightly
clang++ --version | head -1
if command -v nvcc >/dev/null; then nvcc --version | tail -1; else echo "no nvcc: the cuda device is left out"; fi
for browser in chromium chromium-browser google-chrome; do command -v "$browser" && break; done ||
  echo "no Chromium: skipped are report.page_browser, report.trace_browser, report.trace_keys, classes.class_page_in_browser"
gdb -q -nx -batch -ex run --args true 2>&1 | grep -q 'exited normally' ||
  echo "gdb can't run programs here: skipped is app_tests.DebugInGdb"

step "ci/test.sh"
ci/test.sh
export WARPGRADE_BUILD_DIR=$PWD/build-unity

step "tests that only run here"
ctest --preset unity -j "$(nproc)" -L nightly --no-tests=ignore

step "a class on a cluster: real Slurm, two nodes, one of which is killed"
WARPGRADE=$PWD/build-unity/bin/warpgrade ci/slurm.sh

step "a class of 40 and its instructor, killed at 50 moments"
ci/instructors_desk.sh 50

step "every kernel of the course gets its verdict, in all of its cases"
./grade verify --seed 1

step "all that runs on a GPU compiles for the oldest card and for the newest"
ci/cuda_toolkits.sh --for sm_75,sm_120  # without nvcc it says so

step "no cheat gains a point"
ci/cheats.py

step "editors show stubs and references without red lines"
./grade editor
ci/editor.sh

step "archive, wheel and package on a bare Debian 12, with its compilers"
ci/systems.sh bookworm

step "what goes to learning platforms, in their folders"
ci/platforms.sh

step "every notebook of the course, solved, in a real kernel"
ci/notebooks.py

step "the site, all of its links, and nothing secret in that of the students"
ci/site.sh --all &  # side by side: MkDocs uses one core
ci/site.sh
wait $!

step "build with g++ file by file"  # a header that a file forgets is found here
WARPGRADE_BUILD_DIR= cmake --preset default
cmake --build --preset default

step "build with clang what a submission meets"
cmake --preset clang
cmake --build --preset clang

step "the simulator with clang, and the reference compiled by it"
ctest --preset clang -j "$(nproc)" -L grader -L simulator
WARPGRADE_TOOLCHAIN=$PWD/build-clang/lib/warpgrade/toolchain.json \
  ./grade --all --submission reference --order forward --seed 1  # verify tries all orders

step "fuzzing"
ci/fuzz.sh 60

step "done"
