#!/usr/bin/env bash
# What only a machine with an NVIDIA GPU can test: the reference and every wrong kernel on the cuda device, the
# reference under each tool of compute-sanitizer, and the edit loop with nvcc. Prints a summary last; exit 0: all well.
set -uo pipefail
cd "$(dirname "$0")/.."

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

# sanitize TOOL: the reference with each runner under compute-sanitizer; no report may name an error.
sanitize() {
  local logs clean
  logs=$(mktemp -d)
  WARPGRADE_RUNNER_WRAPPER="$(command -v compute-sanitizer) --tool $1 --log-file $logs/%p.txt" \
    ./grade --submission reference --device cuda || return 1
  clean=$(grep -lE 'ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards' "$logs"/*.txt | wc -l)
  echo "$1: $clean of $(ls "$logs" | wc -l) runners without an error"
  grep -hE '=========' "$logs"/*.txt | grep -vE 'COMPUTE-SANITIZER|SUMMARY: 0' | head -20
  [[ $clean -gt 0 && $clean -eq $(ls "$logs" | wc -l) ]]
}

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || { echo "no GPU here"; exit 2; }
nvcc --version | tail -1
git rev-parse --short HEAD 2>/dev/null || true

check "build" ./grade list
check "doctor" ./grade doctor
check "reference on both devices" ./grade --submission reference --device both
check "verify on cuda" ./grade verify --device cuda
for tool in memcheck racecheck initcheck synccheck; do
  check "reference under $tool" sanitize "$tool"
done
check "edit loop with nvcc" ci/benchmark.sh 1 -- --device cuda

step "summary"
printf '%s\n' "${summary[@]}"
exit $((failures > 0))
