// Lines come from addr2line (binutils), which also knows inlined calls; variables from the ELF symbol table.
#include "program/symbols.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>

#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

#ifdef __linux__
#include <elf.h>
#include <fstream>
#include <link.h>
#endif

namespace wgsim::core {

struct KnownLines {
  std::map<const void*, SourceLine> lines;
};

namespace {

using Frames = std::vector<SourceLine>;  ///< innermost first

bool starts_with_any(std::string_view s, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](auto p) { return s.starts_with(p); });
}

bool is_user_code(const SourceLine& frame) {
  const std::string file = std::filesystem::path(frame.file).lexically_normal();
  if (frame.line == 0) return false;
  if (starts_with_any(file, {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/opt/homebrew/",
                             "/Library/", "/Applications/"}))
    return false;
  for (const std::string& folder : simulation.options.library_folders)
    if (file.starts_with(folder)) return false;
  return !file.starts_with(kHeadersInDebugInformation + std::string("/simulator/"));
}

/// Every function that a kernel calls is inlined into its body (rewriter/generated_names.hpp), so the
/// outermost frame is the kernel's.
SourceLine innermost_user_code(const Frames& frames) {
  const auto inner = std::find_if(frames.begin(), frames.end(), is_user_code);
  SourceLine place = inner == frames.end() ? SourceLine() : *inner;
  place.is_in_library = inner != frames.begin() && frames.front().line != 0;
  if (inner == frames.end()) return place;
  const SourceLine& kernel = frames.back();
  const bool is_called =
      inner->function != kernel.function && kernel.function.find("wgsim_body_") != std::string::npos;
  if (is_called && is_user_code(kernel) && kernel.file == place.file) place.called_at = kernel.line;
  return place;
}

// ---- Asking addr2line --------------------------------------------------------------------------------

std::string quoted(const std::string& s) {
  std::string q = "'";
  for (char c : s) q += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return q + "'";
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer;
  while (pipe != nullptr)
    if (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe.get()); n > 0)
      text.append(buffer.data(), n);
    else
      break;
  return text;
}

/// "file:31", "file:31 (discriminator 2)", "??:0", "file:?"
SourceLine parse_place(const std::string& text, std::string function) {
  const std::size_t colon = text.rfind(':', text.find(" (discriminator"));
  SourceLine place;
  place.function = std::move(function);
  if (colon == std::string::npos || text.starts_with("??")) return place;
  place.file = text.substr(0, colon);
  place.line = std::atoi(text.c_str() + colon + 1);
  return place;
}

/// Output of `addr2line -a -f -i -C`: for each address one line "0x…", then pairs of function and place.
std::vector<Frames> parse_answer(const std::string& text) {
  std::vector<Frames> all;
  std::string function;
  bool have_function = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (!have_function && line.starts_with("0x")) {
      all.emplace_back();
    } else if (!have_function) {
      function = std::move(line);
      have_function = true;
    } else {
      if (!all.empty()) all.back().push_back(parse_place(line, function));
      have_function = false;
    }
  }
  return all;
}

#ifdef __APPLE__
std::vector<Frames> ask(const std::string& module, std::uintptr_t base,
                        const std::vector<std::uintptr_t>& offsets) {
  // atos prints one line an address: "function (in module) (file.cu:31)".
  std::vector<Frames> all;
  for (const std::uintptr_t offset : offsets) {
    char arguments[96];
    std::snprintf(arguments, sizeof arguments, " -fullPath -l 0x%zx 0x%zx", std::size_t(base),
                  std::size_t(base + offset));
    const std::string line = output_of("atos -o " + quoted(module) + arguments + " 2>/dev/null");
    const std::size_t open = line.rfind('('), close = line.rfind(')');
    if (open == std::string::npos || close == std::string::npos)
      all.emplace_back();
    else
      all.push_back(
          {parse_place(line.substr(open + 1, close - open - 1), line.substr(0, line.find(" (in")))});
  }
  return all;
}
#else
std::vector<Frames> ask(const std::string& module, std::uintptr_t,
                        const std::vector<std::uintptr_t>& offsets) {
  std::string arguments = " -a -f -i -C -e " + quoted(module);
  for (const std::uintptr_t offset : offsets) {
    char text[32];
    std::snprintf(text, sizeof text, " 0x%zx", std::size_t(offset));
    arguments += text;
  }
  for (const char* tool : {"addr2line", "llvm-addr2line", "llvm-symbolizer --output-style=GNU"}) {
    std::vector<Frames> answer = parse_answer(output_of(tool + arguments + " 2>/dev/null"));
    if (answer.size() == offsets.size()) return answer;
  }
  return std::vector<Frames>(offsets.size());
}
#endif

