#include "host_compiler.hpp"

#include "compiler_choice.hpp"
#include "mathematics.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::driver {
namespace {

/// One pass compiles for host and device, so the macros of both are defined. __CUDA_ARCH__ is one of them,
/// since device code is what is tested. Extended lambdas and constexpr functions in kernels work without
/// options.
const std::vector<std::string> kMacros = {"-D__CUDACC__=1",
                                          "-D__NVCC__=1",
                                          "-D__CUDA_ARCH__=900",
                                          "-D__CUDACC_VER_MAJOR__=13",
                                          "-D__CUDACC_VER_MINOR__=0",
                                          "-D__CUDACC_VER_BUILD__=0",
                                          "-DCUDART_VERSION=13000",
                                          "-D__CUDACC_EXTENDED_LAMBDA__=1",
                                          "-D__CUDACC_RELAXED_CONSTEXPR__=1",
                                          "-D__WGSIM__=1"};

/// -O1: at -O2 clang vectorises before it instruments. -g1 tells lines, and not where variables lie: for
/// that g++ would need a sixth more time.
const std::vector<std::string> kForRuns = {"-O1", "-g1"}, kGccForRuns = {"-fno-var-tracking"};
/// For a debugger: variables, and statements in the order of the source. g++ marks where statements begin,
/// but not in templates of rewritten text: without marks gdb stops at every line.
const std::vector<std::string> kForDebugger = {"-O0", "-g"}, kGccForDebugger = {"-gno-statement-frontiers"};

/// memory_functions.h says why.
const std::vector<std::string> kGccMacros = {"-D__builtin_memcpy=::wgsim::copy_bytes",
                                             "-D__builtin_memmove=::wgsim::move_bytes",
                                             "-D__builtin_memset=::wgsim::set_bytes"};

/// -gdwarf-4: with DWARF 5 of g++ 12, GNU addr2line names the wrong file for code in headers.
/// -fno-finite-loops: a loop that spins on a plain variable must spin, and not vanish. return,
/// float-cast-overflow: src/hooks_undefined.cpp.
const std::vector<std::string> kCommon = {
    "-gdwarf-4", "-fPIC", "-fsanitize=thread,return,float-cast-overflow", "-fno-finite-loops"};
/// A local variable that was never set has the same wrong value in each call. g++ 11 can't do that.
const std::vector<std::string> kSetsLocals = {"-ftrivial-auto-var-init=pattern"};
constexpr int kGccThatSetsLocals = 12;
/// What is hardly ever meant. Not -Wsign-compare and -Wconversion, which right programs are full of, and not
/// -Wunused-variable, which the unfinished tasks of a file are full of.
const std::vector<std::string> kWarnings = {"-Wno-deprecated",
                                            "-Wempty-body",
                                            "-Wunused-value",
                                            "-Waddress",
                                            "-Wtype-limits",
                                            "-Wparentheses",
                                            "-Wno-dangling-else",  // sees that of counted loops
                                            "-Wmisleading-indentation",
                                            "-Wuninitialized",
                                            "-Wreturn-type",
                                            "-Wsequence-point",
                                            "-Wtautological-compare",
                                            "-Wbool-compare",
                                            "-Winit-self",
                                            "-Wlogical-not-parentheses",
                                            "-Wsizeof-pointer-div",
                                            "-Wint-in-bool-context"};

/// -fno-tree-sra: otherwise a float4 is loaded in four pieces, and neither its alignment nor its width is
/// seen. -fcheck-new: new of a kernel may give nullptr. -fno-builtin-free: otherwise a store before it
/// vanishes. The options for inlining: g++ does not instrument the structs that a call takes or returns by
/// value, as in `p[i] = f(p[j])`. So nearly everything is inlined, as nvcc does; with -fPIC g++ would not
/// inline by default. -fno-gnu-unique: names of that kind can't be made local (HostCompiler::finish).
const std::vector<std::string> kGcc = {"--param=tsan-distinguish-volatile=1",
                                       "-fno-tree-sra",
                                       "-fcheck-new",
                                       "-fno-builtin-free",
                                       "-fno-gnu-unique",
                                       "-finline-functions",
                                       "-finline-small-functions",
                                       "-fno-semantic-interposition",
                                       "--param=max-inline-recursive-depth=0",
                                       "--param=max-inline-recursive-depth-auto=0",
                                       "--param=max-inline-insns-auto=1000",
                                       "--param=max-inline-insns-single=1000",
                                       "--param=inline-min-speedup=0",
                                       "--param=inline-unit-growth=1000",
                                       "--param=large-function-growth=1000",
                                       "--param=large-unit-insns=100000",
                                       "-fno-diagnostics-show-caret",
                                       "-fdiagnostics-color=never"};
/// -fno-builtin: otherwise a loop that zeroes an array becomes a memset. read-before-write: otherwise the
/// read in `a[i] += x` is not seen. no-delete-null-pointer-checks: new of a kernel may give nullptr.
/// no-strict-float-cast-overflow: integers of floating-point numbers are those of a GPU.
const std::vector<std::string> kClang = {"-fno-builtin",
                                         "-fno-delete-null-pointer-checks",
                                         "-fno-strict-float-cast-overflow",
                                         "-fno-caret-diagnostics",
                                         "-fno-color-diagnostics",
                                         "-ftemplate-backtrace-limit=0",
                                         "-mllvm",
                                         "-tsan-distinguish-volatile=1",
                                         "-mllvm",
                                         "-tsan-instrument-read-before-write=1"};

/// For counting: otherwise clang makes one load of the two in `c ? a[i] : b[j]`, and one store of the two at
/// the ends of an `if` and its `else`. g++ leaves them as they are written.
const std::vector<std::string> kClangCounting = {"-mllvm", "-instcombine-max-iterations=0",
                                                 "-mllvm", "-sink-common-insts=false",
                                                 "-mllvm", "-hoist-common-insts=false"};

/// Functions of libraries in whose place those of the simulator are called (src/hooks.cpp).
const std::vector<std::string> kWithHooks = {"memcpy",       "memset",
                                             "memmove",      "memcmp",
                                             "memchr",       "strlen",
                                             "strcmp",       "strncmp",
                                             "malloc",       "calloc",
                                             "realloc",      "free",
                                             "rand",         "srand",
                                             "_Znwm",        "_Znam",
                                             "_ZdlPv",       "_ZdaPv",
                                             "_ZdlPvm",      "_ZdaPvm",
                                             "printf",       "vprintf",
                                             "__printf_chk", "__vprintf_chk",
                                             "puts",         "__cxa_allocate_exception"};

template <class... Lists>
void append(std::vector<std::string>& command, const Lists&... lists) {
  (command.insert(command.end(), lists.begin(), lists.end()), ...);
}

/// Debug information has one name for our headers, wherever they lie.
std::string map_own_headers() {
  return "-fdebug-prefix-map=" + share_folder().string() + "=" + kHeadersInDebugInformation;
}

}  // namespace

