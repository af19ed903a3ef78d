#!/usr/bin/env bash
# PrairieLearn runs this for each submission. Where the grader or the machine is at fault, the results say so, and cost
# no attempt.
set -euo pipefail
root=${GRADE_ROOT:-/grade}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results"
bash "$root/tests/grade.sh" "$root/student" --prairielearn "$results" || [[ -s $results ]]
