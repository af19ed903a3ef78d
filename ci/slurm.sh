#!/usr/bin/env bash
# `warpgrade class --slurm` against a real Slurm: slurmctld, two slurmd and munge on this machine, in a temporary folder.
# The same class is graded without Slurm; with it; with a node that is killed; with jobs that are preempted; and by a
# command that is killed and given again. The gradebook is the same each time. WARPGRADE names another grader.
#
#   ci/slurm.sh          two minutes on two cores
#   ci/slurm.sh --slow   and what Slurm itself lets wait: jobs that it begins again, a time limit
#
# Needs root, and slurmctld, slurmd, slurm-client and munge (ci/bootstrap.sh --nightly); says so where it is skipped.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd -P)
warpgrade=$(realpath "${WARPGRADE:-$root/build-unity/bin/warpgrade}")
export PATH=$PATH:/usr/sbin:/sbin LC_ALL=C.UTF-8

skip() { echo "slurm: skipped: $1"; exit 0; }
[[ $(uname) == Linux ]] || skip "there is no Slurm for $(uname)"
for program in munged mungekey slurmctld slurmd sbatch; do
  command -v $program > /dev/null || skip "$program is missing. ci/bootstrap.sh --nightly installs it"
done
[[ $(id -u) == 0 ]] || skip "slurmctld and slurmd need root here"

# ---- Slurm on one machine ---------------------------------------------------------------------------------

