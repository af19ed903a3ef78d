#!/usr/bin/env bash
# from_program_test.sh WARPGRADE: `new --like program` takes a lecturer's folder with a working program, which reads standard
# input and writes a file, and makes an exercise of it: what it printed and wrote is right, numbers up to a tolerance.
set -euo pipefail
warpgrade=$1
source "$(dirname "$0")/../support/command_test.sh"

mkdir lecture
cat > lecture/halve.cu <<'CUDA'
#include <cstdio>
#include <vector>

__global__ void halve(float* values, int n) {
  // TODO: halve each value.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] /= 2;
  // END TODO
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::vector<float> values;
  for (float value; std::scanf("%f", &value) == 1;) values.push_back(value);
  const int n = int(values.size());
  float* device;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  halve<<<1, 32>>>(device, n);
  cudaMemcpy(values.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::FILE* file = std::fopen(argv[1], "w");
  for (float value : values) std::fprintf(file, "%.6f\n", value);
  std::fclose(file);
  std::printf("%d values, the first %.6f\n", n, values[0]);
}
CUDA
printf '1.5\n2.5\n4\n' > lecture/numbers.txt
echo 'all: ; nvcc halve.cu' > lecture/Makefile

run 2 "$warpgrade" --course course new lecture/halve --like program --from lecture
says "Does it need arguments, or an input?"
run 2 "$warpgrade" --course course new lecture/halve --like program --from lecture --arguments out.txt --input missing.txt
says "there is no file missing.txt in lecture"
run 0 "$warpgrade" --course course new lecture/halve --like program --from lecture --arguments out.txt --input numbers.txt
spec=course/assignments/lecture/halve/exercise.toml
grep -qF 'input     = "numbers.txt"' $spec || fail "the input is not in the spec"
grep -qF 'files     = { "out.txt" = "first_out.txt" }' $spec || fail "the file is not in the spec"
grep -qF 'tolerance = 1e-5' $spec || fail "numbers must be the same to the last digit"
[[ ! -e course/assignments/lecture/halve/Makefile ]] || fail "what builds the program came along"
run 0 "$warpgrade" --course course halve --submission course/reference --device simulator
run 1 "$warpgrade" --course course halve --device simulator
says "not started"

cp -r course/reference near && sed -i 's,/= 2,*= 0.4999999f,' near/lecture/halve.cu
run 0 "$warpgrade" --course course halve --submission near --device simulator
cp -r course/reference wrong && sed -i 's,/= 2,/= 3,' wrong/lecture/halve.cu
run 1 "$warpgrade" --course course halve --submission wrong --device simulator
says "wrong answer"
