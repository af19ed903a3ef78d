#!/usr/bin/env bash
# The drawings of the handouts that show real runs: ./grade draw, of the references and of what lies beside this script.
# Writes them all; with --check it says which differ from what would be written (exit code 1 if any does).
set -euo pipefail
cd "$(dirname "$0")/../../.."
check=${1:-}
stale=0

# picture task n submission [options]
draw() {
  local file=assignments/$1 new
  new=$(mktemp --suffix=.svg)
  shift
  ./grade draw "$1" --n "$2" --submission "$3" --alone --svg "$new" "${@:4}" > /dev/null
  if [ "$check" = --check ]; then
    cmp -s "$new" "$file" || { echo "$file: differs from what $0 draws. Run it, and commit the result."; stale=1; }
  else
    cp "$new" "$file"
  fi
  rm -f "$new"
}

unit=reduce_scan_histogram
draw $unit/scan/hillis_steele_run.svg scan/hillis_steele 8 reference
draw $unit/scan/blelloch_run.svg scan/blelloch 8 reference
draw $unit/scan/device_run.svg scan/device_inclusive 12 ci/drawings/recorded/scan_of_small_blocks.cu
draw $unit/reduce/interleaved_run.svg reduce/interleaved 8 reference
draw $unit/reduce/coarsened_run.svg reduce/coarsened 8 reference
draw $unit/histogram/privatized_run.svg histogram/privatized 8 reference --input phrase
draw compact_sort/sorting_networks/bitonic_run.svg sorting_networks/bitonic 8 reference
draw compact_sort/sorting_networks/odd_even_merge_run.svg sorting_networks/odd_even_merge 8 reference
exit $stale
