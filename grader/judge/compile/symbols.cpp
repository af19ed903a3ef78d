// The table of what is allowed, and nm's list of what is asked for.
#include "judge/compile/symbols.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "judge/compile/declared_names.hpp"
#include "judge/compile/rules/tables.hpp"
#include "simulator/driver/mathematics.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {
namespace {

// ---- What is allowed ----------------------------------------------------------------------------------

/// Functions of the C library, and objects. Those of mathematics have a list of their own. Functions that
/// read memory for their caller are left out, since the simulator does not see these accesses; but those that
/// it replaces (simulator/src/hooks.cpp) are here. Functions that print read memory too, but a submission
/// can't read what they have printed. The only clock is one of seconds: what is timed, the grader times.
constexpr std::array c_library = {
    "abort",   "abs",      "aligned_alloc", "calloc",  "div",     "exit",           "fflush",  "fprintf",
    "fputc",   "fputs",    "free",          "fwrite",  "labs",    "llabs",          "malloc",  "memchr",
    "memcmp",  "memcpy",   "memmove",       "memset",  "perror",  "posix_memalign", "printf",  "putc",
    "putchar", "puts",     "rand",          "rand_r",  "realloc", "srand",          "stderr",  "stdout",
    "strcmp",  "strerror", "strlen",        "strncmp", "time",    "vfprintf",       "vprintf",
};

/// What compilers call for plain C++: exceptions, static variables, arithmetic of types that the processor
/// lacks.
constexpr std::array compilers = {
    "_GLOBAL_OFFSET_TABLE_", "_Unwind_Resume",       "__assert_fail", "__divti3",  "__dso_handle",
    "__gcc_personality_v0",  "__gxx_personality_v0", "__modti3",      "__multi3",  "__popcountdi2",
    "__popcountti2",         "__stack_chk_fail",     "__udivti3",     "__umodti3",
};

/// What nvcc writes into each object besides: how kernels are registered and launched. A submission may not
/// call these itself: the rules on its tokens see to that (rules/tables.cpp).
constexpr std::array nvcc_families = {"__cuda", "atexit"};

/// What the compiler calls for each access and each use of threadIdx. A submission that could define one of
/// these would hide its accesses from the simulator.
constexpr std::array hooks = {"__tsan_", "__ubsan_handle_", "__wgsim_"};

/// Whole families: by how their names begin.
constexpr std::array families = {
    "__cxa_",           // exceptions, and the ends of static variables
    "cuda",             // CUDA's runtime
    "operator delete",  // with all its overloads
    "operator new",
    "std::",  // but see below
    "typeinfo for std::",
    "vtable for __cxxabiv1::",
    "vtable for std::",
    "VTT for std::",
    "typeinfo for ",  // of classes that the submission throws and does not complete
};

/// Parts of the standard library that leave the process or the thread of the call, compiled ones that read
/// memory for their caller, and those that call a function for it whose address is not looked at.
constexpr std::array outside = {
    "std::__cxx11::basic_istringstream",
    "std::__cxx11::basic_ostringstream",
    "std::__cxx11::basic_stringbuf",
    "std::__cxx11::basic_stringstream",
    "std::basic_ios<char, std::char_traits<char> >::rdbuf",
    "std::basic_iostream",
    "std::basic_istream",
    "std::basic_streambuf",
    "std::__basic_file",
    "std::basic_filebuf",
    "std::basic_fstream",
    "std::basic_ifstream",
    "std::basic_ofstream",
    "std::chrono",
    "std::condition_variable",
    "std::filesystem",
    "std::from_chars",
    "std::ios_base::register_callback",
    "std::quick_exit",
    "std::random_device",
    "std::set_new_handler",
    "std::get_new_handler",
    "std::set_terminate",
    "std::set_unexpected",
    "std::this_thread",
    "std::thread",
};

constexpr std::array clocks = {"std::chrono", "clock", "gettimeofday", "ftime", "timespec_get"};

/// "wgsim::shuffle(unsigned int, …)" → "wgsim::shuffle"
std::string_view without_parameters(std::string_view name) { return name.substr(0, name.find('(')); }

constexpr std::string_view binding = "warpgrade::kit::TaskRegistration::TaskRegistration";

/// What the headers of the simulator and of the kit declare. Not what the simulator and the runner have
/// besides (wgsim::core::…, take_findings).
bool is_of_own_headers(std::string_view symbol) {
  const std::string_view name = without_parameters(symbol);
  for (const std::string_view scope : {"wgsim::", "warpgrade::kit::"})
    if (name.starts_with(scope) && has(declared_names, name.substr(scope.size()))) return true;
  return name == binding || (name.starts_with("wgsim_") && has(declared_names, name));
}

/// __printf_chk is printf with a check that the compiler has added (_FORTIFY_SOURCE).
std::string_view without_fortification(std::string_view name) {
  if (!name.starts_with("__") || !name.ends_with("_chk")) return name;
  return name.substr(2, name.size() - 6);
}

/// "vtable for std::thread" → "std::thread": code that has the table can make objects of the class.
std::string_view class_of_table(std::string_view name) {
  for (const std::string_view table : {"vtable for ", "VTT for "})
    if (name.starts_with(table)) return name.substr(table.size());
  return name;
}

/// Namespaces of libraries that are linked with a submission. A name of any other namespace can only be the
/// submission's own. If such a name is defined nowhere, the linker says so in better words.
constexpr std::array linked_namespaces = {
    "__cxxabiv1::", "__gnu_cxx::", "boost::", "fmt::", "nlohmann::", "std::", "warpgrade::", "wgsim::"};

bool is_own(std::string_view name) {
  const bool is_of_cpp =
      name.find('(') != std::string_view::npos || name.find("::") != std::string_view::npos;
  return is_of_cpp && !begins_like_one_of(linked_namespaces, name) && !name.starts_with("operator ");
}

// ---- What stands in an object --------------------------------------------------------------------------

struct Symbol {
  std::string name, file;
  int line = 0;
  bool is_defined = false;
};

/// A line of nm is "0000000000000000 T main\tscan.cu:12", or without the number if the object does not define
/// the name; the place only with -l, and not always.
std::vector<Symbol> symbols_of(const std::string& listing) {
  constexpr std::size_t number = 16;
  std::vector<Symbol> symbols;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < number + 4) continue;
    Symbol symbol;
    symbol.is_defined = line.front() != ' ';
    const std::size_t tab = std::min(line.find('\t'), line.size());
    symbol.name = line.substr(number + 3, tab - number - 3);
    if (const std::size_t colon = line.rfind(':'); tab < line.size() && colon > tab) {
      symbol.file = line.substr(tab + 1, colon - tab - 1);
      std::from_chars(line.data() + colon + 1, line.data() + line.size(), symbol.line);
    }
    symbols.push_back(std::move(symbol));
  }
  return symbols;
}

