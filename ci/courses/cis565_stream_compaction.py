#!/usr/bin/env python3
"""University of Pennsylvania, CIS 565, project 2: stream compaction (github.com/CIS565-Fall-2023/Project2-Stream-Compaction).

What is changed: in testing_helpers.hpp the seed, which was the time, so that what the program prints can be compared. In
thrust.cu, which is given, the scan stands in the place of its `// TODO`. In cpu.cu, common.cu, naive.cu and efficient.cu,
which a student writes, each `// TODO` becomes a TODO block. main.cpp and all headers stay as they are.
"""
import re
import sys
import tomllib

from from_checkout import Folder, folders

# By file: what stands in the place of each `// TODO`, in their order.
SOLUTIONS = {
    "thrust.cu": ["""
            thrust::device_vector<int> in(idata, idata + n), out(n);
            thrust::exclusive_scan(in.begin(), in.end(), out.begin());
            thrust::copy(out.begin(), out.end(), odata);
"""],
    "cpu.cu": ["""
            // TODO: a simple loop.
            for (int i = 0, sum = 0; i < n; ++i) {
                odata[i] = sum;
                sum += idata[i];
            }
            // END TODO
""", """
            int count = -1;
            // TODO: keep what is not 0.
            count = 0;
            for (int i = 0; i < n; ++i)
                if (idata[i] != 0) odata[count++] = idata[i];
            // END TODO
""", """
            int count = -1;
            // TODO: with flags, their scan, and a scatter.
            count = 0;
            int* places = new int[n];
            for (int i = 0; i < n; ++i) {
                places[i] = count;
                count += idata[i] != 0;
            }
            for (int i = 0; i < n; ++i)
                if (idata[i] != 0) odata[places[i]] = idata[i];
            delete[] places;
            // END TODO
"""],
    "common.cu": ["""
            // TODO
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) bools[i] = idata[i] != 0;
            // END TODO
""", """
            // TODO
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n && bools[i]) odata[indices[i]] = idata[i];
            // END TODO
"""],
    "naive.cu": ["""
        // TODO: __global__
        __global__ void add_neighbours(int n, int distance, const int* in, int* out) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) out[i] = in[i] + (i >= distance ? in[i - distance] : 0);
        }
        // END TODO
""", """
            // TODO: as many launches as n has bits, with two arrays. The result is shifted by one.
            int *from, *to;
            cudaMalloc(&from, n * sizeof(int));
            cudaMalloc(&to, n * sizeof(int));
            cudaMemcpy(from, idata, n * sizeof(int), cudaMemcpyHostToDevice);
            for (int distance = 1; distance < n; distance *= 2) {
                add_neighbours<<<(n + 127) / 128, 128>>>(n, distance, from, to);
                std::swap(from, to);
            }
            odata[0] = 0;
            cudaMemcpy(odata + 1, from, (n - 1) * sizeof(int), cudaMemcpyDeviceToHost);
            cudaFree(from);
            cudaFree(to);
            // END TODO
"""],
    "efficient.cu": ["""
            // TODO: upsweep and downsweep, in place.
            int size = 1 << ilog2ceil(n);
            int* data;
            cudaMalloc(&data, size * sizeof(int));
            cudaMemset(data, 0, size * sizeof(int));
            cudaMemcpy(data, idata, n * sizeof(int), cudaMemcpyHostToDevice);
            scan_in_place(size, data);
            cudaMemcpy(odata, data, n * sizeof(int), cudaMemcpyDeviceToHost);
            cudaFree(data);
            // END TODO
""", """
            int count = -1;
            // TODO: flags, their scan, and the scatter.
            int size = 1 << ilog2ceil(n);
            int *in, *out, *flags, *places;
            cudaMalloc(&in, n * sizeof(int));
            cudaMalloc(&out, n * sizeof(int));
            cudaMalloc(&flags, n * sizeof(int));
            cudaMalloc(&places, size * sizeof(int));
            cudaMemcpy(in, idata, n * sizeof(int), cudaMemcpyHostToDevice);
            Common::kernMapToBoolean<<<(n + 127) / 128, 128>>>(n, flags, in);
            cudaMemset(places, 0, size * sizeof(int));
            cudaMemcpy(places, flags, n * sizeof(int), cudaMemcpyDeviceToDevice);
            scan_in_place(size, places);
            Common::kernScatter<<<(n + 127) / 128, 128>>>(n, out, in, flags, places);
            int last_place, last_flag;
            cudaMemcpy(&last_place, places + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
            cudaMemcpy(&last_flag, flags + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
            count = last_place + last_flag;
            cudaMemcpy(odata, out, count * sizeof(int), cudaMemcpyDeviceToHost);
            cudaFree(in);
            cudaFree(out);
            cudaFree(flags);
            cudaFree(places);
            // END TODO
"""],
}
# Before the first function of efficient.cu.
SWEEPS = """
        // TODO: the kernels, and the scan of an array on the device.
        __global__ void upsweep(int n, int half, int* data) {
            int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * half;
            if (i < n) data[i + 2 * half - 1] += data[i + half - 1];
        }

        __global__ void downsweep(int n, int half, int* data) {
            int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * half;
            if (i >= n) return;
            int left = data[i + half - 1];
            data[i + half - 1] = data[i + 2 * half - 1];
            data[i + 2 * half - 1] += left;
        }

        void scan_in_place(int n, int* data) {
            for (int half = 1; half < n; half *= 2) upsweep<<<(n / half / 2 + 127) / 128, 128>>>(n, half, data);
            cudaMemset(data + n - 1, 0, sizeof(int));
            for (int half = n / 2; half >= 1; half /= 2)
                downsweep<<<(n / half / 2 + 127) / 128, 128>>>(n, half, data);
        }
        // END TODO

"""
SPEC = """
format = 1
title  = "CIS 565: stream compaction"
source = "efficient.cu"

[program]
edit    = ["common.cu", "cpu.cu", "naive.cu"]
given   = ["main.cpp", "testing_helpers.hpp", "thrust.cu"]
include = ["stream_compaction"]
"""
# A task, its title, and which tests of main.cpp are its own.
TASKS = [("cpu", "On the CPU", "cpu "), ("naive", "Naive scan", "naive scan"),
         ("efficient", "Work-efficient scan", "work-efficient scan"),
         ("compact", "Work-efficient stream compaction", "work-efficient compact")]
