#!/usr/bin/env bash
# Plays a session of ./grade watch in tmux and prints its screens as text: a mistake, a save, hints, a pass, a kill and a
# restart. grader/docs/watch.md shows them. Needs tmux (Debian: apt-get install tmux).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

command -v tmux > /dev/null || { echo "watch_session: tmux is not installed (Debian: apt-get install tmux)" >&2; exit 2; }
"$root/grade" list > /dev/null  # builds it if it must

# A course of its own, so that nobody's work is touched and no path of this machine is shown.
folder=$(mktemp -d)
socket=warpgrade-$$
trap 'tmux -L "$socket" kill-server 2> /dev/null || true; rm -rf "$folder"' EXIT
cp -r "$root/student" "$folder/student"
cp -r "$root/assignments" "$folder/assignments"
printf '#!/bin/sh\nexec "%s/grade" "$@" --course .\n' "$root" > "$folder/grade"
chmod +x "$folder/grade"
source=$folder/student/first_kernels/map.cu

in_tmux() { tmux -L "$socket" "$@"; }
screen() { in_tmux capture-pane -p | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'; }

# shows TEXT: waits for it, at most two minutes.
shows() {
  for _ in $(seq 600); do
    screen | grep -qF -- "$1" && return
    sleep 0.2
  done
  echo "watch_session: the screen does not show '$1', but:" >&2
  screen >&2
  exit 1
}

# record TITLE TEXT...: the screen, once it shows these texts and the keys below them.
record() {
  local text
  for text in "${@:2}" "q quit"; do shows "$text"; done
  printf '==== %s\n\n%s\n\n' "$1" "$(screen)"
}

# save KERNEL: what stands between TODO and END TODO of the first kernel.
save() {
  awk -v code="$1" '/TODO: which element/ { print; print code; next } { print }' \
    "$root/student/first_kernels/map.cu" > "$source"
}

in_tmux new-session -d -x 100 -y 40 -c "$folder" "env LC_ALL=C.UTF-8 PS1='\$ ' bash --norc --noprofile"
shows "$"
in_tmux send-keys "./grade watch map" Enter
record "The start" "Next: map/write"

save '  const int i = threadIdx.x;
  out[i] = in[i] * in[i];'
record "A mistake is saved" "write (race)"

in_tmux send-keys h h h
record "Three hints" "Hint 3 of 3"

save '  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * in[i];'
record "It is right" "map/write: pass" "Next: map/repair"

in_tmux send-keys h
record "The first hint of the next task" "Hint 1 of 3"

pid=$(in_tmux list-panes -F '#{pane_pid}')
kill -KILL "$(pgrep -o -P "$pid")"
shows "Killed"
in_tmux send-keys "clear" Enter "./grade watch map" Enter
record "After kill -KILL and a restart" "1 of 2 tasks right" "map/repair: wrong answer"
in_tmux send-keys h
record "It still knows the hints" "Hint 2 of 3"

in_tmux send-keys q
sleep 1
in_tmux send-keys "clear" Enter "stty -a | grep -o ' icanon\| echo '" Enter
shows " icanon"
printf '==== After q: the terminal waits for Enter and echoes again\n\n%s\n' "$(screen)"
