#include "judge/compile/rules/name_tables.hpp"

#include <array>
#include <cctype>

#include "judge/compile/rules/table_lookup.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::array assembly = {"asm", "__asm", "__asm__"};

/// By how they begin.
constexpr std::array of_the_compiler = {
    "__atomic_",       "__sync_",                          // atomics that the simulator does not see
    "__builtin_ia32_",                                     // vector instructions
    "__builtin_mem",   "__builtin_str", "__builtin_cpu_",  // memory, read and written where nobody looks
    "__cuda",                                              // how nvcc registers and launches kernels
    "__tsan_",         "__wgsim_",      "__llvm_",         // the hooks that check and count accesses
};
constexpr std::array of_the_simulator = {"WGSIM_", "wgsim"};

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

}  // namespace warpgrade::judge
