// prints: sum 4960 first 12345678
// Copies by memcpy, memset and their kin, of sizes for which compilers have moves of their own: each is seen,
// also in functions of the library.
#include <algorithm>
#include <cstdio>
#include <cstring>

struct Record {
  unsigned char bytes[24];
};

__global__ void copy_records(const Record* in, Record* out, unsigned* words) {
  const int i = int(threadIdx.x);
  Record mine;
  std::memset(&mine, i, sizeof mine);
  std::memcpy(mine.bytes, in[i].bytes, 7);
  std::memcpy(&out[i], &mine, sizeof mine);
  std::memset(out[i].bytes + 20, 0, 4);
  std::copy(in[i].bytes, in[i].bytes + 3, out[i].bytes + 17);
  float number;
  std::memcpy(&number, in[i].bytes, 4);
  std::memcpy(&words[i], &number, 4);
}

int main() {
  constexpr int n = 32;
  Record host[n] = {}, *in, *out;
  for (int i = 0; i < n; ++i) std::memset(&host[i], 0x78563412 >> 8 * (i % 4), sizeof(Record));
  const unsigned first = 0x12345678;
  std::memcpy(&host[0], &first, 4);
  unsigned *words, word;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&words, 4 * n);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  copy_records<<<1, n>>>(in, out, words);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&word, words, 4, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const Record& record : host)
    for (int i = 7; i < 17; ++i) sum += record.bytes[i];
  for (const Record& record : host)
    for (int i = 20; i < 24; ++i) sum += record.bytes[i];
  std::printf("sum %u first %x\n", sum, word);
}
