#!/usr/bin/env bash
# Runs the examples of a page: each ```cuda block is a program. Where a line ends with `// finding: KIND`, just that must
# be found, in that line; then the program is run once more with its remedy, and must be right:
#
#   // remedy: CODE       this line becomes CODE
#   // instead: CODE      CODE replaces the line above
#
#   check_examples.sh WARPGRADE_SIM PAGE
set -euo pipefail
simulator=$1 page=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

awk '/^```cuda/ { file = sprintf("example_%02d.cu", ++count); line[file] = NR; inside = 1; next }
     /^```/ { inside = 0 }
     inside { print > file }' "$page"
# title FILE: the heading above the example
title() { awk -v n="$((10#$(tr -dc 0-9 <<<"$1")))" '/^### / { t = $0 } /^```cuda/ && ++c == n { print t }' "$page"; }

failures=0
fail() {
  echo "$(title "$file"), $file: $1" >&2
  cat "$file" found.txt >&2
  failures=$((failures + 1))
}

run() { "$simulator" run "$1" >printed.txt 2>found.txt; }

for file in example_*.cu; do
  if ! grep -q '// finding: ' "$file"; then
    run "$file" || fail "is right, and must run without a finding"
    continue
  fi
  line=$(grep -n '// finding: ' "$file" | cut -d: -f1)
  kind=$(sed -n 's,.*// finding: ,,p' "$file")
  if run "$file"; then
    if [ "$kind" != warning ]; then fail "nothing was found"; fi
  elif [ "$kind" = warning ]; then
    fail "a warning must not fail"
  fi
  # a race may be reported at either of its lines
  if ! grep -qE "^$file:[0-9]+:([0-9]+:)? $kind: " found.txt || ! grep -q "^$file:$line:" found.txt; then
    fail "must find '$kind' at line $line"
  fi
  if ! grep -qE '// (remedy|instead): ' "$file"; then continue; fi
  awk '/\/\/ instead: / { sub(/\/\/ instead: /, ""); held = "" } { if (NR > 1 && held != "") print held }
       { sub(/\/\/ remedy: /, ""); held = $0 } END { print held }' "$file" >"remedied_$file"
  if ! run "remedied_$file" || grep -q ': warning: ' found.txt; then
    fail "with its remedy it must run without a finding"
  fi
done

examples=$(ls example_*.cu | wc -l)
if ((examples < 10)); then echo "only $examples examples found in $page" >&2; exit 1; fi
echo "$examples examples, $failures failures"
((failures == 0))
