#!/usr/bin/env bash
# Runs what `warpgrade platform` makes, in the folders of each platform, with a right and a wrong submission of one
# exercise: do the scripts find everything, and are the points those of the work?
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
tar -xzf "$build"/warpgrade_*.tar.gz -C "$work/installed" --strip-components=1
"$work/installed/bin/warpgrade-sim" precompile
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

# What each submission is worth, as the grader says it.
declare -A worth
for one in right wrong; do
  warpgrade --course "$PWD" map --submission "$work/$one" --json "$work/$one.json" > /dev/null || [[ $? -eq 1 ]]
  worth[$one]=$(points "$work/$one.json" '[t["score"] for e in r["exercises"] for t in e["tasks"]]')
done
check "a right submission has points, and a wrong one fewer" True \
  "$(python3 -c "print(sum(${worth[right]}) > sum(${worth[wrong]}) > 0)")"

make_upload gradescope zip
export AUTOGRADER_ROOT=$work/autograder
mkdir -p "$AUTOGRADER_ROOT/submission"
mv "$work/gradescope" "$AUTOGRADER_ROOT/source"
bash "$AUTOGRADER_ROOT/source/setup.sh"
for one in right wrong; do
  cp "$work/$one/first_kernels/map.cu" "$AUTOGRADER_ROOT/submission/"
  bash "$AUTOGRADER_ROOT/source/run_autograder" > /dev/null 2>&1 || [[ $? -eq 1 ]]
  check "Gradescope, $one" "${worth[$one]}" \
    "$(points "$AUTOGRADER_ROOT/results/results.json" '[t["score"] for t in r["tests"] if t["visibility"] == "visible" and "/quiz" not in t["name"]]')"
done

make_upload prairielearn zip
export GRADE_ROOT=$work/grade
mkdir -p "$GRADE_ROOT/student"
cp -r "$work/prairielearn/questions/prairielearn/tests" "$GRADE_ROOT/tests"
for one in right wrong; do
  cp "$work/$one/first_kernels/map.cu" "$GRADE_ROOT/student/"
  bash "$GRADE_ROOT/tests/run.sh" > /dev/null 2>&1
  check "PrairieLearn, $one" "${worth[$one]}" \
    "$(points "$GRADE_ROOT/results/results.json" '[t["points"] for t in r["tests"] if "/quiz" not in t["name"]]')"
done

make_upload autolab tar
for one in right wrong; do
  mkdir "$work/autolab_$one"
  cp "$work/autolab/autolab/autograde.tar" "$work/$one/first_kernels/map.cu" "$work/autolab_$one/"
  cp "$work/autolab/autolab/autograde-Makefile" "$work/autolab_$one/Makefile"
  make -s -C "$work/autolab_$one" | tail -n 1 > "$work/last_line"
  check "Autolab, $one" "${worth[$one]}" "$(points "$work/last_line" '[r["scores"]["map/" + n] for n in ("write", "repair")]')"
done

make_upload artemis zip
for one in right wrong; do
  mkdir -p "$work/artemis/assignment"
  cp "$work/$one/first_kernels/map.cu" "$work/artemis/assignment/"
  (cd "$work/artemis" && bash build_script.sh > /dev/null 2>&1)
  check "Artemis, $one: failures" "$([[ $one == right ]] && echo 0 || echo 1)" \
    "$(grep -c '<failure' "$work/artemis/results/warpgrade.xml" || true)"
done

make_upload vpl zip
for one in right wrong; do
  cp -r "$work/vpl" "$work/vpl_$one"
  cp "$work/$one/first_kernels/map.cu" "$work/vpl_$one/"
  (cd "$work/vpl_$one" && VPL_GRADEMIN=0 VPL_GRADEMAX=100 bash vpl_evaluate.sh && ./vpl_execution) > "$work/vpl_output"
  share=$(python3 -c "print(sum(${worth[$one]}) / sum(${worth[right]}) * 100)")
  check "VPL, $one" "True" "$(python3 -c "print(abs(float('$(sed -n 's/^Grade :=>>//p' "$work/vpl_output")') - $share) < 0.01)")"
done

make_upload classroom50 zip
[[ ! -e $work/classroom50/reference ]] || { echo "platforms: hidden cases would be published" >&2; exit 1; }
for one in right wrong; do
  (cd "$work/$one" && WARPGRADE_INSTALLED=1 CLASSROOM=c ASSIGNMENT=a SUBMISSION_TAG=s COMMIT_URL=u RELEASE_URL=r \
    python3 "$work/classroom50/autograder.py" > /dev/null 2>&1)
  check "Classroom 50, $one" "${worth[$one]}" \
    "$(points "$work/$one/result.json" '[float(t["score"]) for t in r["tests"] if "/quiz" not in t["test-name"]]')"
done

make_upload github zip
cp "$work/right/first_kernels/map.cu" "$work/github/student/first_kernels/"
(cd "$work/github" && bash ./grade map --github "$work/annotations" --markdown "$work/summary.md" > /dev/null)
check "GitHub, right: annotations" 0 "$(grep -c '^::error' "$work/annotations" || true)"
cp "$work/wrong/first_kernels/map.cu" "$work/github/student/first_kernels/"
(cd "$work/github" && bash ./grade map --github "$work/annotations" > /dev/null) || [[ $? -eq 1 ]]
check "GitHub, wrong: annotations" 1 "$(grep -c '^::error file=student/first_kernels/map.cu,line=' "$work/annotations")"