HostCompiler::HostCompiler(const std::string& path)
    : path_(path.empty() ? find_compiler(WGSIM_DEFAULT_CXX) : path), is_clang_(looks_like_clang(path_)) {}

/// Options after -mllvm differ between versions of clang, and an option that clang does not know is an
/// error.
bool HostCompiler::understands(const std::vector<std::string>& options) const {
  std::vector<std::string> command = {path_, "-x", "c++", "-fsyntax-only", "/dev/null"};
  append(command, options);
  return run_captured(command).exit_code == 0;
}

std::vector<std::string> HostCompiler::preprocess(const std::filesystem::path& source,
                                                  const std::filesystem::path& output,
                                                  const std::vector<std::string>& user_options) const {
  std::vector<std::string> command = {path_, "-E", "-x", "c++", "-w"};
  append(command, kMacros);
  if (!is_clang_) append(command, kGccMacros);
  if (is_clang_)
    append(command, std::vector<std::string>{"-fno-caret-diagnostics", "-fno-color-diagnostics"});
  else
    // Not canonical names: these would be the targets of the links in a build folder.
    append(command, std::vector<std::string>{"-fno-diagnostics-show-caret", "-fdiagnostics-color=never",
                                             "-fno-canonical-system-headers"});
  append(command, user_options);
  for (const std::string& folder : simulator_headers())
    append(command, std::vector<std::string>{"-isystem", folder});
  append(command,
         std::vector<std::string>{"-include", "cuda_runtime.h", source.string(), "-o", output.string()});
  return command;
}

