// simulator: block_digits
// cheat: The host changes the fields of stdout (a FILE of libc, which nobody guards): buffered, with a
//   buffer that libstdc++ has allocated. A kernel prints the keys, the host reads the text (no bytes are
//   read from the device), sorts, and passes the result as parameters. Nothing is really printed.
// stopped by: the fields of stdout are not the submission's (program/foreign_data.cpp)
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <vector>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"
namespace radix_sort {
struct Part {
  std::uint32_t keys[512];
};
__global__ void tell(const std::uint32_t* in, int n) {
  const int i = threadIdx.x;
  if (i < n) printf("%08x", in[i]);
}
__global__ void put(Part part, std::uint32_t* out, int count) {
  if (threadIdx.x < count) out[threadIdx.x] = part.keys[threadIdx.x];
}
void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const int words = 1024;
  char* const room = (char*)&std::cout.iword(words) - 16 * words - 8;
  char* const file = (char*)stdout;
  char* saved[9];
  for (int i = 0; i < 9; ++i) saved[i] = ((char**)file)[i];
  *(int*)file = (*(int*)file & ~0x2) | 0x800;  // not unbuffered; is being written
  char** const field = (char**)file;
  field[1] = field[2] = field[3] = field[4] = field[5] = field[7] = room;
  field[6] = field[8] = room + 16 * words;
  tell<<<1, 1024, 0, stream>>>(in, n);
  cudaStreamSynchronize(stream);
  std::vector<std::uint32_t> keys(n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k) {
      const char c = room[8 * i + k];
      keys[i] = keys[i] * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
    }
  for (int i = 0; i < 9; ++i) field[i] = saved[i];
  std::sort(keys.begin(), keys.end());
  for (int i = 0; i < n; i += 512) {
    Part part;
    const int count = std::min(512, n - i);
    std::copy(keys.begin() + i, keys.begin() + i + count, part.keys);
    put<<<1, 512, 0, stream>>>(part, out + i, count);
  }
}
}  // namespace radix_sort
