#!/usr/bin/env bash
# clang-format and clang-tidy over our own code; both must have nothing to say. clang-tidy reads every file with all
# its headers, some seconds each: all files take minutes, so it is not part of ci/test.sh, which checks the format only.
#
#   ci/lint.sh                          everything
#   ci/lint.sh grader/judge FILE...     these folders and files
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in clang-format clang-tidy clang++; do
  command -v "$tool" >/dev/null || { echo "lint: $tool is missing: apt-get install clang clang-format clang-tidy" >&2; exit 2; }
done
# Configures again, since the list of files may be older than the files; and without unity builds, or clang-tidy would
# not find the files in the list.
cmake --preset clang -DCMAKE_UNITY_BUILD=OFF >/dev/null

# ours PATTERN: our files that match, of the folders and files that were asked for
asked=("$@")
ours() { git ls-files -- "${asked[@]}" | grep -E "$1" || true; }

ours '\.(cpp|hpp|h|cu|cuh)$' | xargs -r clang-format --dry-run --Werror
# Without the tests: GoogleTest's macros break our rules.
mapfile -t files < <(ours '^(grader|assignments)/.*\.cpp$' | grep -v -e /tests/ || true)
if [[ ${#files[@]} -eq 0 ]]; then echo "lint: no .cpp file in: $*" >&2; exit 2; fi
printf '%s\n' "${files[@]}" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 clang-tidy --quiet -p build-clang 2> >(grep -v 'warnings\? generated' >&2)
echo "lint: ${#files[@]} files are clean"
