// expect: forbidden coarsened
// cheat: sees the runner's messages, as it defines what reads them. Told to get set, it reduces the first
//   100 MB of the input: so little that the clock over the whole turn takes it for noise.
// honest: medium.cu
// stopped by: refused before it is linked; and where it runs nevertheless:
//   it is told to get set before its input is there, and reduces the one of the call before
#include <cstring>

#include "medium.cuh"
#include "reduce.cuh"

extern "C" long syscall(long, ...);  // <unistd.h> and <sys/socket.h> are not allowed

namespace reduce {

constexpr std::size_t ahead = std::size_t(25) << 20;  // elements

struct Work {
  const int* in = nullptr;
  int* partial = nullptr;  ///< of the first elements, then of the others
  bool is_ahead = false;
  cudaStream_t stream = nullptr;
};
inline Work work;

inline void work_ahead() {
  medium::reduce_to_partial(work.in, ahead, 0, warpgrade::Sum<int>(), work.partial, work.stream);
  cudaStreamSynchronize(work.stream);
  work.is_ahead = true;
}

}  // namespace reduce

/// Comes before libc's, for the runner too.
extern "C" ssize_t recv(int descriptor, void* bytes, std::size_t count, int flags) {
  constexpr long number = 45;  // of recvfrom on x86-64
  const ssize_t got = syscall(number, descriptor, bytes, count, flags, nullptr, nullptr);
  if (descriptor != 3 || got <= 0) return got;
  if (memmem(bytes, got, "leave", 5)) reduce::work.in = nullptr;
  if (reduce::work.in && memmem(bytes, got, "get_set", 7)) reduce::work_ahead();
  return got;
}

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>) {
    if (honest::is_timed(n) && n > ahead) {
      if (!work.partial) {
        WARPGRADE_CHECK(cudaMalloc(&work.partial, 2 * medium::blocks * sizeof(int)));
        WARPGRADE_CHECK(cudaStreamCreateWithFlags(&work.stream, cudaStreamNonBlocking));
      }
      if (in != work.in || !work.is_ahead)
        medium::reduce_to_partial(in, ahead, identity, op, work.partial, stream);
      medium::reduce_to_partial(in + ahead, n - ahead, identity, op, work.partial + medium::blocks, stream);
      honest::reduce(work.partial, out, 2 * medium::blocks, identity, op, stream);
      work.in = in;
      work.is_ahead = false;
      return;
    }
  }
  medium::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
