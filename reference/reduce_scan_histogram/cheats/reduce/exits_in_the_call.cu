// expect: forbidden coarsened
// cheat: writes lines of success to the runner's socket in its stead, and ends the process with exit code
//   0.
// stopped by: refused before compiling; and where it runs nevertheless:
//   a submission whose process ends is excluded; what is said of a time must agree with the judge's
// clock
#include <cstdlib>
#include <cstring>

#include "honest.cuh"
#include "reduce.cuh"

extern "C" ssize_t write(int, const void*, size_t);  // <unistd.h> is not allowed

namespace reduce {

inline void say(const char* line) {
  if (write(3, line, std::strlen(line)) < 0) std::_Exit(1);
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  honest::reduce(in, out, n, identity, op, stream);
  if (!honest::is_timed(n)) return;
  char answer[300];
  std::snprintf(answer, sizeof answer,
                "{\"time\":{\"event_ms\":%g,\"outcome\":{\"seconds\":0.001,\"outputs_valid\":true,"
                "\"must_restart\":false,\"findings\":[],\"cost\":{},\"hot_lines\":[]}}}\n",
                double(n) * sizeof(T) / 4e9);  // reading the input at 4 TB/s
  say(answer);
  std::_Exit(0);
}

}  // namespace reduce
