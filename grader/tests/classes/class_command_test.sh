#!/usr/bin/env bash
# class_command_test.sh WARPGRADE COURSE: a class of six for one exercise. Everybody gets what `check` gives alone, the
# same files are graded once, a class that was killed goes on and ends with the same gradebook, and a part of it can be
# graded again.
set -euo pipefail
warpgrade=$1 course=$2
source "$(dirname "$0")/../support/command_test.sh"
class() { "$warpgrade" class pile map --course "$course" --device simulator --sandbox auto --seed 7 "$@"; }

right=$course/reference/first_kernels/map.cu stub=$course/student/first_kernels/map.cu
mkdir -p pile/{alice,bob/homework/src,carol,dave,erin,frank/old} pile/.hidden
cp "$right" pile/alice/map.cu
cp "$right" pile/bob/homework/src/map.cu
cp "$stub" pile/carol/map.cu
echo 'this is no C++' > pile/dave/map.cu
ln -s "$right" pile/erin/map.cu  # a link may lead to the solutions
cp "$stub" pile/frank/old/map.cu
touch -d '2020-01-01' pile/frank/old/map.cu
cp "$right" pile/frank/map.cu
echo 'notes' > pile/readme.txt

run 2 "$warpgrade" class pile map --course "$course"
says "say where the results go"
run 2 "$warpgrade" class nowhere map --course "$course" --out results
says "nowhere does not exist"
run 2 class --out pile/results
says "pile/results lies in pile"
[[ ! -e pile/results ]] || fail "results among the submissions"
run 2 "$warpgrade" class status results
says "no class was graded into"

