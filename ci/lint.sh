#!/usr/bin/env bash
# clang-format and clang-tidy over our own code; both must have nothing to say. Slow (clang-tidy reads every file
# with all its headers), so it is not part of ci/test.sh, which checks the format only.
#
#   ci/lint.sh [FILE...]     all files, or these
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in clang-format clang-tidy clang++; do
  command -v "$tool" >/dev/null || { echo "lint: $tool is missing: apt-get install clang clang-format clang-tidy" >&2; exit 2; }
done
[[ -e build-clang/compile_commands.json ]] || cmake --preset clang >/dev/null

git ls-files '*.cpp' '*.hpp' '*.h' '*.cu' '*.cuh' | xargs clang-format --dry-run --Werror
if [[ $# -gt 0 ]]; then files=("$@"); else
  mapfile -t files < <(git ls-files 'grader/*.cpp' 'assignments/*.cpp' | grep -v -e /tests/ -e fake_course)
fi
printf '%s\n' "${files[@]}" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 clang-tidy --quiet -p build-clang
echo "lint: ${#files[@]} files are clean"
