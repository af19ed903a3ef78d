#!/usr/bin/env bash
# Nothing that the simulator says may depend on luck: for each seed of random thread and block orders, every wrong
# kernel of the course gets its verdict, every reference and every other right kernel passes (./grade verify), and the
# right programs of the simulator's corpus print what they should without a finding, with every compiler.
# A line a seed, and what was unexpected below it; exit 1 if anything was. Builds are kept, so a seed costs its runs.
#
#   ci/verify_orders.sh [FIRST LAST] [--order random]      seeds 1 to 20; --order: no other order helps
set -euo pipefail
cd "$(dirname "$0")/.."

first=1 last=20
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then first=$1 last=${2:-$1}; shift $(($# > 1 ? 2 : 1)); fi
build=$(realpath -m "${WARPGRADE_BUILD_DIR:-build}")
corpus=grader/simulator/tests/corpus
mapfile -t programs < <(cd "$corpus/programs" && grep -rl '^// prints: ' . | sed -E 's:^\./([^/.]+).*:\1:' | sort)
compilers=()
for compiler in g++ clang++; do if command -v "$compiler" >/dev/null; then compilers+=("$compiler"); fi; done

./grade list >/dev/null # builds what is missing
cmake --build "$build" --target warpgrade-sim >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run_program COMPILER PROGRAM ORDER...: says nothing, or what was wrong
run_program() {
  local compiler=$1 program=$2
  shift 2
  cmake -DSIMULATOR="$build/bin/warpgrade-sim" -DCOMPILERS="$compiler" -DPROGRAM="$program" \
    -DORDERS="$(IFS=';'; echo "$*")" -P "$corpus/run_program.cmake" 2>&1
}

# A program is compiled once and runs in all orders; only where that fails each seed is tried by itself.
for compiler in "${compilers[@]}"; do
  for program in "${programs[@]}"; do
    # shellcheck disable=SC2046
    run_program "$compiler" "$program" $(seq "$first" "$last") >/dev/null && continue
    for ((seed = first; seed <= last; ++seed)); do
      run_program "$compiler" "$program" "$seed" >"$work/told" || cat "$work/told" >>"$work/corpus.$compiler.$seed"
    done
  done
done

bad_seeds=0
for ((seed = first; seed <= last; ++seed)); do
  bad=0
  ./grade verify --all-cases --device simulator --seed "$seed" "$@" >"$work/verify" 2>"$work/errors" || bad=1
  line="seed $seed: $(tail -1 "$work/verify" | sed 's/ Seed [0-9]*\.$//')"
  for compiler in "${compilers[@]}"; do
    failed=0
    if [[ -e "$work/corpus.$compiler.$seed" ]]; then
      bad=1
      failed=$(grep -c '^CMake Error' "$work/corpus.$compiler.$seed")
    fi
    line+=" Corpus with $compiler: $((${#programs[@]} - failed)) of ${#programs[@]}."
  done
  echo "$line"
  if ((bad)); then
    bad_seeds=$((bad_seeds + 1))
    grep -A 2 -e "^✗" -e "^!!" "$work/verify" || cat "$work/errors"
    cat "$work"/corpus.*."$seed" 2>/dev/null || true
  fi
done
echo "$((last - first + 1)) seeds, $bad_seeds with something unexpected"
((bad_seeds == 0))