struct Module {
  std::string path;
  std::uintptr_t base;
  auto operator<=>(const Module&) const = default;  // NOLINT(modernize-use-nullptr): it means <=>'s own 0
};

/// Also for what is in no module at all.
bool is_system_library(const Module& module) {
  return module.path.empty() ||
         starts_with_any(module.path, {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"});
}

Module module_of(const void* pc) {
  Dl_info info{};
#ifdef __linux__
  link_map* map = nullptr;
  if (dladdr1(pc, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 || map == nullptr)
    return {"", 0};
  const bool is_program = map->l_name == nullptr || *map->l_name == 0;
  return {is_program ? "/proc/" + std::to_string(getpid()) + "/exe" : map->l_name, map->l_addr};
#else
  if (dladdr(pc, &info) == 0) return {"", 0};
  return {info.dli_fname, reinterpret_cast<std::uintptr_t>(info.dli_fbase)};
#endif
}

}  // namespace

std::vector<SourceLine> source_lines(const std::vector<const void*>& program_counters) {
  std::map<const void*, SourceLine>& known = simulation.known_lines->lines;
  std::map<Module, std::vector<const void*>> unknown;
  for (const void* pc : program_counters)
    if (!known.contains(pc)) unknown[module_of(pc)].push_back(pc);
  for (const auto& [module, pcs] : unknown) {
    std::vector<std::uintptr_t> offsets;
    for (const void* pc : pcs) offsets.push_back(reinterpret_cast<std::uintptr_t>(pc) - module.base);
    const std::vector<Frames> frames =
        is_system_library(module) ? std::vector<Frames>(pcs.size()) : ask(module.path, module.base, offsets);
    for (std::size_t i = 0; i < pcs.size(); ++i) known[pcs[i]] = innermost_user_code(frames[i]);
  }
  std::vector<SourceLine> places;
  places.reserve(program_counters.size());
  for (const void* pc : program_counters) places.push_back(known[pc]);
  return places;
}

// ---- Data --------------------------------------------------------------------------------------------

#ifdef __linux__

namespace {

std::string last_component(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                     std::free);
  std::string name = status == 0 ? plain.get() : symbol;
  if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) name.erase(0, colons + 2);
  return name;
}

std::uintptr_t program_base() {
  std::uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        *static_cast<std::uintptr_t*>(out) = info->dlpi_addr;
        return 1;  // the first one is the program
      },
      &base);
  return base;
}

template <class T>
std::vector<T> read_table(std::ifstream& file, const ElfW(Shdr) & section) {
  std::vector<T> table(section.sh_size / sizeof(T));
  file.seekg(std::streamoff(section.sh_offset));
  file.read(reinterpret_cast<char*>(table.data()), std::streamsize(table.size() * sizeof(T)));
  return table;
}

}  // namespace

std::vector<Symbol> data_symbols(std::uintptr_t begin, std::uintptr_t end) {
  std::vector<Symbol> symbols;
  if (begin == end) return symbols;
  const std::uintptr_t base = program_base();
  std::ifstream file("/proc/self/exe", std::ios::binary);
  ElfW(Ehdr) header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  ElfW(Shdr) all{};
  all.sh_offset = header.e_shoff;
  all.sh_size = std::size_t(header.e_shnum) * sizeof(ElfW(Shdr));
  const auto sections = read_table<ElfW(Shdr)>(file, all);
  for (const ElfW(Shdr) & section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const auto names = read_table<char>(file, sections[section.sh_link]);
    for (const ElfW(Sym) & s : read_table<ElfW(Sym)>(file, section)) {
      const std::uintptr_t start = base + s.st_value;
      if ((s.st_info & 0xf) != STT_OBJECT || s.st_size == 0 || start < begin || start >= end) continue;
      symbols.push_back({start, s.st_size, last_component(names.data() + s.st_name)});
    }
  }
  std::sort(symbols.begin(), symbols.end(), [](auto& a, auto& b) { return a.start < b.start; });
  return symbols;
}

#else

std::vector<Symbol> data_symbols(std::uintptr_t, std::uintptr_t) { return {}; }

#endif

}  // namespace wgsim::core
