#!/usr/bin/env bash
# grade.sh SUBMISSION OPTION...: grades what was handed in, wherever in the folder SUBMISSION its files lie. The
# options are those of `warpgrade check`; paths in them must be absolute. Exit code: that of the grader, so 2 means that
# nobody was graded.
set -Eeuo pipefail
trap 'exit 2' ERR  # what fails here is not the student's fault
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
submission=$(cd "$1" && pwd -P)
shift

# A fresh course for each submission, so nothing of an earlier one is left. Where a submission runs as another user, it
# can't read the hidden cases.
work=$here/work
rm -rf "$work"
mkdir "$work"
tar -xzf "$here/course.tar.gz" -C "$work"
[[ ! -d $work/reference ]] || chmod -R go= "$work/reference"

# The newest regular file of a name counts. What is not handed in stays the stub, which is not started.
newest() {
  find "$submission" -path "$work" -prune -o -type f -name "$1" -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2-
}
while IFS= read -r stub; do
  for name in "$(basename "$stub")" "$(basename "$stub" .cu).quiz.toml"; do
    handed_in=$(newest "$name")
    [[ -z $handed_in ]] || cp "$handed_in" "$(dirname "$stub")/$name"
  done
done < <(find "$work/student" -type f -name '*.cu')

export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$here/cache}
cd "$work"
./grade {{exercises}} --all --for-students "$@" || exit $?
