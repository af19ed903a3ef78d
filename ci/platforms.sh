#!/usr/bin/env bash
# Runs what `warpgrade platform` makes, in the folders of each platform, with the odd hand-ins of ci/odd_hand_ins.sh: do
# the scripts find everything, and are the points those that a class gives? Prints them as a table.
#
#   ci/platforms.sh [BUILD]      BUILD: where the package is built (default: build-unity)
#
# The folders lie in a temporary place. The grader is that of the package, unpacked; only its installation by apt, which
# needs root, is left out. Classroom 50 is run too, and what is made for GitHub and GitLab as a student has it.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-unity}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --build "$build" --target package > "$work/log" || { cat "$work/log"; exit 1; }
deb=$(ls "$PWD/$build"/warpgrade_*.deb)
mkdir -p "$work/installed" "$work/right/first_kernels" "$work/wrong/first_kernels"
tar -xzf "$build"/warpgrade-*.tar.gz -C "$work/installed" --strip-components=1
export PATH=$work/installed/bin:$PATH XDG_CACHE_HOME=$work/cache
unset WARPGRADE_COURSE WARPGRADE_CACHE WARPGRADE_BUILD_DIR

# Right: both tasks. Wrong: the first one gives the element and not its square; the second one is right.
cp reference/first_kernels/map.cu "$work/right/first_kernels/"
sed 's/in\[i\] \* in\[i\]/in[i]/' reference/first_kernels/map.cu > "$work/wrong/first_kernels/map.cu"

make_upload() {  # PLATFORM ENDING: an archive in $work, unpacked to $work/PLATFORM
  local package=(--package "$deb")
  [[ $1 != vpl ]] || package=()
  warpgrade --course "$PWD" platform "$1" "$work/$1.$2" map "${package[@]}" > /dev/null
  mkdir "$work/$1"
  if [[ $2 == zip ]]; then python3 -m zipfile -e "$work/$1.zip" "$work/$1"; else tar -xf "$work/$1.tar" -C "$work/$1"; fi
}

# Prints the points of the tasks of map that FILE holds, as WORDS says in Python of the parsed file `r`.
points() { python3 -c "import json, sys; r = json.load(open(sys.argv[1])); print($2)" "$1"; }

check() {  # WHAT EXPECTED GOT
  [[ $2 == "$3" ]] || { echo "platforms: $1: expected '$2', got '$3'" >&2; exit 1; }
  echo "$1: $3"
}

# What a class gives: on each platform it must be the same.
ci/odd_hand_ins.sh "$work"/{right,wrong}/first_kernels/map.cu student/first_kernels/map.cu "$work/hand_ins"
warpgrade class "$work/hand_ins" map --course "$PWD" --device simulator --sandbox auto --out "$work/class" > "$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
worth() { points "$work/class/submissions/$1.json" '[t["score"] for e in r["exercises"] for t in e["tasks"]]'; }
full=$(python3 -c "print(sum($(worth right)))")
check "a right hand-in has points, and a wrong one fewer" True "$(python3 -c "print($full > sum($(worth wrong)) > 0)")"

