#!/usr/bin/env bash
# Measures the edit loop: how long from saving a file to the verdict, per exercise, and for the whole unit. Each
# round changes the source (a comment at its end), so the submission is really built again.
#
#   ci/benchmark.sh [ROUNDS] [EXERCISE…] [-- further options of ./grade, such as --device cuda]
#
# Without names: every exercise by itself, and all of them together.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=3
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then rounds=$1; shift; fi
names=()
while (($#)) && [[ $1 != -- ]]; do names+=("$1"); shift; done
if [[ "${1:-}" == -- ]]; then shift; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r reference/. "$work"
rm -rf "$work"/*/wrong

./grade list >/dev/null  # set-up and build are not what is measured here

# grade_seconds [EXERCISE]: edits, grades, prints the seconds; the grade must be full marks.
grade_seconds() {
  local file start end
  for file in "$work"/*/*.cu; do
    if [[ -z "${1:-}" || $(basename "$file" .cu) == "$1" ]]; then echo "// edit $RANDOM$RANDOM" >>"$file"; fi
  done
  start=$(date +%s.%N)
  ./grade ${1:+"$1"} --submission "$work" "${@:2}" >"$work/report.txt" 2>&1 || { cat "$work/report.txt" >&2; return 1; }
  end=$(date +%s.%N)
  awk -v a="$start" -v b="$end" 'BEGIN { printf "%.2f", b - a }'
}

echo "$(nproc) cores, $(g++ --version | head -1)"
printf '%-28s %s\n' "edit to verdict" "seconds, $rounds rounds"
everything=false
if ((${#names[@]} == 0)); then
  everything=true
  mapfile -t names < <(basename -s .cu "$work"/*/*.cu)
fi
for exercise in "${names[@]}"; do
  printf '%-28s' "$exercise"
  for ((round = 0; round < rounds; ++round)); do printf ' %6s' "$(grade_seconds "$exercise" "$@")"; done
  printf '\n'
done
$everything || exit 0
printf '%-28s' "everything"
for ((round = 0; round < rounds; ++round)); do printf ' %6s' "$(grade_seconds "" "$@")"; done
printf '\n'
