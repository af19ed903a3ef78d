#!/usr/bin/env bash
# installed_test.sh SOURCE BUILD: installs the grader, moves the tree, hides the source and build folders where the
# machine allows that, and works with what is left: grades the fake course, begins a course, and builds and tests a
# stranger's project.
set -euo pipefail
source=$1 build=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" > "$work/install.log" || { cat "$work/install.log"; exit 1; }
mv "$work/first" "$work/moved"
if grep -l "$source" "$work/moved/lib/warpgrade/toolchain.json" "$work"/moved/lib/cmake/warpgrade/*; then
  echo "these files name the source folder"
  exit 1
fi
cp -r "$source/grader/tests/fake_course" "$work/course"
cp -r "$here/stranger" "$work/stranger"
cat > "$work/run.sh" <<'RUN'
set -eu
cd "$(dirname "$0")"
export XDG_CACHE_HOME=$PWD/cache PATH=$PWD/moved/bin:$PATH
unset WARPGRADE_COURSE WARPGRADE_CACHE
cd course
warpgrade copy --submission reference --device simulator
warpgrade --course ../new_course new unit/first --like map
warpgrade --course ../new_course first --submission ../new_course/reference --device simulator
cd ../stranger
cmake -S . -B out -DCMAKE_PREFIX_PATH="$PWD/../moved"
cmake --build out
ctest --test-dir out --output-on-failure --no-tests=error
RUN
hidden=()
if bwrap --dev-bind / / --tmpfs "$source" true 2> /dev/null; then
  hidden=(bwrap --dev-bind / / --tmpfs "$source")
else
  echo "this machine can't hide the source folder; going on without"
fi
"${hidden[@]}" bash "$work/run.sh"
