#include "judge/compile/rules/headers.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judge/compile/rules/table_lookup.hpp"

namespace warpgrade::judge {
namespace {

/// The standard library, without headers for files, threads, signals and jumps out of functions.
constexpr std::array standard_headers = {
    "algorithm",
    "any",
    "array",
    "atomic",
    "barrier",
    "bit",
    "bitset",
    "cassert",
    "cctype",
    "cerrno",
    "cfenv",
    "cfloat",
    "charconv",
    "chrono",
    "cinttypes",
    "climits",
    "clocale",
    "cmath",
    "compare",
    "complex",
    "concepts",
    "cstdarg",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "deque",
    "exception",
    "expected",
    "format",
    "forward_list",
    "functional",
    "initializer_list",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "limits",
    "list",
    "map",
    "memory",
    "new",
    "numbers",
    "numeric",
    "optional",
    "ostream",
    "queue",
    "random",
    "ranges",
    "ratio",
    "regex",
    "set",
    "source_location",
    "span",
    "sstream",
    "stack",
    "stdexcept",
    "streambuf",
    "string",
    "string_view",
    "system_error",
    "tuple",
    "type_traits",
    "typeindex",
    "typeinfo",
    "unordered_map",
    "unordered_set",
    "utility",
    "valarray",
    "variant",
    "vector",
    "version",
    // as C has them
    "assert.h",
    "ctype.h",
    "errno.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "math.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
    // of the system: what they declare is looked for in the object (symbols.hpp)
    "alloca.h",
    "getopt.h",
    "malloc.h",
    "memory.h",
    "strings.h",
    "sys/time.h",
    "sys/types.h",
    "unistd.h",
    "values.h",
};

constexpr std::array cuda_headers = {
    "cuda.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "cuda_device_runtime_api.h",
    "driver_types.h",
    "vector_types.h",
    "vector_functions.h",
    "builtin_types.h",
    "device_types.h",
    "host_defines.h",
    "device_launch_parameters.h",
    "device_functions.h",
    "device_atomic_functions.h",
    "math_constants.h",
    "math_functions.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_32_intrinsics.h",
    "sm_35_intrinsics.h",
    "sm_60_atomic_functions.h",
    "sm_61_intrinsics.h",
    "cuda_fp16.h",
    "cuda_bf16.h",
    "cuda_fp8.h",
    "cuComplex.h",
    "cuda_pipeline.h",
    "cuda_pipeline_primitives.h",
    "cuda_awbarrier.h",
    "cuda_awbarrier_primitives.h",
    "cooperative_groups.h",
    "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h",
    "cooperative_groups/memcpy_async.h",
    "cuda/atomic",
    "cuda/std/atomic",
    "mma.h",
    "crt/host_defines.h",
    "nvtx3/nvToolsExt.h",
};

constexpr const char* course_headers = "warpgrade/";

struct Reason {
  std::string_view pattern;  ///< a path; with a * at the end all that begin so
  const char* why;

  bool is_about(std::string_view name) const {
    if (!pattern.ends_with('*')) return name == pattern;
    return name.starts_with(pattern.substr(0, pattern.size() - 1));
  }
};

constexpr const char* solves_it = "a library that solves the exercise is no solution of it: write the kernel";
constexpr const char* leaves_process =
    "a task computes; it has no business with files, processes, threads and signals";
constexpr const char* not_simulated =
    "of libcu++ the simulator has cuda/atomic only, and an exercise must run on every laptop: use CUDA's own "
    "functions";
constexpr const char* of_the_grader =
    "the grader's own headers are not for submissions, but warpgrade/*.cuh are";
constexpr const char* of_a_processor =
    "the work belongs into kernels, and vector instructions of one processor do not run on every laptop";

constexpr std::array reasons = {
    Reason{"cub/*", solves_it},
    Reason{"thrust/*", solves_it},
    Reason{"cccl/*", solves_it},  // CUDA 13: both
    Reason{"cublas*", solves_it},
    Reason{"cusparse*", solves_it},
    Reason{"cufft*", solves_it},
    Reason{"npp*", solves_it},
    Reason{"cudnn*", solves_it},
    Reason{"cusolver*", solves_it},
    Reason{"cuda/*", not_simulated},
    Reason{"nv/*", not_simulated},
    Reason{"filesystem", leaves_process},
    Reason{"fstream", leaves_process},
    Reason{"dlfcn.h", leaves_process},
    Reason{"fcntl.h", leaves_process},
    Reason{"sys/*", leaves_process},
    Reason{"linux/*", leaves_process},
    Reason{"spawn.h", leaves_process},
    Reason{"thread", leaves_process},
    Reason{"threads.h", leaves_process},
    Reason{"mutex", leaves_process},
    Reason{"shared_mutex", leaves_process},
    Reason{"future", leaves_process},
    Reason{"condition_variable", leaves_process},
    Reason{"stop_token", leaves_process},
    Reason{"semaphore", leaves_process},
    Reason{"semaphore.h", leaves_process},
    Reason{"latch", leaves_process},
    Reason{"pthread.h", leaves_process},
    Reason{"csignal", leaves_process},
    Reason{"signal.h", leaves_process},
    Reason{"ucontext.h", leaves_process},
    Reason{"csetjmp", leaves_process},
    Reason{"setjmp.h", leaves_process},
    Reason{"poll.h", leaves_process},
    Reason{"omp.h", leaves_process},
    Reason{"immintrin.h", of_a_processor},
    Reason{"x86intrin.h", of_a_processor},
    Reason{"wgsim/*", of_the_grader},
    Reason{"runner/*", of_the_grader},
    Reason{"kit/*", of_the_grader},
    Reason{"judge/*", of_the_grader},
    Reason{"simulator/*", of_the_grader},
    Reason{"protocol/*", of_the_grader},
};

/// "/usr/include/c++/12/vector" is "vector", "/opt/cuda/include/cuda/atomic" is "cuda/atomic".
template <class Table>
bool ends_with_one_of(const Table& table, std::string_view path) {
  return std::ranges::any_of(table, [&](std::string_view header) {
    return path.size() > header.size() && path.ends_with(header) &&
           path[path.size() - header.size() - 1] == '/';
  });
}

bool is_own_header(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash != std::string_view::npos && path.ends_with(".cuh") &&
         path.substr(0, slash + 1).ends_with(course_headers);
}

const Reason* reason_for(std::string_view name) {
  if (may_include(name)) return nullptr;
  const auto found =
      std::ranges::find_if(reasons, [&](const Reason& reason) { return reason.is_about(name); });
  return found == reasons.end() ? nullptr : &*found;
}

}  // namespace

bool may_include(std::string_view name) {
  return has(standard_headers, name) || has(cuda_headers, name) || is_own_header(name);
}

bool may_be_read(std::string_view path) {
  return ends_with_one_of(standard_headers, path) || ends_with_one_of(cuda_headers, path) ||
         is_own_header(path);
}

bool is_known_to_be_forbidden(std::string_view name) { return reason_for(name) != nullptr; }

std::string why_not_included(std::string_view name) {
  if (const Reason* reason = reason_for(name)) return fmt::format("Why: {}.", reason->why);
  return "A submission may include its own files, the exercise's, warpgrade/*.cuh, CUDA's headers for "
         "kernels, and "
         "of the standard library what neither opens files nor starts threads.";
}

std::string header_rules() {
  std::string text = fmt::format("{} {} {}", standard_headers, cuda_headers, course_headers);
  for (const Reason& reason : reasons) text += fmt::format(" {}", reason.pattern);
  return text;
}

}  // namespace warpgrade::judge