std::vector<std::string> HostCompiler::options(const std::string& standard, Use use) const {
  std::vector<std::string> options = {"-std=" + standard, map_own_headers()};
  const bool debugs = use == Use::debug;
  append(options, debugs ? kForDebugger : kForRuns);
  if (!is_clang_) append(options, debugs ? kGccForDebugger : kGccForRuns);
  append(options, kCommon, is_clang_ ? kClang : kGcc);
  if (is_clang_ || version_of(path_) >= kGccThatSetsLocals) append(options, kSetsLocals);
  return options;
}

std::vector<std::string> HostCompiler::compile(const std::filesystem::path& rewritten,
                                               const std::filesystem::path& object,
                                               const std::string& standard, Use use, bool warns) const {
  std::vector<std::string> command = {path_, "-x", "c++-cpp-output", "-c"};
  append(command, options(standard, use));
  if (!warns) command.emplace_back("-w");
  if (warns) append(command, kWarnings);
  if (warns && !is_clang_)
    append(command, std::vector<std::string>{"-Wmaybe-uninitialized", "-Wno-volatile"});
  if (use == Use::count && is_clang_ && understands(kClangCounting)) append(command, kClangCounting);
  append(command, std::vector<std::string>{rewritten.string(), "-o", object.string()});
  return command;
}

std::vector<std::string> HostCompiler::finish(const std::filesystem::path& object, bool seals) const {
  const std::string objcopy = find_program("objcopy");
  if (objcopy == "objcopy") return {};  // there is none
  std::vector<std::string> command = {objcopy};
  for (const std::string& function : kWithHooks)
    append(command, std::vector<std::string>{"--redefine-sym", function + "=__wgsim_" + function});
  for (const std::string_view function : kMathematicsWithPointers)
    for (const std::string type : {"", "f", "l"}) {
      const std::string name = std::string(function) + type;
      append(command, std::vector<std::string>{"--redefine-sym", name + "=__wgsim_" + name});
    }
  if (!is_clang_)
    append(command, std::vector<std::string>{
                        "--redefine-sym", "__ubsan_handle_float_cast_overflow=__wgsim_float_cast_overflow"});
  // Without its groups the linker can't drop an inline function for one of the same name elsewhere.
  if (seals)
    append(command, std::vector<std::string>{"--keep-global-symbol=none", "--remove-section=.group"});
  command.push_back(object.string());
  return command;
}

std::vector<std::string> HostCompiler::link(const std::vector<std::string>& inputs,
                                            const std::filesystem::path& program) const {
  std::vector<std::string> command = {path_, "-o", program.string()};
  append(command, inputs,
         std::vector<std::string>{(library_folder() / "libwgsim.a").string(),
                                  (library_folder() / "libboost_context.a").string(), "-pthread", "-ldl"});
  if (const std::string linker = WGSIM_LINKER; !linker.empty() && find_program("ld.gold") != "ld.gold")
    command.push_back(linker);
  return command;
}

std::vector<std::string> simulator_headers() {
  const std::filesystem::path folder = share_folder() / "simulator";
  return {(folder / "include").string(), (folder / "other_names").string()};
}

std::vector<std::string> standalone_objects() {
  const std::string archive = (library_folder() / "libwgsim_standalone.a").string();
#ifdef __APPLE__
  return {"-Wl,-force_load," + archive};
#else
  return {"-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"};
#endif
}

}  // namespace wgsim::driver
