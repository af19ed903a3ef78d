#!/usr/bin/env python3
"""Stanford CS149, assignment 3, part 2: exclusive scan and find_repeats (github.com/stanford-cs149/asst3, folder scan).

What is changed in scan.cu: the four includes of Thrust and the body of cudaScanThrust() are gone, since a student could call
Thrust there, too; the two functions that a student writes get TODO marks. main.cpp and CycleTimer.h stay as they are. The handout allows to read the
padding up to the next power of 2, which nobody has written: such reads are forgiven.
"""
from from_checkout import Folder, folders

SCAN_KERNELS = """
// ==== scan: exclusive scan ====

// TODO: the kernels of the scan.
__global__ void upsweep(int* result, int n, int twod) {
  const long i = long(blockIdx.x * blockDim.x + threadIdx.x) * 2 * twod;  // beyond an int, where n is large
  if (i < n) result[i + 2 * twod - 1] += result[i + twod - 1];
}

__global__ void downsweep(int* result, int n, int twod) {
  const long i = long(blockIdx.x * blockDim.x + threadIdx.x) * 2 * twod;  // beyond an int, where n is large
  if (i >= n) return;
  const int left = result[i + twod - 1];
  result[i + twod - 1] = result[i + 2 * twod - 1];
  result[i + 2 * twod - 1] += left;
}
// END TODO

"""
SCAN = """
  // TODO: launch them. Both arrays hold the input, and have room up to the next power of 2.
  const int n = nextPow2(N);
  for (int twod = 1; twod < n; twod *= 2) {
    const int pairs = n / (2 * twod);
    upsweep<<<(pairs + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK, THREADS_PER_BLOCK>>>(result, n, twod);
  }
  cudaMemset(result + n - 1, 0, sizeof(int));
  for (int twod = n / 2; twod >= 1; twod /= 2) {
    const int pairs = n / (2 * twod);
    downsweep<<<(pairs + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK, THREADS_PER_BLOCK>>>(result, n, twod);
  }
  // END TODO
"""
REPEATS_KERNELS = """
// ==== find_repeats: elements that are equal to the next one ====

// TODO: the kernels of find_repeats.
__global__ void flag_repeats(const int* input, int length, int* flags) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) flags[i] = i + 1 < length && input[i] == input[i + 1];
}

__global__ void scatter_repeats(const int* flags, const int* places, int length, int* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length && flags[i]) output[places[i]] = i;
}
// END TODO

"""
REPEATS = """
  int count = 0;
  // TODO: flags, their scan, and the indices at their places. How many are there?
  const int blocks = (length + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
  const size_t bytes = nextPow2(length) * sizeof(int);
  int *flags, *places;
  cudaMalloc(&flags, bytes);
  cudaMalloc(&places, bytes);
  flag_repeats<<<blocks, THREADS_PER_BLOCK>>>(device_input, length, flags);
  cudaMemcpy(places, flags, length * sizeof(int), cudaMemcpyDeviceToDevice);
  exclusive_scan(flags, length, places);
  scatter_repeats<<<blocks, THREADS_PER_BLOCK>>>(flags, places, length, device_output);
  cudaMemcpy(&count, places + length - 1, sizeof(int), cudaMemcpyDeviceToHost);  // the last element is no repeat
  cudaFree(flags);
  cudaFree(places);
  // END TODO
  return count;
"""
SPEC = """
format = 1
title  = "CS149: scan and find_repeats"
source = "scan.cu"

[program]
given   = ["main.cpp", "CycleTimer.h"]
forgive = ["uninitialized_read"]   # the padding up to the next power of 2

[[task]]
name    = "scan"
title   = "Exclusive scan"
points  = 6
[task.technique]
is    = "a scan on the device"
how   = "Let kernels do the sums: the host only launches them."
least = { global_accesses = { n = 2, const = -2 } }
"""
CASES = [(1, "random"), (64, "random"), (1000, "ones"), (20000, "random")]
FIND = """
[[task]]
name   = "find_repeats"
title  = "Elements that are equal to the next one"
points = 4
"""
WRONG = """
format = 1

[no_zero_at_the_root]
task = "scan"
gets = "wrong_answer"
why = "The last element is not set to 0 between the two sweeps: the result is no exclusive scan."
edits = [{find = 'cudaMemset(result + n - 1, 0, sizeof(int));', replace = ''}]

[one_block]
task = "scan"
gets = "wrong_answer"
why = "One block whatever n is."
edits = [{find = 'upsweep<<<(pairs + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK, THREADS_PER_BLOCK>>>', replace = 'upsweep<<<1, THREADS_PER_BLOCK>>>'}]

[no_bound]
task = "scan"
gets = "out_of_bounds"
line = 'if (true) result[i + 2 * twod - 1] += result[i + twod - 1];'
why = "Threads behind the last pair work too."
edits = [{find = 'if (i < n) result', replace = 'if (true) result'}]

[one_launch]
task = "scan"
gets = "race"
no_line = "Of the two accesses either may be named."
why = "All steps of the upsweep in one launch of several blocks: nothing orders a step of one block before the next step of another."
[[one_launch.edits]]
find = '''
  const long i = long(blockIdx.x * blockDim.x + threadIdx.x) * 2 * twod;  // beyond an int, where n is large
  if (i < n) result[i + 2 * twod - 1] += result[i + twod - 1];'''
replace = '''
  for (; twod < n; twod *= 2) {
    const long i = long(blockIdx.x * blockDim.x + threadIdx.x) * 2 * twod;  // beyond an int, where n is large
    if (i < n) result[i + 2 * twod - 1] += result[i + twod - 1];
    __syncthreads();
  }'''
[[one_launch.edits]]
find = '''
  for (int twod = 1; twod < n; twod *= 2) {
    const int pairs = n / (2 * twod);
    upsweep'''
replace = '''
  for (int twod = 1; twod < 2 && twod < n; twod *= 2) {
    const int pairs = n / (2 * twod);
    upsweep'''

[left_is_lost]
task = "scan"
gets = "wrong_answer"
why = "The downsweep adds to the right child what it has just overwritten."
edits = [{find = 'result[i + 2 * twod - 1] += left;', replace = 'result[i + 2 * twod - 1] += result[i + twod - 1];'}]

[values_for_indices]
task = "find_repeats"
gets = "wrong_answer"
why = "Writes the elements, and not where they are."
edits = [{find = 'output[places[i]] = i;', replace = 'output[places[i]] = input[i];'},
         {find = 'scatter_repeats(const int* flags', replace = 'scatter_repeats(const int* input, const int* flags'},
         {find = 'THREADS_PER_BLOCK>>>(flags, places', replace = 'THREADS_PER_BLOCK>>>(device_input, flags, places'}]

[no_scan]
task = "find_repeats"
gets = "race"
no_line = "Of the two stores either may be named."
why = "The flags are taken for places: all repeats go to one."
edits = [{find = 'exclusive_scan(flags, length, places);', replace = ''}]

[repeats_of_the_one_before]
task = "find_repeats"
gets = "wrong_answer"
why = "Compares with the element before: the index of the second of two is written."
edits = [{find = 'i + 1 < length && input[i] == input[i + 1]', replace = 'i > 0 && input[i] == input[i - 1]'}]

[past_the_end]
task = "find_repeats"
gets = "out_of_bounds"
line = 'flags[i] = input[i] == input[i + 1];'
why = "The last element is compared with what lies behind the array."
edits = [{find = 'i + 1 < length && ', replace = ''}]

[count_of_flags]
task = "find_repeats"
gets = "wrong_answer"
why = "Counts the last flag, and not the last place: 0 always."
edits = [{find = 'cudaMemcpy(&count, places + length - 1', replace = 'cudaMemcpy(&count, flags + length - 1'}]
"""


