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

export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$here/cache}
cd "$work"
if [[ $here == "$submission" ]]; then  # VPL puts all of this among the student's files
  mkdir handed_in
  tar -C "$submission" --exclude=./work --exclude=./cache --exclude=./course.tar.gz --exclude='./*.sh' -cf - . | tar -C handed_in -xf -
  submission=$work/handed_in
fi
# What is not handed in stays the stub, which is not started.
./grade class place "$submission" --into student
./grade {{exercises}} --all --for-students "$@" || exit $?