work=$(mktemp -d)
chmod 755 "$work"
declare -A daemons  # by name: their process numbers
parent=  # the process number of the command
tidy_up() {
  local code=$?
  if [[ $code != 0 ]]; then
    tail -n 20 "$work"/log/* "$work"/*/slurm/*.out "$work"/*.log 2> /dev/null || true
    echo "slurm: FAILED"
  fi
  [[ -z $parent ]] || kill -9 "$parent" 2> /dev/null || true
  if [[ -n ${daemons[slurmctld]:-} ]]; then  # else this would be another Slurm's
    scancel --user root 2> /dev/null || true
    for _ in {1..50}; do [[ -n $(squeue --noheader 2> /dev/null) ]] || break; sleep 0.1; done
  fi
  exec 2> /dev/null  # bash would name each process that is killed
  # whatever has this test's folder in its command line: daemons and workers
  pgrep -f -- "$work/" | xargs -r kill -9 2> /dev/null || true
  rm -rf "$work"
}
trap tidy_up EXIT

fail() { echo "slurm: $1"; exit 1; }
say() { printf '     %5.1fs  %s\n' "$(($(date +%s%N) / 1000000 - begin))e-3" "$1"; }
begin=$(($(date +%s%N) / 1000000))

# until_true SECONDS COMMAND...
until_true() {
  local left=$(($1 * 10))
  shift
  until "$@" > /dev/null 2>&1; do
    ((left-- > 0)) || fail "this did not happen in time: $*"
    sleep 0.1
  done
}

mkdir -p "$work"/{log,state,spool,munge}
host=$(hostname -s)
read -r controller_port first_port second_port < <(python3 - << 'PYTHON'
import socket
sockets = [socket.socket() for _ in range(3)]
for one in sockets: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in sockets))
PYTHON
)
cat > "$work/slurm.conf" << CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller_port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0,defer_batch
ReturnToService=2
SlurmdTimeout=10
KillWait=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/log/slurmctld
SlurmdLogFile=$work/log/slurmd.%n
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$first_port CPUs=1 RealMemory=1000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$second_port CPUs=1 RealMemory=1000
PreemptType=preempt/partition_prio
PreemptMode=CANCEL
PartitionName=cpu Nodes=n1,n2 Default=YES MaxTime=INFINITE PriorityTier=1
PartitionName=urgent Nodes=n1,n2 MaxTime=INFINITE PriorityTier=2
CONF
export SLURM_CONF=$work/slurm.conf

begin_node() {
  slurmd -D -f "$SLURM_CONF" -N "$1" > /dev/null 2>&1 &
  daemons[$1]=$!
}
is_down() { [[ $(sinfo --noheader --nodes="$1" --format=%T) == down* ]]; }
is_idle() { [[ $(sinfo --noheader --nodes="$1" --format=%T) == idle ]]; }

mungekey --create --keyfile="$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/log/munged" --seed-file="$work/munge/seed" > /dev/null 2>&1 &
daemons[munged]=$!
until_true 10 test -S "$work/munge/socket"
slurmctld -D -f "$SLURM_CONF" > /dev/null 2>&1 &
daemons[slurmctld]=$!
begin_node n1
begin_node n2
until_true 30 is_idle n1
until_true 30 is_idle n2
sinfo --version
sinfo

# ---- A class ----------------------------------------------------------------------------------------------

right=$root/reference/first_kernels/map.cu stub=$root/student/first_kernels/map.cu
for i in {1..12}; do
  mkdir -p "$work/pile/student$i"
  case $((i % 4)) in
    0) cat "$stub" ;;
    1) cat "$right" ;;
    2) sed 's/out\[i\] = in\[i\] \* in\[i\]/out[i] = in[i]/' "$right" ;;         # a wrong answer
    3) sed 's/out\[i\] = a\[i\] - b\[i\]/out[i] = a[i] - b[i + n_blocks]/' "$right" ;;  # does not compile
  esac > "$work/pile/student$i/map.cu"
  echo "// handed in by student $i" >> "$work/pile/student$i/map.cu"  # so that each is a piece of its own
done

# class NAME OPTION...: begins to grade it into NAME. Each time all is compiled anew, so that a class takes a while.
class() {
  local name=$1
  shift
  "$warpgrade" class "$work/pile" map --course "$root" --device simulator --sandbox auto --seed 7 --out "$work/$name" \
    --cache "$work/cache.$name" "$@" > "$work/$name.log" 2>&1 &
  parent=$!
}
no_jobs_are_left() { [[ -z $(squeue --noheader --states=PENDING,RUNNING) ]]; }
same_gradebook() {
  cmp "$work/local/gradebook.csv" "$work/$1/gradebook.csv" || fail "$1: the gradebook is not that without Slurm"
  until_true 20 no_jobs_are_left
  say "the gradebook is the same, byte for byte"
}
# begin_class NAME OPTION...: until some pieces are done.
begin_class() {
  class "$@"
  until_true 60 some_are_done "$1"
  say "$(done_in "$1") of 12 pieces are done"
}
done_in() { find "$work/$1/pieces" -name '*.simulator' | wc -l; }
no_piece_is_claimed() { [[ -z $(ls -A "$work/$1/claims") ]]; }
some_are_done() { (($(done_in "$1") >= 3)); }
end_class() {
  wait "$parent" || fail "$1 ended with code $?"
  parent=
  grep -E '^class: ([0-9]+ jobs? submitted|jobs of an earlier)' "$work/$1.log" | sed 's/^/             /' || true
}
# What jobs say, each of which names itself and its node.
show_jobs() { grep -h '^Slurm job' "$work/$1"/slurm/*.out | sed 's/^/             /'; }

echo "---- without Slurm"
class local
end_class local
tail -2 "$work/local.log"
cut -d, -f1,6 "$work/local/gradebook.csv" | head -5
begin=$(($(date +%s%N) / 1000000))

echo "---- an option that sbatch does not take"
class refused --slurm --slurm-option=--partition=nowhere
wait "$parent" && fail "it was taken"
grep -q 'invalid partition specified: nowhere' "$work/refused.log" || fail "sbatch's words are missing"
tail -n 5 "$work/refused.log" | sed 's/^/             /'

echo "---- undisturbed, with caches that the nodes fill themselves"
begin_class undisturbed --slurm --slurm-option=--partition=cpu \
  "--slurm-option=--export=ALL,WARPGRADE_CACHE=$work/cache.of_nodes"
end_class undisturbed
show_jobs undisturbed
same_gradebook undisturbed

echo "---- a node is killed in the middle: its slurmd and all processes of its job"
begin_class killed_node --slurm
job=$(squeue --noheader --nodelist=n1 --states=RUNNING --format=%A)
step=$(pgrep -f "slurmstepd: \[$job.batch\]") || fail "no job runs on n1"
worker=$(pgrep -P "$step")
piece=$(cd "$work/killed_node/claims" && grep -l "\"process\":$worker," -- * || true)
say "on n1 runs job $job, at piece ${piece:-(none now)}"
kill -9 "${daemons[n1]}" "$step" "$worker"
say "killed: slurmd ${daemons[n1]}, slurmstepd $step, worker $worker"
end_class killed_node
show_jobs killed_node
same_gradebook killed_node
[[ -z $piece ]] || say "piece $piece was graded on n2"
until_true 40 is_down n1
say "$(sinfo --noheader --nodes=n1 --format='%N is %T')"
begin_node n1
until_true 60 is_idle n1

echo "---- all jobs make way for more urgent ones"
begin_class preempted --slurm --jobs 2
sbatch --parsable --partition=urgent --array=0-1 --output=/dev/null --wrap="sleep 3" > /dev/null
until_true 20 no_piece_is_claimed preempted
say "they were preempted, and no piece is claimed any more"
end_class preempted
(($(grep -cE '^class: [0-9]+ jobs? submitted' "$work/preempted.log") == 2)) || fail "jobs were not submitted again"
show_jobs preempted
same_gradebook preempted

echo "---- the command is killed in the middle, and given again"
begin_class interrupted --slurm
kill -9 "$parent"
wait "$parent" 2> /dev/null || true
say "killed; these jobs go on: $(squeue --noheader --format=%A | xargs)"
class interrupted --slurm
end_class interrupted
grep -q 'jobs of an earlier command go on' "$work/interrupted.log" || fail "the jobs were not found"
grep -qE '^class: [0-9]+ jobs? submitted' "$work/interrupted.log" && fail "the jobs were doubled"
show_jobs interrupted
same_gradebook interrupted
echo "---- two students ask for times at once: receive --slurm, as a login node's key starts it"
"$warpgrade" receive setup map --course "$root" --keep "$work/kept" --sandbox auto
version=$("$warpgrade" --version | cut -d' ' -f2)
ask() {
  python3 -c 'import json, sys; student, version, file = sys.argv[1:]; print(json.dumps({
    "warpgrade": 1, "version": version, "exercises": ["map"], "shown_as": "",
    "files": {"first_kernels/map.cu": (open(file).read() + "// of " + student).encode().hex()}}))' "$1" "$version" "$right" |
    "$warpgrade" receive --course "$root" --keep "$work/kept" --student "$1" --slurm > "$work/$1.answers" 2> "$work/$1.log"
}
jobs_of_requests() { squeue --noheader --format=%j | grep '^warpgrade-at-' | sort -u; }
two_jobs() { (($(jobs_of_requests | wc -l) == 2)); }
ask ada & asked=($!)
ask bob & asked+=($!)
until_true 120 two_jobs
say "jobs: $(jobs_of_requests | xargs)"
for one in "${asked[@]}"; do wait "$one" || fail "a request ended with code $?"; done
for student in ada bob; do grep -q '"kind":"result"' "$work/$student.answers" || fail "$student has no result"; done
until_true 20 no_jobs_are_left
"$warpgrade" class board "$work/kept" > "$work/board.log"
cut -d, -f1,4,6 "$work/kept/gradebook.csv"
[[ $(cut -d, -f6 "$work/kept/gradebook.csv" | tail -n +2 | sort -u) == $(awk -F, '$1 == "student1" {print $6}' "$work/local/gradebook.csv") ]] ||
  fail "the points are not those of the class"

if [[ ${1:-} == --slow ]]; then
  echo "---- all jobs are put back into Slurm's queue, which begins them again two minutes later"
  begin_class requeued --slurm --jobs 2
  squeue --noheader --states=RUNNING --format=%i | xargs -n 1 scontrol requeue
  end_class requeued
  show_jobs requeued
  same_gradebook requeued

  echo "---- a time limit"
  class limited --slurm --jobs 1 --slurm-option=--time=1
  end_class limited
  show_jobs limited
  same_gradebook limited
fi
echo "slurm: all passed"
