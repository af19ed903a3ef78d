#include "judge/compile/rules/tables.hpp"

#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

// ---- Names -------------------------------------------------------------------------------------------

constexpr std::array assembly = {"asm", "__asm", "__asm__"};

/// By how they begin.
constexpr std::array of_the_compiler = {
    "__atomic_",       "__sync_fetch_",                     // atomics that the simulator does not see; all of
    "__sync_add_",     "__sync_sub_",        "__sync_or_",  // them, since __sync_threads is a misspelling
    "__sync_and_",     "__sync_xor_",        "__sync_nand_",    //
    "__sync_bool_",    "__sync_val_",        "__sync_lock_",    //
    "__sync_swap",     "__sync_synchronize",                    //
    "__builtin_ia32_",                                          // vector instructions
    "__builtin_mem",   "__builtin_str",      "__builtin_cpu_",  // memory, read and written where nobody looks
    "__cuda",                                                   // how nvcc registers and launches kernels
    "__tsan_",         "__wgsim_",           "__llvm_",         // the hooks that check and count accesses
};
constexpr std::array of_the_simulator = {"WGSIM_", "__WGSIM", "wgsim"};

/// By how they begin.
constexpr std::array attributes = {"no_sanitize", "no_instrument_function", "no_profile_instrument_function",
                                   "disable_sanitizer_instrumentation",
                                   // when it runs
                                   "constructor", "destructor", "init_priority", "ifunc", "cleanup", "naked",
                                   // names
                                   "alias", "weak", "section", "symver", "visibility",
                                   // how it is compiled
                                   "optimize", "target", "optnone"};

/// The first words of pragmas that change what compilers do. A submission may have any other pragma, since
/// compilers skip those that they don't know (warning, region, nv_diag_suppress).
constexpr std::array acting_pragmas = {"GCC", "clang", "push_macro", "pop_macro", "weak", "redefine_extname"};
/// Pragmas that begin with such a word and are harmless.
constexpr std::array pragmas = {"GCC unroll", "GCC ivdep",  "GCC diagnostic",   "GCC warning",
                                "GCC error",  "clang loop", "clang diagnostic", "clang fp"};

constexpr std::array words_of_cuda = {
    "threadIdx", "blockIdx",  "blockDim",  "gridDim",   "warpSize",   "dim3",
    "atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicCAS",
    "atomicAnd", "atomicOr",  "atomicXor", "atomicInc", "atomicDec",
};

// ---- Headers -----------------------------------------------------------------------------------------
// What a header can do harm with is a function that a program calls, and of those that the simulator does not
// know the object has the names (../symbols.hpp). Here are those headers of which more can be said, and those
// whose functions leave no name.

/// The paths of headers; with a * at one end all that go on so.
struct Reason {
  const char* why;
  std::vector<std::string_view> patterns;
};

bool is_like(std::string_view name, std::string_view pattern) {
  if (pattern.ends_with('*')) return name.starts_with(pattern.substr(0, pattern.size() - 1));
  if (pattern.starts_with('*')) return name.ends_with(pattern.substr(1));
  return name == pattern;
}

constexpr const char* solves_it = "a library that solves the exercise is no solution of it: write the kernel";
constexpr const char* leaves_process =
    "a task computes; it has no business with files, processes, threads and signals";
constexpr const char* not_simulated =
    "of libcu++ submissions may use cuda/atomic only: use CUDA's own "
    "functions";
constexpr const char* of_the_grader =
    "the grader's own headers are not for submissions, but warpgrade/*.cuh are";
constexpr const char* of_a_processor =
    "the work belongs into kernels, and vector instructions of one processor do not run on every laptop";

constexpr std::array allowed_all_the_same = {"cuda/atomic", "cuda/std/atomic", "sys/time.h", "sys/types.h"};

const std::vector<Reason>& reasons() {
  static const std::vector<Reason> all = {
      {solves_it,
       {"cub/*", "thrust/*", "cccl/*", "cublas*", "cusparse*", "cufft*", "npp*", "cudnn*", "cusolver*"}},
      {not_simulated, {"cuda/*", "nv/*"}},
      {leaves_process,
       {"filesystem", "fstream", "dlfcn.h", "fcntl.h", "sys/*", "linux/*", "spawn.h", "poll.h"}},
      {leaves_process, {"thread", "threads.h", "mutex", "shared_mutex", "future", "condition_variable"}},
      {leaves_process,
       {"stop_token", "semaphore", "semaphore.h", "latch", "pthread.h", "execution", "omp.h"}},
      {leaves_process, {"csignal", "signal.h", "ucontext.h", "csetjmp", "setjmp.h"}},
      {of_a_processor, {"*intrin.h"}},
      {of_the_grader, {"wgsim/*", "runner/*", "kit/*", "judge/*", "simulator/*", "protocol/*"}},
  };
  return all;
}

constexpr std::array headers_of_c = {
    "assert.h",       "complex.h",      "ctype.h",
    "errno.h",        "fenv.h",         "float.h",
    "inttypes.h",     "iso646.h",       "limits.h",
    "locale.h",       "math.h",         "setjmp.h",
    "signal.h",       "stdarg.h",       "stdbool.h",
    "stddef.h",       "stdint.h",       "stdio.h",
    "stdlib.h",       "string.h",       "time.h",
    "uchar.h",        "wchar.h",        "wctype.h",
    "alloca.h",       "cuda.h",         "malloc.h",
    "memory.h",       "strings.h",      "unistd.h",
    "values.h",       "cuda_runtime.h", "cuda_runtime_api.h",
    "driver_types.h", "vector_types.h",
};

}  // namespace

bool is_assembly(std::string_view word) { return has(assembly, word); }
bool is_of_the_compiler(std::string_view word) { return begins_like_one_of(of_the_compiler, word); }
bool is_of_the_simulator(std::string_view word) { return begins_like_one_of(of_the_simulator, word); }
bool hides_code(std::string_view name) {
  return begins_like_one_of(attributes, name.starts_with("__") ? name.substr(2) : name);
}
bool may_use_pragma(std::string_view text) {
  return begins_like_one_of(pragmas, text) || !begins_like_one_of(acting_pragmas, text);
}
bool is_reserved(std::string_view word) {
  return word.size() > 1 && word[0] == '_' &&
         (word[1] == '_' || std::isupper(static_cast<unsigned char>(word[1])));
}
bool is_word_of_cuda(std::string_view word) { return has(words_of_cuda, word); }

std::string why_not_included(std::string_view name) {
  if (has(allowed_all_the_same, name)) return "";
  for (const Reason& reason : reasons())
    for (const std::string_view pattern : reason.patterns)
      if (is_like(name, pattern)) return fmt::format("Why: {}.", reason.why);
  return "";
}

bool is_name_of_system_header(std::string_view name) {
  return has(headers_of_c, name) || name.find('.') == std::string_view::npos;  // vector, algorithm
}

}  // namespace warpgrade::judge
