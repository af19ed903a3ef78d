// expect: forbidden privatized
// cheat: the answer to the next question is written behind the one to this question. The grader finds it
//   there as soon as it has asked, and thinks that no time has passed.
// stopped by: refused before it is linked; and where it runs nevertheless:
//   what lies there before the question breaks the protocol; the clock runs until the output's
//   sums
#include <cstdio>
#include <cstring>
#include <string>

#include "histogram.cuh"
#include "honest.cuh"

extern "C" long syscall(long, ...);  // <unistd.h> is not allowed

namespace histogram {

inline double claimed_ms = 0;  // 0: behave

inline long really_write(int descriptor, const void* bytes, std::size_t count) {
  constexpr long number = 1;  // of write on x86-64
  return syscall(number, descriptor, bytes, count);
}

inline bool begins(const std::string& line, const char* with) { return line.rfind(with, 0) == 0; }

}  // namespace histogram

/// Comes before libc's, for the runner too.
extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  using namespace histogram;
  std::string line(static_cast<const char*>(bytes), count);
  if (descriptor != 3 || claimed_ms == 0) return really_write(descriptor, bytes, count);
  if (begins(line, "{\"time\"")) return ssize_t(count);  // has been said already
  if (begins(line, "{\"set\"")) {
    char answer[300];
    std::snprintf(answer, sizeof answer,
                  "{\"time\":{\"event_ms\":%g,\"outcome\":{\"seconds\":0.001,\"outputs_valid\":true,"
                  "\"must_restart\":false,\"findings\":[],\"cost\":{},\"hot_lines\":[]}}}\n",
                  claimed_ms);
    line += answer;
  }
  return really_write(descriptor, line.data(), line.size()) < 0 ? -1 : ssize_t(count);
}

namespace histogram {

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  honest::count(in, n, bins, bin_count, bin_of, stream);
  claimed_ms = honest::is_timed(n) ? double(n) * sizeof(T) / 4e9 : 0;  // reading the input at 4 TB/s
}

}  // namespace histogram