TIMING = """
[task.timing]
prints = '^Student GPU time: ([0-9.]+) ms$'
calibrated_on = "NVIDIA H200"

[[task.timing.cases]]
name      = "of_a_million"
arguments = ["-m", "{test}", "-i", "random", "-n", "1000000"]
prints    = ["{right} outputs are correct!"]

[[task.timing.cases]]
name      = "of_ten_millions"
arguments = ["-m", "{test}", "-i", "random", "-n", "10000000"]
prints    = ["{right} outputs are correct!"]

[[task.timing.tier]]
reference_ratio = 2.0
points          = 1

[[task.timing.tier]]
reference_ratio = 1.2
points          = 2
"""


def cases(test, right):
    for n, kind in CASES:
        yield (f'[[task.cases]]\nname      = "{kind}_{n}"\narguments = ["-m", "{test}", "-i", "{kind}", "-n", "{n}"]\n'
               f'n         = {n}\nprints    = ["{right} outputs are correct!"]\n')
    yield TIMING.format(test=test, right=right)


def main():
    checkout, course = folders()
    folder = Folder()
    for name in ("main.cpp", "scan.cu", "CycleTimer.h"):
        folder.copy(checkout / "scan" / name)
    folder.cut("scan.cu", "#include <thrust/scan.h>", "#include <thrust/device_free.h>\n")
    folder.cut("scan.cu", "    int length = end - inarray;\n    thrust::", "return overallDuration; \n", "    return 0;\n")
    folder.change("scan.cu", "// exclusive_scan --", SCAN_KERNELS + "// exclusive_scan --")
    folder.cut("scan.cu", "    // CS149 TODO:", "    // scan.\n", SCAN)
    folder.change("scan.cu", "// find_repeats --", REPEATS_KERNELS + "// find_repeats --")
    folder.cut("scan.cu", "    // CS149 TODO:", "return 0; \n", REPEATS)
    spec = SPEC + "".join(cases("scan", "Scan")) + FIND + "".join(cases("find_repeats", "Find_repeats"))
    folder.make_exercise(course, "cs149/scan", "-m scan", spec, WRONG)


if __name__ == "__main__":
    main()
