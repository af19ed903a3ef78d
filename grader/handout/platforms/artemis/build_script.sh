#!/usr/bin/env bash
# The build script of the exercise: Artemis puts the names of its folders into it. The results are JUnit XML in results/.
# Where the grader or the machine is at fault there are none, and the build fails.
set -euo pipefail
submission="${studentParentWorkingDirectoryName:-assignment}"
tests="${testWorkingDirectory:-tests}"
rm -rf results
mkdir results
code=0
bash "$tests/grade.sh" "$submission" --artemis "$PWD/results/warpgrade.xml" || code=$?
if [[ $code -ge 2 ]]; then
  rm -f results/warpgrade.xml
  exit "$code"
fi
