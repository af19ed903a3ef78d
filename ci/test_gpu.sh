#!/usr/bin/env bash
# What only a machine with an NVIDIA GPU can test. Prints a summary last; exit 0: all well.
#
#   ci/test_gpu.sh           all steps but the last three, about 20 minutes
#   ci/test_gpu.sh STEP...   only these, for example: ci/test_gpu.sh doctor bench
#
#   doctor      what this machine can do
#   reference   the reference, on the simulator and on the cuda device
#   verify      every kernel of the course on the cuda device
#   sanitizer   the reference under the tools of compute-sanitizer
#   edit_loop   from saving to the verdict, for the exercises of unit 1
#   repeat      five gradings whose times must repeat
#   bench       the table of ./grade bench
#   counts      what the simulator counts beside what ncu reads from the hardware
#   sanitizers  every kernel under compute-sanitizer: a table of who finds what
#   timing      whether times can be trusted: cheats, slowed kernels, competing load
#
# The tables go to gpu_reports/ in the build folder too.
set -uo pipefail
cd "$(dirname "$0")/.."

known=(doctor reference verify sanitizer edit_loop repeat bench counts sanitizers timing)
steps=("$@")
[[ $# -gt 0 ]] || steps=("${known[@]:0:7}")
for asked in "${steps[@]}"; do
  [[ " ${known[*]} " == *" $asked "* ]] || { echo "there is no step '$asked'. The steps are: ${known[*]}" >&2; exit 2; }
done
reports=${WARPGRADE_BUILD_DIR:-build}/gpu_reports
export PATH=$PATH:/usr/local/cuda/bin

failures=0
summary=()
step() { printf '\n==== %s (%ss)\n' "$1" "$SECONDS"; }
# check NAME COMMAND…: runs it, remembers how it went.
check() {
  local name=$1 start=$SECONDS code=0
  shift
  step "$name"
  "$@" || code=$?
  [[ $code -eq 0 ]] || failures=$((failures + 1))
  summary+=("$(printf '%-44s exit %d, %4d s' "$name" "$code" "$((SECONDS - start))")")
}

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || { echo "no GPU here"; exit 2; }
nvcc --version | tail -1
git rev-parse --short HEAD 2>/dev/null || true

# keep FILE COMMAND...: shows what it prints, and keeps it.
keep() {
  "${@:2}" | tee "$reports/$1"
  return "${PIPESTATUS[0]}"
}
# Unexpected verdicts are columns of this table and no error; `verify on cuda` checks them. On the GPU four tools run
# side by side for each kernel, hence fewer kernels at a time.
sanitizer_table() {
  ./grade verify --device simulator --json "$reports/simulator.json" | tail -1
  ./grade verify --device cuda --sanitize --jobs $(($(nproc) / 3 + 1)) --json "$reports/cuda.json" | tail -1
  keep sanitizers.md ci/sanitizer_table.py "$reports/simulator.json" "$reports/cuda.json"
}

check "build" ./grade list
mkdir -p "$reports"
for asked in "${steps[@]}"; do
  case $asked in
    doctor) check "doctor" ./grade doctor ;;
    reference) check "reference on both devices" ./grade --all --submission reference --device both ;;
    verify) check "verify on cuda" ./grade verify --device cuda ;;
    sanitizer) check "reference under compute-sanitizer" ./grade --all --submission reference --device cuda --sanitize ;;
    edit_loop) check "edit loop with nvcc" ci/benchmark.sh 1 reduce scan histogram -- --device cuda ;;
    repeat) check "five gradings: do times repeat" ci/timing_checks.py --whole --repeat --times 5 ;;
    # The picture in grader/docs/instructors.md has all powers of two: ./grade bench --sizes 10:30 --svg FILE
    bench) check "bench" keep bench.txt ./grade bench --sizes 16:28:4 --json "$reports/bench.json" --svg "$reports/bench.svg" ;;
    counts) check "counters beside ncu's" keep counts.md ci/compare_counts.py ;;
    sanitizers) check "table of sanitizers" sanitizer_table ;;
    timing) check "times can be trusted" ci/timing_checks.py --cheats --slowed --load ;;
  esac
done

step "summary"
printf '%s\n' "${summary[@]}"
exit $((failures > 0))
