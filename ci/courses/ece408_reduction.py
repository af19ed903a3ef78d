#!/usr/bin/env python3
"""University of Illinois, ECE 408, lab 5: list reduction, on libwb (github.com/abduld/libwb).

CHECKOUT holds libwb/ and lab5/, with lab5.cu and the data that the course gives. In libwb's json11.cpp one line changes, since
C++17 has no order of null pointers. In lab5.cu the places that say //@@ become TODO blocks, and the solution in them is ours.
"""
from from_checkout import Folder, folders

KERNEL = """__global__ void total(float *input, float *output, int len) {
  //@@ Load a segment of the input vector into shared memory
  //@@ Traverse the reduction tree
  //@@ Write the computed sum of the block to the output vector at the correct index
  // TODO
  __shared__ float partial[2 * BLOCK_SIZE];
  const int t = threadIdx.x, start = 2 * blockIdx.x * BLOCK_SIZE;
  partial[t] = start + t < len ? input[start + t] : 0;
  partial[t + BLOCK_SIZE] = start + t + BLOCK_SIZE < len ? input[start + t + BLOCK_SIZE] : 0;
  for (int stride = BLOCK_SIZE; stride >= 1; stride /= 2) {
    __syncthreads();
    if (t < stride) partial[t] += partial[t + stride];
  }
  if (t == 0) output[blockIdx.x] = partial[0];
  // END TODO
}
int main("""
HOST = """  // TODO: memory on the device, the launch, and the copy back
  //@@ Allocate GPU memory
  float *deviceInput, *deviceOutput;
  cudaMalloc(&deviceInput, numInputElements * sizeof(float));
  cudaMalloc(&deviceOutput, numOutputElements * sizeof(float));
  //@@ Copy input memory to the GPU
  cudaMemcpy(deviceInput, hostInput, numInputElements * sizeof(float), cudaMemcpyHostToDevice);
  //@@ Launch the GPU Kernel and perform CUDA computation
  total<<<numOutputElements, BLOCK_SIZE>>>(deviceInput, deviceOutput, numInputElements);
  //@@ Copy the GPU output memory back to the CPU
  cudaMemcpy(hostOutput, deviceOutput, numOutputElements * sizeof(float), cudaMemcpyDeviceToHost);
  //@@ Free the GPU memory
  cudaFree(deviceInput);
  cudaFree(deviceOutput);
  // END TODO
  /****"""
LESS = """        if constexpr (std::is_same<T, std::nullptr_t>::value) return false;
        else return m_value < static_cast<"""
SPEC = """
format = 1
title  = "ECE 408: list reduction"
source = "lab5.cu"

[program]
given   = [{given}]
include = ["wb", "wb/vendor"]
data    = ["data"]

[[task]]
name    = "total"
title   = "The sum of a list"
points  = 10
kernels = ["total"]
[task.technique]
is    = "a reduction on the device"
how   = "Let each block sum its part of the list."
least = {{ global_accesses = {{ n = 1 }} }}
"""
WRONG = """
format = 1

[no_barrier]
task = "total"
gets = "race"
no_line = "Of the two accesses either may be named."
why = "No barrier between the steps of the tree."
edits = [{find = '__syncthreads();', replace = ''}]

[twice_the_blocks]
task = "total"
gets = "out_of_bounds"
line = 'if (t == 0) output[blockIdx.x] = partial[0];'
why = "A block for each 512 elements, though each sums 1024."
edits = [{find = 'total<<<numOutputElements,', replace = 'total<<<(numInputElements + BLOCK_SIZE - 1) / BLOCK_SIZE,'}]

[no_tail]
task = "total"
gets = "out_of_bounds"
line = 'partial[t] = input[start + t];'
why = "The last block reads behind the list."
edits = [{find = 'partial[t] = start + t < len ? input[start + t] : 0;', replace = 'partial[t] = input[start + t];'}]

[half_the_list]
task = "total"
gets = "wrong_answer"
why = "The second half of each block's part is left out."
edits = [{find = 'int stride = BLOCK_SIZE; stride', replace = 'int stride = BLOCK_SIZE / 2; stride'}]

[copied_too_early]
task = "total"
gets = "wrong_answer"
why = "The result is copied before the kernel is launched."
[[copied_too_early.edits]]
find = '''
  total<<<numOutputElements, BLOCK_SIZE>>>(deviceInput, deviceOutput, numInputElements);'''
replace = ''
[[copied_too_early.edits]]
find = '''
  cudaMemcpy(hostOutput, deviceOutput, numOutputElements * sizeof(float), cudaMemcpyDeviceToHost);'''
replace = '''
  cudaMemcpy(hostOutput, deviceOutput, numOutputElements * sizeof(float), cudaMemcpyDeviceToHost);
  total<<<numOutputElements, BLOCK_SIZE>>>(deviceInput, deviceOutput, numInputElements);'''
"""


def case(folder, name):
    n = int((folder / "input0.raw").read_text().split()[0])
    arguments = ["-e", f"data/{name}/output.raw", "-i", f"data/{name}/input0.raw", "-t", "vector"]
    return (f'\n[[task.cases]]\nname      = "data_{name}"\narguments = [' + ", ".join(f'"{word}"' for word in arguments) +
            f']\nn         = {n}\nprints    = ["The solution is correct"]\n')


def main():
    checkout, course = folders()
    folder = Folder()
    folder.copy(checkout / "lab5/lab5.cu")
    libwb, given = checkout / "libwb", []
    for file in sorted([*libwb.glob("*.cpp"), *libwb.glob("*.h"), *libwb.glob("vendor/json11*"), *libwb.glob("vendor/sole.hpp")]):
        if not file.name.endswith("_test.cpp"):
            name = f"wb/{file.relative_to(libwb)}"
            folder.copy(file, name)
            given += [f'"{name}"'] if file.suffix == ".cpp" else []
    folder.change("wb/vendor/json11.cpp", "        return m_value < static_cast<", LESS)
    data = sorted((checkout / "lab5/data").iterdir(), key=lambda one: int(one.name))[:5]
    for one in data:
        for file in one.iterdir():
            folder.copy(file, f"data/{one.name}/{file.name}")
    folder.cut("lab5.cu", "__global__ void total(", "int main(", KERNEL)
    folder.cut("lab5.cu", "  //@@ Initialize device input and output pointers\n", "dev_out;\n")
    folder.cut("lab5.cu", "  //@@ Allocate GPU memory", "/****", HOST)
    folder.cut("lab5.cu", "  //@@ Free the GPU memory\n  cudaFree(dev_in", "cudaFree(dev_out);\n")
    spec = SPEC.format(given=", ".join(given)) + "".join(case(one, one.name) for one in data)
    folder.make_exercise(course, "ece408/reduction", " ".join(["-e", "data/0/output.raw", "-i", "data/0/input0.raw", "-t", "vector"]),
                         spec, WRONG)


if __name__ == "__main__":
    main()
