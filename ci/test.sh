#!/usr/bin/env bash
# The test run, for people and for CI: format, the grader's tests, the reference in all cases, the kernels of exercises
# that have changed, and a seventh of all other kernels, each day another. No GPU needed. about 20 minutes on two cores.
#
#   ci/test.sh            all of it
#   ci/test.sh --quick    while you change something: at most 2 minutes after the build, and says what it leaves out
#
# Everything else that can be tested without a GPU is in ci/nightly.sh.
#
# --quick builds in build/ file by file, as the preset `default` does. The whole run starts from nothing in CI, so it
# compiles several files at a time (CMAKE_UNITY_BUILD) in build-unity/.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/common.sh

case "${1:-}" in
  "") quick=false ;;
  --quick) quick=true ;;
  *) echo "test: unknown argument '$1'. Use: ci/test.sh [--quick]" >&2; exit 2 ;;
esac

if $quick; then
  check_format
  step "build with g++"
  cmake --preset default
  cmake --build --preset default
  step "tests of the grader without the slow ones, cases of the course with the reference"
  ctest --preset ci -j "$(nproc)" -LE 'corpus|slow'
  step "done"
  cat <<'TEXT'
Left out, and part of ci/test.sh without --quick:
  - the simulator's corpus of whole programs, and the tests that compile and run programs with warpgrade-sim
  - ./grade verify: right and wrong kernels get their verdicts
Left out of both: what ci/nightly.sh runs
TEXT
  exit
fi

# The commit that a change is compared with: the last one on main. On main itself: the one before.
base_commit() {
  local main
  main=$(git merge-base HEAD origin/main 2> /dev/null || true)
  if [[ -n $main && $main != $(git rev-parse HEAD) ]]; then echo "$main"; else git rev-parse HEAD^ 2> /dev/null || true; fi
}

# Exercises of which a file has changed since then, or is not committed yet. Each of their files has the exercise's name in
# its path, as a folder or before its first point.
changed_exercises() {
  local base changed exercise
  base=$(base_commit)
  if [[ -z $base ]]; then return; fi  # a clone without history
  changed=$(git diff --name-only "$base" -- assignments student reference)
  for exercise in assignments/*/*/exercise.toml; do
    exercise=$(basename "$(dirname "$exercise")")
    if grep -qE "/$exercise[./]" <<< "$changed"; then echo "$exercise"; fi
  done
}

set_up --tests
check_format

step "build with g++"
cmake --preset unity
cmake --build --preset unity

step "this machine"  # tests of a sandbox that can't work here are skipped
export WARPGRADE_BUILD_DIR=$PWD/build-unity
./grade doctor

step "tests of the grader"  # not those that grade the reference: verify does that too
ctest --preset unity -j "$(nproc)" -E '^(simulator|cuda):' -LE nightly

step "the reference in all cases"
./grade --all --submission reference --seed 1

mapfile -t changed < <(changed_exercises)
if ((${#changed[@]})); then
  step "every kernel of what has changed gets its verdict: ${changed[*]}"
  ./grade verify --seed 1 "${changed[@]}"
fi

# The same inputs in each run, since which of two failures comes first may depend on them, and verdicts are kept by
# seed.
step "today's seventh of all kernels"
./grade verify --seed 1 --part "$((10#$(date +%j) % 7 + 1))/7"

step "done"
