#include "library_calls.hpp"

#ifdef __linux__

#include <algorithm>
#include <dlfcn.h>
#include <elf.h>
#include <iterator>
#include <link.h>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "file_text.hpp"
#include "kernel_functions.hpp"
#include "process.hpp"
#include "programs.hpp"

namespace wgsim::driver {
namespace {

// ---- Which functions -----------------------------------------------------------------------------------

template <class T>
std::span<const T> table_of(const std::string& file, const ElfW(Shdr) & section) {
  if (section.sh_offset > file.size() || section.sh_size > file.size() - section.sh_offset) return {};
  return {reinterpret_cast<const T*>(file.data() + section.sh_offset), section.sh_size / sizeof(T)};
}

/// The names that an object uses and does not define.
std::vector<std::string> undefined_symbols(const std::string& file) {
  std::vector<std::string> names;
  if (file.size() < sizeof(ElfW(Ehdr)) || !file.starts_with(ELFMAG)) return names;
  const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(file.data());
  ElfW(Shdr) all{};
  all.sh_offset = header.e_shoff;
  all.sh_size = header.e_shnum * sizeof(ElfW(Shdr));
  const auto sections = table_of<ElfW(Shdr)>(file, all);
  for (const ElfW(Shdr) & section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const auto texts = table_of<char>(file, sections[section.sh_link]);
    for (const ElfW(Sym) & symbol : table_of<ElfW(Sym)>(file, section))
      if (symbol.st_shndx == SHN_UNDEF && symbol.st_name != 0 && symbol.st_name < texts.size())
        names.emplace_back(&texts[symbol.st_name]);
  }
  return names;
}

/// This program uses the libraries that a submission is linked with, and its loader knows what their names
/// are.
bool is_function_of_library(const std::string& name) {
  void* const address = dlsym(RTLD_DEFAULT, name.c_str());
  Dl_info found;
  ElfW(Sym)* symbol = nullptr;
  if (address == nullptr ||
      dladdr1(address, &found, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) == 0 || symbol == nullptr)
    return false;
  // What g++ has in libgcc belongs to the compiler: the bits of a word are counted there, wide numbers
  // multiplied.
  if (std::string_view(found.dli_fname).find("libgcc_s") != std::string_view::npos) return false;
  const int type = ELF64_ST_TYPE(symbol->st_info);
  return type == STT_FUNC || type == STT_GNU_IFUNC;
}

/// Compilers call these where plain source has no call: tables of exceptions, the way through them, static
/// variables, virtual tables, arithmetic that the processor lacks. None of them carries data anywhere.
/// Throwing and catching are not here.
bool is_of_compilers(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "_Unwind_Resume",
      "__gxx_personality_v0",
      "__gcc_personality_v0",
      "__cxa_atexit",
      "__cxa_guard_acquire",
      "__cxa_guard_release",
      "__cxa_guard_abort",
      "__cxa_pure_virtual",
      "__cxa_deleted_virtual",
      "__stack_chk_fail",
      "__divti3",
      "__modti3",
      "__udivti3",
      "__umodti3",
      "__multi3",
      "__popcountdi2",
      "__popcountti2",
      "__muldc3",
      "__mulsc3",
      "__divdc3",
      "__divsc3",
  };
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool is_for_kernels(std::string_view name) {
  if (name.starts_with("__") && name.ends_with("_chk"))
    name = name.substr(2, name.size() - 6);  // _FORTIFY_SOURCE
  return is_of(kMathematics, name) || std::ranges::find(kPrinting, name) != kPrinting.end();
}

// ---- Their trampolines ---------------------------------------------------------------------------------

constexpr const char* kPrefix = "__wgsim_host_only_";

/// The first byte of the simulator's state is true while user code of a kernel runs (state/running.hpp).
constexpr const char* kInKernel = "_ZN5wgsim4core10simulationE";

/// The linker puts the libraries' variables that it copies into the program first of those that begin as
/// zeros, and then those of the first object, which has only this. So no variable of the grader lies on a
/// page with std::cout, which must stay open while host code runs (src/memory/grader_memory.hpp).
constexpr const char* kEmptyPage = ".bss\n.zero 65536\n";

/// All trampolines: a kernel may jump to them (src/jumps.cpp).
constexpr const char* kEntries = ".section wgsim_library_entries,\"ax\",%progbits\n";

/// Text for the assembler. It touches no register that holds an argument.
std::string trampoline(const std::string& name) {
#if defined(__x86_64__)
  if (is_for_kernels(name)) return kPrefix + name + ":\n  jmp " + name + "@PLT\n";
  return kPrefix + name + ":\n  cmpb $0, " + kInKernel + "(%rip)\n  jne 1f\n  jmp " + name +
         "@PLT\n1: lea 2f(%rip), %rdi\n  mov (%rsp), %rsi\n  jmp wgsim_refuse_in_kernel@PLT\n2: .asciz \"" +
         name + "\"\n";
#elif defined(__aarch64__)
  if (is_for_kernels(name)) return kPrefix + name + ":\n  b " + name + "\n.p2align 2\n";
  return kPrefix + name + ":\n  adrp x16, " + kInKernel + "\n  ldrb w16, [x16, :lo12:" + kInKernel +
         "]\n  cbnz w16, 1f\n  b " + name +
         "\n1: adr x0, 2f\n  mov x1, x30\n  b wgsim_refuse_in_kernel\n2: .asciz \"" + name +
         "\"\n.p2align 2\n";
#else
  return {};
#endif
}

void run_tool(const std::vector<std::string>& command) {
  const ProcessResult result = run_captured(command);
  if (result.exit_code != 0) throw std::runtime_error(command[0] + " failed: " + result.errors);
}

}  // namespace

std::set<std::string> library_functions_of(const std::filesystem::path& object) {
  std::set<std::string> functions;
  for (const std::string& name : undefined_symbols(read_text(object)))
    if (is_function_of_library(name)) functions.insert(name);
  return functions;
}

std::vector<std::filesystem::path> guard_library_calls(const HostCompiler& compiler,
                                                       const std::filesystem::path& object,
                                                       const std::filesystem::path& folder) {
  std::string code = kEmptyPage;
  code += std::string(".section .note.GNU-stack,\"\",%progbits\n") + kEntries + ".hidden " + kInKernel + "\n";
  std::string renames;
  for (const std::string& name : library_functions_of(object)) {
    if (is_of_compilers(name)) continue;
    const std::string text = trampoline(name);
    if (text.empty()) return {object};
    code += ".globl " + (kPrefix + name) + "\n" + text;
    renames += name + " " + kPrefix + name + "\n";
  }
  if (renames.empty()) return {object};
  const std::filesystem::path guarded = folder / "guarded.o", trampolines = folder / "trampolines.o";
  write_text(folder / "trampolines.s", code);
  write_text(folder / "renames", renames);
  run_tool({find_program("objcopy"), "--redefine-syms=" + (folder / "renames").string(), object.string(),
            guarded.string()});
  run_tool(compiler.assemble(folder / "trampolines.s", trampolines));
  return {guarded, trampolines};
}

}  // namespace wgsim::driver

#else

namespace wgsim::driver {
std::set<std::string> library_functions_of(const std::filesystem::path&) { return {}; }
std::vector<std::filesystem::path> guard_library_calls(const HostCompiler&,
                                                       const std::filesystem::path& object,
                                                       const std::filesystem::path&) {
  return {object};
}
}  // namespace wgsim::driver

#endif