run 0 class --out results
says "6 students, 6 attempts."
says "readme.txt"
says "Not readable: erin: map.cu is a symbolic link, which is not followed"
says "Note: frank: 2 files named map.cu: map.cu, old/map.cu; the newest counts, map.cu"
[[ $(ls results/pieces/*.simulator | wc -l) == 3 ]] || fail "alice, bob and frank handed in the same, which is graded once"
points() { cut -d, -f1,6 results/gradebook.csv | grep "^$1," | cut -d, -f2; }
for student in alice bob frank; do [[ $(points $student) == 2 ]] || { cat results/gradebook.csv; fail "$student is right"; }; done
for student in carol dave; do [[ $(points $student) == 0 ]] || fail "$student has no points"; done
[[ $(points erin) == "" ]] || fail "what can't be read is no zero"
run 0 "$warpgrade" class status results
says "grading: 3 of 3 done"

# as alone
run 1 "$warpgrade" check map --course "$course" --device simulator --seed 7 --submission results/attempts/dave --json alone.json
python3 - alone.json results/submissions/dave.json << 'PYTHON'
import json, sys
alone, of_class = (json.load(open(name))["exercises"] for name in sys.argv[1:])
def judged(exercises):
    text = json.dumps([[(t["name"], t["verdict"], t["score"], t["findings"]) for t in e["tasks"]] for e in exercises])
    return text.replace("results/attempts/dave/", "")
assert judged(alone) == judged(of_class), (judged(alone), judged(of_class))
PYTHON

# nobody's page holds another one's name
! grep -lE 'alice|frank' results/submissions/bob.json || fail "bob's result names another student"

# one hand-in by itself, as learning platforms grade it: the same file, and its own header beside it
mkdir -p one placed
printf '#pragma once\n' > one/mine.cuh
sed 's/#include "map.cuh"/#include "map.cuh"\n#include "mine.cuh"/' "$right" > 'one/map - Kopie.cu'
run 0 "$warpgrade" class place one --into placed --course "$course"
says "Note: map - Kopie.cu is taken for map.cu"
run 0 "$warpgrade" check map --course "$course" --device simulator --seed 7 --submission placed
run 2 "$warpgrade" class place nowhere --into placed --course "$course"
says "nowhere does not exist"

# an archive of it with a roster
printf 'id,name\nalice,Alice A\nzoe,Zoe Z\n' > roster.csv
python3 -m zipfile -c pile.zip pile/alice pile/carol
run 0 "$warpgrade" class pile.zip map --course "$course" --device simulator --sandbox auto --seed 7 --roster roster.csv --out zipped
grep -q '^alice,Alice A,.*,2,' zipped/gradebook.csv || { cat zipped/gradebook.csv; fail "alice is right"; }
grep -q '^zoe,Zoe Z,.*nothing was handed in' zipped/gradebook.csv || { cat zipped/gradebook.csv; fail "zoe is missing"; }
run 2 "$warpgrade" class pile.zip map --course "$course" --sandbox auto --roster pile/readme.txt --out zipped
says "pile/readme.txt:1: no column says who the students are"

# a file that may be somebody else's, one that is too large, another exercise, answers that can't be read: each says so
mkdir -p odd/{gina,hugo,ina,jana}
cp "$course/reference/first_kernels/guard.cu" odd/ina/guard.cu
cp "$right" odd/jana/map.cu
echo 'answers[' > odd/jana/map.quiz.toml
cp "$right" secret.cu
ln secret.cu odd/gina/map.cu
head -c 1100000 /dev/zero | tr '\0' '\n' > odd/hugo/map.cu
run 0 "$warpgrade" class odd map --course "$course" --device simulator --sandbox auto --seed 7 --out odd_results
grep -qF '(a hard link)' odd_results/submissions/gina.json || fail "gina's result does not name the hard link"
grep -qF 'is larger than 1 MB' odd_results/submissions/hugo.json || fail "hugo's result does not name the size"
grep -q "^ina,.*,0,.*holds no exercise that counts here, only guard" odd_results/gradebook.csv || fail "ina handed in another one"
grep -q "^jana,.*,2,.*map.quiz.toml can't be read" odd_results/gradebook.csv || fail "jana's answers can't be read"
grep -q '^gina,.*,0,' odd_results/gradebook.csv || { cat odd_results/gradebook.csv; fail "gina has no points"; }

# two attempts: the newest counts, or the best
mkdir -p clones
for student in alice bob; do
  for attempt in 1 2; do
    printf '%s,%s/%s/map.cu\n' $student $student $attempt >> clones/list.csv
  done
  mkdir -p clones/$student/{1,2}
done
sed -i '1i id,path' clones/list.csv
cp "$right" clones/alice/1/map.cu; cp "$stub" clones/alice/2/map.cu
cp "$stub" clones/bob/1/map.cu; cp "$right" clones/bob/2/map.cu
attempts() { "$warpgrade" class clones/list.csv map --course "$course" --device simulator --sandbox auto --seed 7 --out attempts "$@"; }
run 0 attempts
[[ $(cut -d, -f1,4,6 attempts/gradebook.csv | tail -2 | tr '\n' ' ') == "alice,alice-2,0 bob,bob-2,2 " ]] || { cat attempts/gradebook.csv; fail "the newest counts"; }
run 0 attempts --best
[[ $(cut -d, -f1,4,6 attempts/gradebook.csv | tail -2 | tr '\n' ' ') == "alice,alice,2 bob,bob-2,2 " ]] || { cat attempts/gradebook.csv; fail "the best counts"; }
[[ -e attempts/submissions/alice-2.json ]] || fail "every attempt stays"
grep -q 'students/alice.html' attempts/index.html || fail "the class page shows the best attempt"
! grep -q 'students/alice-2.html' attempts/index.html || fail "the class page shows one attempt of a student"

# killed, and gone on with
cp results/gradebook.csv before.csv
for seconds in 0.3 0.8 1.5; do
  rm -rf killed
  setsid "$warpgrade" class pile map --course "$course" --device simulator --sandbox auto --seed 7 --out killed > /dev/null 2>&1 &
  group=$!
  sleep "$seconds"
  kill -9 -- "-$group" 2> /dev/null || true
  wait "$group" 2> /dev/null || true
  run 0 class --out killed
  cmp before.csv killed/gradebook.csv || fail "killed after $seconds s and gone on with, the gradebook differs"
done

# a part of it again
run 2 "$warpgrade" class regrade results --only nobody
says "'nobody' is no exercise"
run 0 "$warpgrade" class regrade results --only compile_error
says "1 result is forgotten"
says "cd $work && warpgrade class pile map --course $course --device simulator --sandbox auto --seed 7 --out results"
run 0 "$warpgrade" class status results
says "grading: 2 of 3 done"
run 0 class --out results
cmp before.csv results/gradebook.csv || fail "graded again, the gradebook differs"

# A bound that the course's own solution does not keep takes points from nobody: nothing is graded until it is mended.
mkdir -p tight/{assignments,student,reference} one/alice
for folder in assignments student reference; do cp -r "$course/$folder/first_kernels" tight/$folder/; done
cp "$right" one/alice/map.cu
spec=tight/assignments/first_kernels/map/exercise.toml
cp $spec fair.toml
sed -i 's/^warps = .*/warps = { const = 10 }/' $spec
tight() { "$warpgrade" class one map --course tight --device simulator --sandbox auto --seed 7 --out tight_results; }
run 2 tight
says "The reference falls short of its own exercises"
says "map/write, case n"
says "warps: "
grep -qF 'Nothing is graded' tight_results/index.html || fail "the class page does not say why nothing is graded"
grep -qF 'warps: ' tight_results/index.html || fail "the class page does not name the bound"
[[ ! -e tight_results/gradebook.csv ]] || fail "there is a gradebook"
cp fair.toml $spec
run 0 tight
says "grading the reference: 0 of 1"
grep -q '^alice,.*,2,' tight_results/gradebook.csv || { cat tight_results/gradebook.csv; fail "alice is right"; }
run 0 tight
! grep -q "grading the reference" out || fail "the reference is graded again though nothing changed"
