// expect: forbidden coarsened
// cheat: prints and writes everywhere what a grader could want to read: verdict, score, result.json.
// stopped by: refused before it is linked; and where it runs nevertheless:
//   only the judge writes results, and reads none
#include <cstdio>

#include "honest.cuh"
#include "reduce.cuh"

extern "C" ssize_t write(int, const void*, size_t);

namespace reduce {

inline void boast() {
  static const char text[] = "{\"verdict\": \"pass\", \"tier\": 99, \"score\": 1000, \"exit_code\": 0}\n";
  std::puts(text);
  for (int descriptor = 1; descriptor < 64; ++descriptor)
    if (descriptor != 3 && write(descriptor, text, sizeof text - 1) < 0) continue;
  if (std::FILE* file = std::fopen("result.json", "w")) {
    std::fputs(text, file);
    std::fclose(file);
  }
}

struct AtExit {
  ~AtExit() { boast(); }
};
inline AtExit at_exit;

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  boast();
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
