// One table: what is needed, and what to ask for.
#include "system/limits.hpp"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include "system/file_text.hpp"

namespace warpgrade::system {
namespace {

constexpr rlim_t kMiB = rlim_t(1) << 20;

struct Limit {
  __rlimit_resource resource;
  rlim_t needed, useful;  ///< a soft limit is raised to what is useful
  rlim_t unit;            ///< in which its words count
  const char* words;      ///< {0}: what is allowed, {1}: what is needed
};

constexpr Limit kLimits[] = {
    // a child has its own from 64 on, see process.cpp
    {RLIMIT_NOFILE, 128, 1024, 1,
     "only {0} files may be open at a time here, and it needs {1}: try `ulimit -n 1024`"},
    // the simulator's reservation, see simulator/src/memory/space.cpp
    {RLIMIT_AS, 8192 * kMiB, RLIM_INFINITY, kMiB,
     "a program may use {0} MB of addresses here, and it needs {1}: try `ulimit -v unlimited`, or ask for "
     "more "
     "where a batch system sets it (h_vmem, --mem)"},
    // the arrays of a large case, in shared memory
    {RLIMIT_FSIZE, 512 * kMiB, RLIM_INFINITY, kMiB,
     "a file may have {0} MB here, and it needs {1}: try `ulimit -f unlimited`"},
};

void require(const Limit& limit) {
  rlimit now{};
  if (getrlimit(limit.resource, &now) != 0 || now.rlim_cur >= limit.useful) return;
  now.rlim_cur = std::min(limit.useful, now.rlim_max);
  setrlimit(limit.resource, &now);
  if (getrlimit(limit.resource, &now) == 0 && now.rlim_cur < limit.needed)
    throw std::runtime_error(
        fmt::format(fmt::runtime(limit.words), now.rlim_cur / limit.unit, limit.needed / limit.unit));
}

constexpr std::uintmax_t kMemory = 1024 * kMiB;  // a compiler and a submission

}  // namespace

std::uintmax_t memory_of_groups(const std::filesystem::path& proc, const std::filesystem::path& groups) {
  std::uintmax_t least = UINTMAX_MAX;
  std::istringstream lines(file_text(proc).value_or(""));
  for (std::string line; std::getline(lines, line);) {  // 0::/a/b, or 4:memory:/a/b
    const std::size_t controllers = line.find(':'), path = line.find(":/");
    if (path == line.npos) continue;
    const bool is_first_version = path > controllers + 1;  // of which one must be memory
    if (is_first_version && line.find("memory") > path) continue;
    std::filesystem::path group = std::filesystem::path(line.substr(path + 2)).relative_path();
    while (true) {
      const std::filesystem::path file = is_first_version
                                             ? groups / "memory" / group / "memory.limit_in_bytes"
                                             : groups / group / "memory.max";  // or the word max
      const std::string text = file_text(file).value_or("");
      std::uintmax_t bytes = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), bytes).ec == std::errc())
        least = std::min(least, bytes);
      if (group.empty()) break;
      group = group.parent_path();
    }
  }
  return least;
}

void hold_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0)  // open() takes the lowest place that is free
      (void)!::open(file == STDIN_FILENO ? "/dev/null" : "/", O_RDONLY | O_CLOEXEC);
}

void require_limits() {
  for (const Limit& limit : kLimits) require(limit);
  if (const std::uintmax_t memory = memory_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"); memory < kMemory)
    throw std::runtime_error(
        fmt::format("{} MB of memory may be used here, and it needs {}: ask for more where a batch system or "
                    "a container sets it (--mem, --memory)",
                    memory / kMiB, kMemory / kMiB));
}

}  // namespace warpgrade::system
