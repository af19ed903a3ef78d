#!/usr/bin/env bash
# Does all that runs on a GPU compile: the grader's own sources, references, right kernels and stubs? Prints rows of the
# table in grader/docs/install.md. Needs no GPU. Four minutes of a core for a card, once: builds are kept.
#
#   ci/cuda_toolkits.sh                            with this machine's nvcc, for all cards
#   ci/cuda_toolkits.sh --for sm_75,sm_120         only for these
#   ci/cuda_toolkits.sh /opt/cuda-12.9 …           with these toolkits, each as CUDA_HOME
set -euo pipefail
cd "$(dirname "$0")/.."

cards=sm_75,sm_80,sm_89,sm_90,sm_100,sm_120
if [[ ${1:-} == --for ]]; then cards=$2; shift 2; fi

# Those of the cards that this nvcc knows.
known_to() {
  "$1" --list-gpu-code | grep -xF "${cards//,/$'\n'}" | paste -sd, || true
}

row() {
  local found nvcc known report code=0
  found=$(./grade doctor | grep -E '^[^ ]+ nvcc ' || true)
  if [[ $found != *release* ]]; then
    echo "| ${found#* nvcc } |"
    return
  fi
  nvcc=$(awk '{ sub(",", "", $3); print $3 }' <<< "$found")
  known=$(known_to "$nvcc")
  if [[ -z $known ]]; then
    echo "| ${found##*release } | knows none of $cards |"
    return
  fi
  report=$(./grade verify --compile-for "$known") || code=$?
  echo "| ${found##*release } | $(paste -sd';' <<< "$report" | sed 's/;/; /g') |"
  return "$code"
}

failed=0
if (($# == 0)); then row || failed=1; fi
for home in "$@"; do CUDA_HOME=$home row || failed=1; done
exit "$failed"
