#!/usr/bin/env bash
# instructors_desk_test.sh WARPGRADE COURSE: what comes after a class is graded. Points by hand stay and are told everywhere,
# each change of points is told with its reason, late work costs what course.toml says, and a mistake is found by the words of
# the pages.
set -euo pipefail
warpgrade=$1 course=$2
source "$(dirname "$0")/../support/command_test.sh"

mkdir course
for folder in assignments student reference; do mkdir course/$folder; cp -r "$course/$folder/first_kernels" course/$folder/; done
right=course/reference/first_kernels/map.cu
class() { "$warpgrade" class "$pile" map --course course --device simulator --sandbox auto --out results "$@"; }
points() { "$warpgrade" class points results "$@"; }
# The cell of a student in a column of the gradebook.
cell() {
  python3 - "$1" "$2" "${3:-results}/gradebook.csv" << 'PYTHON'
import csv, sys
student, column, file = sys.argv[1:]
print(next(row[column] for row in csv.DictReader(open(file, encoding="utf-8-sig")) if row["id"] == student))
PYTHON
}
has() { [[ $(cell "$1" "$2") == "$3" ]] || { cat results/gradebook.csv; fail "$1 has '$(cell "$1" "$2")' and not '$3' as $2"; }; }

mkdir -p pile/{ada,bob,cyd,dan,fay}
cp $right pile/ada/map.cu
sed 's/out\[i\] =/out[i + 1] =/' $right > pile/bob/map.cu
cp course/student/first_kernels/map.cu pile/cyd/map.cu
echo 'no C++' > pile/dan/map.cu
ln -s "$PWD/$right" pile/fay/map.cu
cat > roster.csv << 'CSV'
id,name,mail,group
ada,Ada Lovelace,ada@x.edu,A
bob,Bob Bau,bob@x.edu,A
cyd,Cyd Charisse,cyd@x.edu,B
dan,Dan Dover,,B
eve,Eve Extra,eve@x.edu,B
fay,Fay Fault,fay@x.edu,B
CSV
pile=pile
run 0 class --roster roster.csv --seed 7

# who has no points is told why; what can't be read is no zero
has bob remarks "map: out of bounds"
has cyd remarks "map: not started"
has dan remarks "map: compile error"
has eve remarks "nothing was handed in"
has fay total ""
grep -q '^Fay Fault,fay,fay@x.edu,,-$' results/gradebook_moodle.csv || fail "what can't be read has no grade"

# points by hand: in every book and page, by the words of an instructor
run 2 points bob map/write 0.5
says "--why TEXT is missing"
run 2 points bob map/write 9 --why x
says "map/write has 1 point at most, and not 9"
run 2 points nobody map 1 --why x
says "nobody in this class has the id, mail or name 'nobody'"
run 2 points d map 1 --why x
says "'d' may be any of these students"
run 2 points bob mop 1 --why x
says "there is no exercise 'mop'"
run 0 points "Bob Bau" map/write 0.5 --why "The idea is right."
says "bob, map/write: 0 -> 0.5 (points by hand)"
has bob map 0.5
run 0 points eve@x.edu map 2 --why "Handed in on paper."
has eve total 2
has eve "by hand" "map 2: Handed in on paper."
grep -q '^Eve Extra,eve,eve@x.edu,,2$' results/gradebook_moodle.csv || fail "Moodle gets points by hand of who handed in nothing"
grep -q 'map/write: 0.5 points, decided by your instructor: The idea is right.' results/students/bob.html || fail "bob's page does not say so"
grep -q '0.5\*' results/index.html || fail "the class page does not show points by hand"
run 2 points eve map/write 1 --why x
says "eve has 2 points for map as a whole, given by hand"
run 0 points cyd map --note "I handed in <b>another</b> file"
grep -q 'I handed in &lt;b&gt;another&lt;/b&gt; file' results/index.html || fail "the class page has no open question"
run 0 "$warpgrade" class status results
says "1 open question: warpgrade class points results"
printf 'student,exercise,points,why\ncyd,map/repair,1,Seen.\nbob,map/repair,7,Too many.\n' > table.csv
run 2 points --file table.csv
says "table.csv:3: map/repair has 1 point at most, and not 7. Nothing was taken from the table."
has cyd total 0
sed -i '3s/7/1/' table.csv
run 2 points cyd map 1 --why x --file table.csv
says "a student and --file exclude each other"
printf 'student,exercise,points,why\ncyd,map,,forgotten\n' > empty.csv
run 2 points --file empty.csv
says "the cell points is empty"
run 0 points --file table.csv
has cyd total 1
has bob total 1.5
run 0 points bob map/repair --clear --why "Only one task was meant."
has bob total 0.5
run 0 points
says "1 open question"  # about map as a whole; cyd has points for a task only
run 0 points cyd map --clear --why "The other file is late."
run 0 points
says "0 open questions."
has cyd total 1
cp results/gradebook.csv decided.csv
run 0 class --roster roster.csv
cmp decided.csv results/gradebook.csv || fail "another run changes points by hand"

