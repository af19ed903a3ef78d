#!/usr/bin/env bash
# A class of 40 and its instructor: points by hand, a question, extensions and late days, a spec that is mended, a newer hand-in,
# another seed, letters. Prints each command and what it says. Then the same once more, where each command is killed at random
# moments before it is given again: the books must be the same.
#
#   ci/instructors_desk.sh [KILLS]      default: 50
#
# WARPGRADE names another warpgrade than build-unity/bin/warpgrade.
set -euo pipefail
cd "$(dirname "$0")/.."
course=$PWD warpgrade=$(realpath "${WARPGRADE:-build-unity/bin/warpgrade}") kills=${1:-50}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The hand-ins: right, right in another way, with one of three mistakes, a stub, nothing that compiles, nothing that can be read.
make_class() {
  mkdir -p "$1" && cd "$1"
  mkdir course
  for folder in assignments student reference; do mkdir course/$folder && cp -r "$course/$folder/first_kernels" course/$folder/; done
  local right=course/reference/first_kernels/map.cu i who
  local others=(course/reference/first_kernels/right/map/*.cu)
  echo id,path,handed_in > list.csv
  echo id,name,mail,group > roster.csv
  for i in $(seq 40); do
    who=$(printf 's%02d' "$i")
    mkdir -p pile/$who
    case $((i % 8)) in
      0 | 1) cp $right pile/$who/map.cu ;;
      2) cp "${others[i % ${#others[@]}]}" pile/$who/map.cu ;;
      3) sed 's/out\[i\] =/out[i + 1] =/' $right > pile/$who/map.cu ;;
      4) sed 's/in\[i\] \* in\[i\]/in[i] + in[i]/' $right > pile/$who/map.cu ;;
      5) cp course/student/first_kernels/map.cu pile/$who/map.cu ;;
      6) echo "float f( {" > pile/$who/map.cu ;;
      7) ln -s ../../$right pile/$who/map.cu ;;
    esac
    echo "$who,pile/$who,2026-11-2$((i % 4)) 12:00" >> list.csv
    echo "$who,Student $i,$who@x.edu,$((i % 2))" >> roster.csv
  done
  echo "s41,Student 41,s41@x.edu,1" >> roster.csv
  printf 'format = 1\n[class]\nzone = "Europe/Berlin"\nlate_days = 1\npenalty_percent = 20\n' > course/course.toml
  printf 'student,group,days\ns03,,2\n,1,1\n' > extensions.csv
  printf 'student,exercise,points,why\ns05,map,1,Shown in the lab.\ns13,map/repair,1,Shown in the lab.\n' > table.csv
}

class="class list.csv map --course course --device simulator --sandbox auto --roster roster.csv --extensions extensions.csv --out results"
commands() {
  cat << COMMANDS
warpgrade $class --deadline "2026-11-20 23:59" --seed 7
warpgrade class points results "Student 3" map/write 0.5 --why "The idea is right."
warpgrade class points results s41@x.edu map 2 --why "Handed in on paper."
warpgrade class points results s06 map --note "It compiles on my machine."
warpgrade class points results --file table.csv
sed -i '0,/^points = 1$/s//points = 0.75/' course/assignments/first_kernels/map/exercise.toml
warpgrade $class --deadline "2026-11-20 23:59"
cp course/reference/first_kernels/map.cu pile/s06/map.cu
warpgrade $class --deadline "2026-11-20 23:59" --csv semicolon
warpgrade class points results s06 map --clear --why "It is right now."
warpgrade $class --deadline "2026-11-20 23:59" --csv semicolon --seed 8
warpgrade class status results
warpgrade class mails results out_of_bounds/map/write
warpgrade class regrade results --only "compile error" s14
COMMANDS
}
run() {
  warpgrade() { "$warpgrade" "$@"; }
  eval "$1" 2>> stderr.txt || { [[ $? == 1 ]] || { tail -5 stderr.txt; echo "failed: $1"; exit 1; }; }
}

# Both in a folder of the same name, since checksums name files.
(make_class "$work/class"
 while IFS= read -r command; do echo "\$ $command"; run "$command"; done < <(commands))

# Those of a class are killed at any moment of a second, those that only write books of a half.
echo; echo "killed at $kills random moments:"
mv "$work/class" "$work/a"
(make_class "$work/class"
 killed=0
 while IFS= read -r command; do
   if [[ $command == warpgrade* && $killed -lt $kills ]]; then
     for _ in 1 2 3 4 5; do
       most=500; if [[ $command == *list.csv* ]]; then most=1500; fi
       setsid bash -c "warpgrade() { exec '$warpgrade' \"\$@\"; }; $command" > /dev/null 2>&1 &
       sleep "$(awk -v m=$((RANDOM % most)) 'BEGIN { print m / 1000 }')"
       kill -9 -- "-$!" 2> /dev/null || true
       wait $! 2> /dev/null || true
       killed=$((killed + 1))
     done
   fi
   run "$command" > /dev/null
 done < <(commands)
 echo "$killed commands were killed")

# When something was said differs; nothing else may.
mv "$work/class" "$work/b"
cd "$work"
for file in gradebook.csv gradebook_canvas.csv gradebook_moodle.csv gradebook_blackboard.csv changes.csv; do cmp a/results/$file b/results/$file; done
python3 - << 'PYTHON'
import json
a, b = (json.load(open(f"{folder}/results/books.json")) for folder in "ab")
for books in (a, b):
    del books["when"], books["changes_since"]
assert a == b, "books.json differs"
PYTHON
echo "the books are the same"