# on_PLATFORM FOLDER: prints what a hand-in gets there.
on_gradescope() {
  rm -rf "$AUTOGRADER_ROOT/submission"
  cp -a "$1" "$AUTOGRADER_ROOT/submission"
  bash "$AUTOGRADER_ROOT/source/run_autograder" > /dev/null 2>&1 || [[ $? -eq 1 ]]
  points "$AUTOGRADER_ROOT/results/results.json" \
    '[t["score"] for t in r["tests"] if t["visibility"] == "visible" and "/quiz" not in t["name"]]'
}
on_prairielearn() {
  rm -rf "$GRADE_ROOT/student"
  cp -a "$1" "$GRADE_ROOT/student"
  bash "$GRADE_ROOT/tests/run.sh" > /dev/null 2>&1
  points "$GRADE_ROOT/results/results.json" '[t["points"] for t in r["tests"] if "/quiz" not in t["name"]]'
}
on_autolab() {  # what is handed in there is one file: of several files a tar, under the name that the lab asks for
  rm -rf "$work/handed_in_autolab"
  mkdir "$work/handed_in_autolab"
  tar -C "$1" -cf "$work/handed_in_autolab/map.cu" .
  cp "$work/autolab/autolab/autograde.tar" "$work/handed_in_autolab/"
  cp "$work/autolab/autolab/autograde-Makefile" "$work/handed_in_autolab/Makefile"
  make -s -C "$work/handed_in_autolab" 2> /dev/null | tail -n 1 > "$work/last_line"
  points "$work/last_line" '[r["scores"]["map/" + n] for n in ("write", "repair")]'
}
on_artemis() {
  rm -rf "$work/artemis/assignment"
  cp -a "$1" "$work/artemis/assignment"
  (cd "$work/artemis" && bash build_script.sh > /dev/null 2>&1) || true
  python3 - "$work/artemis/results/warpgrade.xml" << 'PYTHON'
import sys, xml.etree.ElementTree as xml
tests = [case for case in xml.parse(sys.argv[1]).iter("testcase") if "quiz" not in case.get("name")]
print([float(case.find("failure") is None and case.find("skipped") is None) for case in tests])
PYTHON
}
on_vpl() {
  rm -rf "$work/handed_in_vpl"
  cp -a "$1" "$work/handed_in_vpl"
  cp -r "$work/vpl/." "$work/handed_in_vpl"
  (cd "$work/handed_in_vpl" && VPL_GRADEMIN=0 VPL_GRADEMAX=100 bash vpl_evaluate.sh && ./vpl_execution) > "$work/vpl_output" 2> /dev/null
  sed -n 's/^Grade :=>>//p' "$work/vpl_output"
}
on_classroom50() {
  rm -rf "$work/handed_in_classroom50"
  cp -a "$1" "$work/handed_in_classroom50"
  (cd "$work/handed_in_classroom50" && WARPGRADE_INSTALLED=1 CLASSROOM=c ASSIGNMENT=a SUBMISSION_TAG=s COMMIT_URL=u RELEASE_URL=r \
    python3 "$work/classroom50/autograder.py" > /dev/null 2>&1)
  points "$work/handed_in_classroom50/result.json" '[float(t["score"]) for t in r["tests"] if "/quiz" not in t["test-name"]]'
}

make_upload gradescope zip
export AUTOGRADER_ROOT=$work/autograder
mkdir -p "$AUTOGRADER_ROOT"
mv "$work/gradescope" "$AUTOGRADER_ROOT/source"
bash "$AUTOGRADER_ROOT/source/setup.sh"
make_upload prairielearn zip
export GRADE_ROOT=$work/grade
mkdir -p "$GRADE_ROOT"
cp -r "$work/prairielearn/questions/prairielearn/tests" "$GRADE_ROOT/tests"
make_upload autolab tar
make_upload artemis zip
make_upload vpl zip
make_upload classroom50 zip
[[ ! -e $work/classroom50/reference ]] || { echo "platforms: hidden cases would be published" >&2; exit 1; }

# Each platform has folders of its own, so all grade side by side.
platforms=(gradescope prairielearn autolab artemis vpl classroom50)
mkdir "$work/got"
for platform in "${platforms[@]}"; do
  for hand_in in "$work"/hand_ins/*; do
    on_"$platform" "$hand_in" > "$work/got/$platform.$(basename "$hand_in")" || true
  done &
done
wait

echo "| hand-in | points | remark |"
echo "|---|---|---|"
for hand_in in "$work"/hand_ins/*; do
  name=$(basename "$hand_in")
  expected=$(worth "$name")
  for platform in "${platforms[@]}"; do
    got=$(cat "$work/got/$platform.$name")
    wanted=$expected
    [[ $platform != vpl ]] || wanted=$(python3 -c "print(f'{sum($expected) / $full * 100:g}')")
    [[ $got == "$wanted" ]] ||
      { echo "platforms: $name on $platform: a class gives '$wanted', and it gave '$got'" >&2; exit 1; }
  done
  remark=$(python3 -c 'import csv, sys; print(next(r["remarks"] for r in csv.DictReader(open(sys.argv[1])) if r["id"] == sys.argv[2]))' "$work/class/gradebook.csv" "$name")
  echo "| $name | $expected | $remark |"
done
echo "These points are the same on ${platforms[*]}."

make_upload github zip
cp "$work/right/first_kernels/map.cu" "$work/github/student/first_kernels/"
(cd "$work/github" && bash ./grade map --github "$work/annotations" --markdown "$work/summary.md" > /dev/null)
check "GitHub, right: annotations" 0 "$(grep -c '^::error' "$work/annotations" || true)"
cp "$work/wrong/first_kernels/map.cu" "$work/github/student/first_kernels/"
(cd "$work/github" && bash ./grade map --github "$work/annotations" > /dev/null) || [[ $? -eq 1 ]]
check "GitHub, wrong: annotations" 1 "$(grep -c '^::error file=student/first_kernels/map.cu,line=' "$work/annotations")"
