#!/usr/bin/env bash
# slurm_command_test.sh WARPGRADE COURSE: what `class --slurm` says to sbatch, and to the user. Slurm's programs are
# played by scripts here; ci/slurm.sh is the test with the real ones.
set -euo pipefail
warpgrade=$1 course=$2
source "$(dirname "$0")/../support/command_test.sh"
class() { "$warpgrade" class pile map --course "$course" --sandbox auto --seed 7 --out results "$@"; }
mkdir -p pile/alice bin
(cat "$course/reference/first_kernels/map.cu"; echo "// not quite the reference, which is graded on this machine") > pile/alice/map.cu

run 2 class --slurm-option=--partition=cpu
says "add --slurm"
PATH=/nowhere run 2 class --slurm
says "--slurm needs sbatch, which is not on PATH"

# sbatch has one worker of the array run here, and has no GPU; squeue knows whether that worker runs.
cat > bin/sbatch << 'SH'
#!/usr/bin/env bash
printf '%s\n' "$@" > "$FAKE/asked"
for word in "$@"; do
  case $word in
    --job-name=*) name=${word#*=} ;;
    --wrap=*) command=${word#*=} ;;
    --gres=* | --gpus*) echo "sbatch: error: Requested node configuration is not available" >&2; exit 1 ;;
  esac
done
echo "$name|RUNNING|None" > "$FAKE/running"
echo "$command" > "$FAKE/jobs"
echo 12
SH
cat > bin/squeue << 'SH'
#!/usr/bin/env bash
echo "somebody_elses|RUNNING|None"
cat "$FAKE/running" 2> /dev/null
exit 0
SH
mkfifo jobs
while read -r command < jobs; do
  SLURM_JOB_ID=12 sh -c "$command" > worker 2>&1 || true
  rm running
done &
cluster=$!
trap 'kill $cluster; rm -rf "$work"' EXIT
printf '#!/bin/sh\necho "$@" >> "$FAKE/cancelled"\n' > bin/scancel
printf '#!/bin/sh\necho "MaxArraySize            = 1001"\n' > bin/scontrol
printf '#!/bin/sh\necho "(null)"\n' > bin/sinfo
chmod +x bin/*
export FAKE=$work PATH=$work/bin:$PATH

run 2 class --slurm --slurm-option=cpu
says "'cpu' is no option of sbatch"
run 2 class --slurm --slurm-option=--clusters=other
says "jobs of another cluster can't be watched from here"
run 2 class --slurm --gpus 0
says "--gpus chooses among the GPUs of this machine"

# asks FOR: the last sbatch was told it.
asks() { grep -qxF -- "$1" asked || { cat asked; fail "sbatch was not told $1"; }; }
run 0 class --slurm --slurm-option=--partition=cpu --slurm-option=--account=course
says "class: 1 job submitted for 1 piece"
asks --partition=cpu
asks --account=course
asks --requeue
asks --array=0-0
asks "--output=$work/results/slurm/%A_%a.out"
grep -q gpu asked && fail "the simulator needs no GPU"
grep -q '^Slurm job 12' worker || fail "a job does not say where it runs"
grep -q '^alice,.*,2,' results/gradebook.csv || { cat results/gradebook.csv; fail "alice is right"; }
grep -q somebody_elses cancelled && fail "another one's jobs were cancelled"

# a second stage: as if a task of this exercise were to be timed
key=$(grep -o '"key": "[^"]*"' results/attempts.json | cut -d'"' -f4)
echo write > "results/pieces/$key.for_gpu"
run 0 class --slurm
run 2 class --slurm --device both --slurm-option=--account=course --slurm-gpu-option=--account=course-gpu
says "sbatch: error: Requested node configuration is not available"
says "--device simulator takes no times"
asks --gres=gpu:1
[[ $(grep account asked | tail -1) == --account=course-gpu ]] || fail "what is for GPUs alone comes last, and counts"
run 2 class --slurm --device cuda --slurm-gpu-option=--gpus-per-node=1
asks --gpus-per-node=1
grep -q gres asked && fail "the user has asked for GPUs in other words"
exit 0