WRONG = """
format = 1

[no_zero_at_the_root]
task = "efficient"
gets = "out_of_bounds"
no_line = "The compaction of the same run scatters to wrong places, in common.cu."
why = "The last element is not set to 0 between the two sweeps."
edits = [{find = 'cudaMemset(data + n - 1, 0, sizeof(int));', replace = ''}]

[no_bound]
task = "efficient"
gets = "out_of_bounds"
line = 'data[i + 2 * half - 1] += data[i + half - 1];'
why = "Threads behind the last pair work too."
edits = [{find = 'if (i < n) data', replace = 'data'}]

[power_of_two_only]
task = "efficient"
gets = "out_of_bounds"
no_line = "Where the array ends depends on n."
why = "No room up to the next power of 2."
edits = [{find = '''
            int size = 1 << ilog2ceil(n);
            int* data;
            cudaMalloc(&data, size * sizeof(int));
            cudaMemset(data, 0, size * sizeof(int));''', replace = '''
            int size = 1 << ilog2ceil(n);
            int* data;
            cudaMalloc(&data, n * sizeof(int));'''}]

[without_the_last]
task = "compact"
gets = "wrong_answer"
why = "The count lacks the last element."
edits = [{find = 'count = last_place + last_flag;', replace = 'count = last_place;'}]

[places_of_elements]
task = "compact"
gets = "out_of_bounds"
no_line = "The scatter stands in common.cu."
why = "The scan of the elements, and not of the flags."
edits = [{find = 'cudaMemcpy(places, flags, n', replace = 'cudaMemcpy(places, in, n'}]
"""


def fill_in(folder, name, solutions):
    parts = re.split(r"\n *// TODO[^\n]*(?:\n *// [^\n]*)*\n", (folder.path / name).read_text())
    if len(parts) != len(solutions) + 1:
        sys.exit(f"{name} should have {len(solutions)} lines // TODO, and has {len(parts) - 1}")
    folder.write(name, "".join(part + solution for part, solution in zip(parts, [*solutions, ""])))
    folder.changed += len(solutions)


def cases(printed):
    """What the program prints for each test, by its heading."""
    tests = {}
    for line in printed:
        if heading := re.fullmatch(r"==== (.*) ====", line):
            tests[heading[1]] = []
        if tests:
            tests[list(tests)[-1]].append(line)
    for name, title, beginning in TASKS:
        # What main.cpp compares the results of the device with.
        on_cpu = {"cpu": [], "compact": tests["cpu compact without scan, power-of-two"]}
        lines = list(on_cpu.get(name, tests["cpu scan, power-of-two"]))
        for heading, of_test in tests.items():
            lines += of_test if heading.startswith(beginning) else []
        yield (f'\n[[task]]\nname   = "{name}"\ntitle  = "{title}"\npoints = 5\n\n[[task.cases]]\nname   = "all"\nprints = [\n'
               + "".join(f"  '{line}',\n" for line in lines) + "]\n")


def main():
    checkout, course = folders()
    folder = Folder()
    for name in ("main.cpp", "testing_helpers.hpp"):
        folder.copy(checkout / "src" / name)
    for header in (checkout / "stream_compaction").glob("*.h"):
        folder.copy(header, f"stream_compaction/{header.name}")
    folder.change("testing_helpers.hpp", "srand(time(nullptr));", "srand(565);")
    for name, solutions in SOLUTIONS.items():
        folder.copy(checkout / "stream_compaction" / name)
        fill_in(folder, name, solutions)
    folder.cut("efficient.cu", "        /**\n         * Performs prefix-sum", "(aka scan)",
               SWEEPS + "        /**\n         * Performs prefix-sum (aka scan)")
    for name in ("cpu.cu", "efficient.cu"):
        folder.write(name, (folder.path / name).read_text().replace("return -1;", "return count;"))
    exercise = course / "assignments/cis565/compaction/exercise.toml"
    folder.make_exercise(course, "cis565/compaction", "", SPEC, WRONG,
                         lambda: SPEC + "".join(cases(tomllib.loads(exercise.read_text())["task"][0]["cases"][0]["prints"])))


if __name__ == "__main__":
    main()
