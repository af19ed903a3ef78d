#!/usr/bin/env bash
# course_out_of_tree_test.sh WARPGRADE: a course of a teacher who has the grader installed. `new` makes an exercise of each
# kind; they are right as they are, a wrong stub is found, students get a handout, and nothing but `new` writes into the
# course.
set -euo pipefail
warpgrade=$1
source "$(dirname "$0")/../support/command_test.sh"
sums() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2); }

for kind in map operator sort picture; do
  run 0 "$warpgrade" --course course new "unit/my_$kind" --like "$kind"
  says "course/reference/unit/wrong/my_$kind.toml:1: four more wrong kernels"
done
run 2 "$warpgrade" --course course new unit/gamma --like map  # a function of the C library
says "'gamma' can't be the name of an exercise"
run 2 "$warpgrade" --course course new unit/class --like map
says "'class' can't be the name of an exercise"
[[ $(LC_ALL=C ls course) == $'README.md\nassignments\ngrade\nreference\nstudent' ]] || fail "something else lies in the course: $(LC_ALL=C ls course)"

sums course > before
run 0 "$warpgrade" spec --course course
run 0 "$warpgrade" --course=course list
says "my_operator/reduce"
run 2 "$warpgrade" --course course verify --device simulator  # there is something left to write
says "12 kernels: 12 as expected, 0 unexpected"
says "needs at least 5 wrong kernels in course/reference/unit/wrong/my_sort.toml, and has 1: "
run 0 "$warpgrade" --course course my_map my_operator --submission course/reference --device simulator
run 1 "$warpgrade" --course course my_map --device simulator
says "not started"
cp -r course/reference wrong
sed -i 's/if (i < n) out/out/' wrong/unit/my_map.cu
run 1 "$warpgrade" --course course my_map --submission wrong --device simulator
says "out of bounds"
run 0 "$warpgrade" --course course handout copy
run 1 env PATH="$(dirname "$warpgrade"):$PATH" copy/grade my_sort --device simulator
[[ -s copy/compile_commands.json ]] || fail "editors know nothing of CUDA"
for install in 'put it here: `./grade` unpacks it' 'sudo apt install ./warpgrade_\*.deb' 'pip install ./warpgrade-\*.whl'; do
  grep -q "$install" copy/README.md || fail "its README does not say: $install"
done
cp copy/student/unit/my_map.cu stub
echo mine >> copy/student/unit/my_map.cu
run 0 "$warpgrade" --course copy reset my_map
cmp stub copy/student/unit/my_map.cu || fail "the stub is not back"
[[ ! -e copy/reference ]] || fail "the handout has the solutions"
sums course | diff before - || fail "a command wrote into the course"

# What is forgotten later is named.
sed -i 's/"my_map", //' course/assignments/unit/unit.toml
run 2 "$warpgrade" spec --course course
says 'course/assignments/unit/my_map belongs to no exercise that course/assignments/unit/unit.toml lists: add'
run 2 "$warpgrade" --course course my_map
says 'add "my_map" to `exercises` there'
mv course/student/unit/my_sort.cu course/student/unit/sort.cu
mv course/reference/unit/my_picture.cu course/reference/unit/picture.cu
mv course/assignments/unit/my_operator/exercise.toml course/assignments/unit/my_operator/excercise.toml
run 2 "$warpgrade" spec --course course
says "exercise 'my_operator' has no"
says "my_operator/excercise.toml: the grader reads no file of this name. Name it exercise.toml"
mv course/assignments/unit/my_operator/excercise.toml course/assignments/unit/my_operator/exercise.toml
run 2 "$warpgrade" spec --course course
says "course/student/unit/my_sort.cu is missing: each exercise has a stub"
says "course/reference/unit/my_picture.cu is missing: each exercise has a reference"
rm course/assignments/unit/my_sort/bind.cu
run 2 "$warpgrade" --course course my_sort --submission course/reference --device simulator
says "course/assignments/unit/my_sort/bind.cu is missing"
