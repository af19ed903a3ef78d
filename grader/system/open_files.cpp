#include "system/open_files.hpp"

#include <algorithm>
#include <fcntl.h>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

namespace warpgrade::system {

void hold_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0)  // open() takes the lowest place that is free
      (void)!::open(file == STDIN_FILENO ? "/dev/null" : "/", O_RDONLY | O_CLOEXEC);
}

void require_open_files() {
  constexpr rlim_t needed = 128, useful = 1024;  // a child has its own from 64 on, see process.cpp
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= useful) return;
  limit.rlim_cur = std::min(useful, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < needed)
    throw std::runtime_error(
        fmt::format("only {} files may be open at a time here, and it needs {}: try `ulimit -n {}`",
                    limit.rlim_cur, needed, useful));
}

}  // namespace warpgrade::system