std::vector<Symbol> list_symbols(std::vector<std::string> command, const std::filesystem::path& object,
                                 const Confine& confine) {
  command.push_back(object.string());
  constexpr std::size_t most = std::size_t(64) << 20;
  const system::CommandResult listing =
      system::run_command(confine({.command = command}), {.output_bytes = most, .kept_output_bytes = most});
  if (!listing.status.success())
    throw std::runtime_error(fmt::format("{} can't read an object: {}", command.front(), listing.output));
  return symbols_of(listing.output);
}

bool is_forbidden(const Symbol& symbol, ObjectOf compiler) {
  if (symbol.is_defined) return compiler == ObjectOf::simulator && !may_define_symbol(symbol.name);
  const bool of_nvcc = compiler == ObjectOf::nvcc && begins_like_one_of(nvcc_families, symbol.name);
  return !of_nvcc && !may_use_symbol(symbol.name);
}

Finding finding_of(const Symbol& symbol) {
  Finding finding =
      symbol.is_defined
          ? make_finding(Verdict::forbidden,
                         fmt::format("A submission may not define `{}`: the grader defines it.", symbol.name),
                         "Give your function another name.")
          : make_finding(
                Verdict::forbidden, fmt::format("A submission may not use `{}`.", symbol.name),
                begins_like_one_of(clocks, symbol.name)
                    ? "It needs no clock: the grader times what is right, and `./grade --costs` counts what "
                      "it does. "
                      "For times of your own there are CUDA's events: cudaEventRecord, cudaEventElapsedTime."
                    : "A task computes: it may call CUDA's runtime, memory and mathematical functions, and "
                      "print with printf. It needs no files, processes and threads, and none of the "
                      "grader's own functions.");
  finding.place.file = symbol.file;
  finding.place.line = symbol.line;
  return finding;
}

}  // namespace

bool may_use_symbol(const std::string& demangled) {
  const std::string_view name = without_fortification(demangled);
  if (begins_like_one_of(outside, class_of_table(name))) return false;
  return has(c_library, name) || wgsim::driver::is_mathematics(name) || has(compilers, name) ||
         is_of_own_headers(name) || begins_like_one_of(families, name) || begins_like_one_of(hooks, name) ||
         is_own(name);
}

bool may_define_symbol(const std::string& demangled) {
  return !begins_like_one_of(hooks, demangled) && !is_of_own_headers(demangled);
}

std::string symbol_rules() {
  std::string text;
  const auto add = [&](const auto& table) {
    for (const std::string_view name : table) text += fmt::format("{}\n", name);
    text += "\n";
  };
  add(c_library), add(wgsim::driver::kMathematics), add(wgsim::driver::kMathematicsWithPointers),
      add(compilers), add(declared_names), add(hooks), add(families), add(outside);
  add(linked_namespaces), add(nvcc_families);
  return text;
}

std::vector<Finding> find_forbidden_symbols(const std::filesystem::path& nm,
                                            const std::filesystem::path& object, ObjectOf compiler,
                                            const Confine& confine) {
  const auto is_wrong = [&](const Symbol& symbol) { return is_forbidden(symbol, compiler); };
  if (std::ranges::none_of(list_symbols({nm.string(), "-C"}, object, confine), is_wrong)) return {};
  std::vector<Finding> findings;
  for (const Symbol& symbol : list_symbols({nm.string(), "-C", "-l"}, object, confine))  // slower
    if (is_wrong(symbol)) findings.push_back(finding_of(symbol));
  return findings;
}

}  // namespace warpgrade::judge
