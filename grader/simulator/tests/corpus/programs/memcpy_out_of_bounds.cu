// finding: out of bounds line 10
// A copy of 24 bytes, for which compilers have moves of their own.
#include <cstring>

struct Record {
  unsigned char bytes[24];
};

__global__ void copy_records(const Record* in, Record* out) {
  std::memcpy(&out[threadIdx.x + 1], &in[threadIdx.x], sizeof(Record));
}

int main() {
  constexpr int n = 32;
  Record *in, *out;
  cudaMalloc(&in, n * sizeof(Record));
  cudaMalloc(&out, n * sizeof(Record));
  cudaMemset(in, 1, n * sizeof(Record));
  copy_records<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
}
