#!/usr/bin/env bash
# from_canvas_test.sh WARPGRADE COURSE: the commands of docs/class.md take a Canvas download to a gradebook, word by word, but
# for the installation and the browser.
set -euo pipefail
binary=$1 course=$2
source "$(dirname "$0")/../support/command_test.sh"
page=$(cd "$(dirname "$0")/../../docs" && pwd)/class.md

# What Canvas gives: files with the student's name and numbers before their own, and the table of all students.
ln -s "$course" course
mkdir handed_in
cp "$course/reference/first_kernels/map.cu" handed_in/aabea_101_9001_map.cu
cp "$course/student/first_kernels/map.cu" handed_in/bocarl_LATE_102_9002_map.cu
(cd handed_in && python3 -m zipfile -c ../submissions.zip ./*)
cat > canvas.csv << 'CSV'
Student,ID,SIS User ID,SIS Login ID,Section,map (77)
    Points Possible,,,,,2
"Aab, Ea",101,s101,ea,GPU 1,
"Bo, Carl",102,s102,carl,GPU 1,
"Cid, Dora",103,s103,dora,GPU 1,
CSV

# Only where bubblewrap can't work something is added.
warpgrade() {
  if [[ $1 == class && $2 != status ]] && ! bwrap --unshare-user --ro-bind / / true 2>/dev/null; then set -- "$@" --sandbox auto; fi
  "$binary" "$@"
}
block=$(sed -n '/^## From a Canvas download/,/^## Results/p' "$page" | sed -n '/^```$/,/^```$/p' | grep -v '^```')
[[ $(wc -l <<< "$block") == 5 ]] || fail "the page has five commands, not: $block"
[[ $block == "sudo apt install "*$'\n'*"xdg-open results/index.html" ]] || fail "installed first, looked at last: $block"
while read -r command; do
  case $command in
    sudo*) ;;
    xdg-open*) [[ -s ${command#xdg-open } ]] || fail "$command: there is no such page" ;;
    *) eval "$command" || fail "$command ended with $?" ;;
  esac
done <<< "$block"

head -n 1 results/gradebook_canvas.csv | grep -q ',map (77)' || { cat results/gradebook_canvas.csv; fail "Canvas has that assignment already"; }
grep -q '^"Aab, Ea",101,.*,2$' results/gradebook_canvas.csv || { cat results/gradebook_canvas.csv; fail "Aab has both points"; }
grep -q '^"Bo, Carl",102,.*,0$' results/gradebook_canvas.csv || { cat results/gradebook_canvas.csv; fail "the stub has none"; }
grep -q '^"Cid, Dora",103,.*,$' results/gradebook_canvas.csv || { cat results/gradebook_canvas.csv; fail "who handed in nothing has no grade"; }