# what changed, and why
cp $right pile/dan/map.cu
run 0 class --roster roster.csv
says "dan, map/repair: 0 -> 1 (other files)"
says "dan, map/write: 0 -> 1 (other files)"
[[ $(ls results/older | wc -l) == 5 ]] || { ls results/older; fail "each gradebook before a change is kept"; }
cmp decided.csv "results/older/$(ls results/older | tail -1)/gradebook.csv" || fail "the last one kept is the one before"
run 0 "$warpgrade" class status results
says "points changed on"
cp results/changes.csv results/index.html .
run 0 class --roster roster.csv
cmp changes.csv results/changes.csv || fail "a run that changes nothing forgets the last change"
grep -q 'dan</.*map/write</td>.*other files' results/index.html || fail "the class page does not show what changed"
sed -i '0,/^points = 1$/s//points = 0.25/' course/assignments/first_kernels/map/exercise.toml  # of the task write
cp results/gradebook.csv graded.csv
run 0 points cyd map/repair 1 --why "Seen again."
says "The books stay as they are until the class is graded again"
cmp graded.csv results/gradebook.csv || fail "points by hand mix two specs"
run 0 class --roster roster.csv
says "ada, map/write: 1 -> 0.25 (the exercise was changed)"
says "A changed exercise takes points from 2 of them: ada, dan."
has bob map 0.5
run 0 class --roster roster.csv --seed 8
! grep -q "Points changed" out || fail "nobody's points depend on the seed"
rm -r pile/dan
run 0 class --roster roster.csv
says "dan, map/write: 0.25 -> 0 (no longer handed in)"

# mistakes by their words: letters, and gradings again
run 0 "$warpgrade" class mails results "out of bounds/map/write"
says "Bcc: bob@x.edu"
says "Subject: map/write: out of bounds"
[[ $(grep -c Subject out) == 1 ]] || fail "one letter for one task"
run 1 "$warpgrade" class mails results race
says "Nobody made such a mistake."
run 0 "$warpgrade" class regrade results --only "out of bounds" "Bob Bau" map
says "1 result is forgotten"
run 0 "$warpgrade" class regrade results --only "out of bounds" ada
says "0 results are forgotten"
run 2 "$warpgrade" class regrade results --only ''
run 2 "$warpgrade" class regrade results --only out_of_bound
says "'out_of_bound' is no exercise"

# late work
cat > course/course.toml << 'TOML'
format = 1
[class]
zone = "Europe/Berlin"
grace_minutes = 15
late_days = 1
penalty_percent = 25
unreadable_is_zero = true
TOML
pile=list.csv
cat > list.csv << 'CSV'
id,path,handed_in
ada,pile/ada,2026-11-21 00:10
bob,pile/ada,2026-11-22 12:00
cyd,pile/ada,2026-11-22 12:00
dan,pile/ada,2026-11-24 23:00
fay,pile/fay,2026-11-20 10:00
CSV
cat > extensions.csv << 'CSV'
student,group,deadline,days
dan,,,3
,B,2026-11-21 23:59,
zoe,,,1
CSV
rm -r results
run 0 class --roster roster.csv --deadline "2026-11-20 23:59" --extensions extensions.csv --seed 7
says "Note: deadline: 2026-11-20 23:59:59 CET (UTC+0100)"
says "Note: extensions.csv:4: nobody in this class is called zoe"
has ada late ""
has bob late "2 days late, 1 of the late days used, 25 % of the points lost"
has cyd late "1 day late, 1 of the late days used"
has dan late "1 day late, 1 of the late days used"
has bob total 0.9375  # of 1.25
has fay total 0
grep -q "0.9375 points count" results/students/bob.html || fail "bob's page does not say what counts"
mv results first
run 0 class --roster roster.csv --deadline "2026-11-20 23:59" --earlier first --csv semicolon --seed 7
grep -qF 'bob;Bob Bau;bob@x.edu;bob;"2 days late, 50 % of the points lost";"0,625";"0,625";"1,25";' results/gradebook.csv || fail "late days of an earlier class are used"
run 0 class --roster roster.csv --deadline "2026-10-25 02:30" --seed 7
says "show this time twice: the later one is taken; the earlier one is 2026-10-25 02:30:59 CEST (UTC+0200)"
run 2 class --roster roster.csv --deadline "2026-11-20 23:59" --earlier results
says "its late days would count twice"
printf 'student,days\nSame Name,2\n' > extensions.csv
sed 's/Bob Bau/Same Name/; s/Cyd Charisse/Same Name/' roster.csv > namesakes.csv
run 2 class --roster namesakes.csv --deadline "2026-11-20 23:59" --extensions extensions.csv
says "extensions.csv:2: 'Same Name' may be any of these students: bob, cyd. Give the id."
run 2 class --roster roster.csv --extensions extensions.csv
says "--extensions gives more time than --deadline, which is missing"
sed -i 's/^late_days.*/late_day = 1/; s/Berlin/Berlim/' course/course.toml
run 2 class
says "course.toml:3:8: zone is none of this system's time zones"
says "course.toml:5:1: unknown key 'late_day' in [class]; did you mean 'late_days'?"
