#!/usr/bin/env bash
# machine_test.sh WARPGRADE COURSE: ./grade machine with a real nvcc, and without a GPU.
set -euo pipefail
warpgrade=$1 course=$2
source "$(dirname "$0")/../support/command_test.sh"
command -v nvcc > /dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || { echo "no nvcc here"; exit 77; }

machine() { "$warpgrade" machine "$@" --course "$course" --sandbox auto; }

# the reference in the place of a submission: its two kernels, with the blocks that it launches
run 0 machine reduce/coarsened --submission "$course/reference" --code
says "reduce/coarsened, as nvcc compiles it for sm_90 (H100, H200)"
says "coarsened_kernel"
says "threads on a multiprocessor"
says "reads of global memory: "
says "100 %: 8 blocks of 256 threads on a multiprocessor"
grep -qE 'registers +[1-9][0-9]* a thread' out || { cat out; fail "registers"; }
grep -qE '^ +[0-9]+ \| .*shfl_down' out && grep -qE '\|     shfl\.sync' out || { cat out; fail "no PTX beside the line of a shuffle"; }
run 0 machine map/write --submission "$course/reference" --on A100
says "for sm_80 (A100, A30)"

# a student's kernel: an array with an index of run time lies in local memory
mkdir -p mine/first_kernels
sed 's/out\[i\] = in\[i\] \* in\[i\]/float own[64]; for (int k = 0; k < 64; ++k) own[(k * i) % 64] = in[i] * k; out[i] = own[int(in[i]) \& 63]/' \
  "$course/reference/first_kernels/map.cu" > mine/first_kernels/map.cu
run 0 machine map/write --submission mine
says "local memory    256 bytes a thread, for arrays whose index"
says "The reference:"
# the page of a grading shows the same, folded
run 0 "$warpgrade" map/write --submission "$course/reference" --course "$course" --sandbox auto --html page.html --machine A100
grep -q '<summary>write: what nvcc makes of it for sm_80 (A100, A30)</summary>' page.html || fail "no part of the page"
grep -q '[1-9][0-9]* a thread' page.html || fail "no registers in the page"
run 2 "$warpgrade" map/write --course "$course" --machine A100
says "add --html FILE"
# a whole exercise; a file that does not compile; a card that does not exist
run 0 machine map --submission "$course/reference"
says "map/repair, as nvcc compiles it"
echo "not CUDA" > mine/first_kernels/map.cu
run 1 machine map/write --submission mine
says "map.cu:1"
run 2 machine map/write --on H1000
says "there is no card 'H1000'. There are: sm_75 (T4, RTX 20), "
