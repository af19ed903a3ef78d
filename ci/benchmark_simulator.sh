#!/usr/bin/env bash
# Measures the simulator with each compiler of this machine: nanoseconds of the processor per memory access without
# checks (switching between threads at barriers, mostly), with them, and while counting; barriers; memory. Beside each
# figure stands the limit that it should keep. Run it on an idle machine.
#
#   ci/benchmark_simulator.sh [BUILD_FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."

simulator=${1:-build}/bin/warpgrade-sim
if [[ ! -x "$simulator" ]]; then
  echo "$simulator does not exist: build first (./grade doctor does), or give the build folder" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run BENCHMARK MODE...: what it prints; its findings and tables only if it fails
run() {
  "$simulator" run --order forward --cxx "$compiler" "${@:2}" "ci/benchmarks/$1.cu" 2>"$work/log" || { cat "$work/log" >&2; return 1; }
}

echo "$(nproc) cores"
for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  printf '\n%s\n' "$("$compiler" --version | head -1)"
  printf '  %-14s %10s %10s %10s %14s %10s %14s\n' "ns per access" accesses "no checks" checks "checks alone" counting \
    "checks : none"
  run accesses --no-check >"$work/blind"
  run accesses >"$work/checked"
  run accesses --count >"$work/counted"
  paste -d ' ' "$work/blind" "$work/checked" "$work/counted" | awk '
    { printf "  %-14s %10d %10.2f %10.2f %14.2f %10.2f %14.1f", $1, $2, $3 / $2, $6 / $5, ($6 - $3) / $2, $9 / $8, $6 / $3
      if ($1 == "block_scan") printf "   (at most: checks 8, counting 30, 12 : 1)"
      printf "\n" }'
  printf '  %-40s %6.1f M (at least 20)\n' "thread-barriers a second, checks" "$(run barriers | awk '{ print $1 / 1e6 }')"
  printf '  %-40s %6.2f   (at most 6)\n' "memory : data, checks" "$(run memory)"
done
