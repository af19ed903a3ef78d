#include "judge/machine_code/ptx.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

namespace warpgrade::judge {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

/// The next whole number in the text, which loses it.
std::optional<int> take_number(std::string_view& text) {
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0) text.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(std::size_t(end - text.data()));
  return number;
}

/// The number before these words, as in "18 registers"; 0 if they are not there.
std::uint64_t number_before(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == line.npos) return 0;
  std::size_t begin = at;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(line[begin - 1])) != 0) --begin;
  std::uint64_t number = 0;
  std::from_chars(line.data() + begin, line.data() + at, number);
  return number;
}

/// What stands between two marks; empty if they are not there.
std::string between(std::string_view line, std::string_view before, std::string_view after) {
  const std::size_t begin = line.find(before);
  if (begin == line.npos) return "";
  const std::size_t end = line.find(after, begin + before.size());
  return end == line.npos ? "" : std::string(line.substr(begin + before.size(), end - begin - before.size()));
}

/// The numbers that .file directives give to this file; they stand at the end.
std::vector<int> numbers_of_file(const std::string& ptx, std::string_view name) {
  std::vector<int> numbers;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = trimmed(line);
    if (!rest.starts_with(".file")) continue;
    const auto number = take_number(rest);
    if (number && std::filesystem::path(between(rest, "\"", "\"")).filename() == name)
      numbers.push_back(*number);
  }
  return numbers;
}

/// ".loc 3 52 10, function_name $L__info_string0, inlined_at 1 157 7": the line of the file, if it is one.
std::optional<int> line_of(std::string_view loc, const std::vector<int>& files) {
  const std::size_t inlined = loc.find("inlined_at");
  for (std::string_view place : {loc.substr(0, inlined), inlined == loc.npos ? "" : loc.substr(inlined)}) {
    const auto file = take_number(place), line = take_number(place);
    if (file && line && std::ranges::count(files, *file) > 0) return line;
  }
  return std::nullopt;
}

bool is_instruction(std::string_view text) {
  const char first = text.empty() ? '\0' : text.front();
  return (std::isalpha(static_cast<unsigned char>(first)) != 0 || first == '@') && text.ends_with(';');
}

/// "u32" is 32, "b8" is 8; 0: no type.
int bits_of_type(std::string_view part) {
  if (part.size() < 2 || std::string_view("busf").find(part.front()) == std::string_view::npos) return 0;
  const std::string_view digits = part.substr(1);
  int bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  return error == std::errc() && end == digits.data() + digits.size() ? bits : 0;
}

struct Access {
  std::string_view what;
  int bytes = 0;
};

/// Of "ld.global.nc.v4.u32 {…}, [%rd1];": a read of global memory, 16 bytes.
std::optional<Access> access_of(std::string_view instruction) {
  if (instruction.starts_with('@'))
    instruction = trimmed(instruction.substr(std::min(instruction.find(' '), instruction.size())));
  std::string_view operation = instruction.substr(0, instruction.find_first_of(" \t"));
  constexpr std::pair<std::string_view, std::string_view> kSpaces[] = {
      {"ld.global", "reads of global memory"},     {"st.global", "writes to global memory"},
      {"ld.shared", "reads of shared memory"},     {"st.shared", "writes to shared memory"},
      {"ld.local", "reads of local memory"},       {"st.local", "writes to local memory"},
      {"atom.global", "atomics in global memory"}, {"red.global", "atomics in global memory"},
      {"atom.shared", "atomics in shared memory"}, {"red.shared", "atomics in shared memory"}};
  for (const auto& [begin, what] : kSpaces) {
    if (!operation.starts_with(begin)) continue;
    int elements = 1, bits = 0;
    while (!operation.empty()) {
      const std::size_t dot = std::min(operation.find('.'), operation.size());
      const std::string_view part = operation.substr(0, dot);
      if (part == "v2" || part == "v4" || part == "v8") elements = part[1] - '0';
      if (const int found = bits_of_type(part); found > 0) bits = found;
      operation.remove_prefix(std::min(dot + 1, operation.size()));
    }
    return Access{what, elements * bits / 8};
  }
  return std::nullopt;
}

}  // namespace

std::vector<PtxKernel> read_ptx(const std::string& ptx, std::string_view source) {
  const std::vector<int> files = numbers_of_file(ptx, source);
  std::vector<PtxKernel> kernels;
  bool is_inside = false, is_inline = false;  // asm in the source may have braces of its own
  int line = 0;
  std::istringstream lines(ptx);
  for (std::string raw; std::getline(lines, raw);) {
    std::string_view text = trimmed(raw);
    if (text == "// begin inline asm" || text == "// end inline asm")
      is_inline = text.starts_with("// begin");
    if (is_inline && text.starts_with('{')) text = trimmed(text.substr(1));
    if (const std::string symbol = between(text, ".entry ", "("); !symbol.empty()) {
      kernels.push_back({symbol, {}});
      is_inside = true;
      line = 0;
    } else if (raw.starts_with('}') && !is_inline) {
      is_inside = false;
    } else if (text.starts_with(".loc")) {
      line = line_of(text, files).value_or(line);
    } else if (is_inside && is_instruction(text)) {
      kernels.back().code.push_back({line, std::string(text)});
    }
  }
  return kernels;
}

std::map<std::string, KernelFigures> read_figures(const std::string& messages_of_ptxas) {
  std::map<std::string, KernelFigures> all;
  std::string kernel, described;  // what is compiled, and whose properties come next
  std::istringstream lines(messages_of_ptxas);
  for (std::string line; std::getline(lines, line);) {
    if (const std::string entry = between(line, "Compiling entry function '", "'"); !entry.empty())
      kernel = entry;
    if (const std::size_t at = line.find("Function properties for "); at != line.npos)
      described = line.substr(at + std::string_view("Function properties for ").size());
    if (kernel.empty()) continue;
    KernelFigures& figures = all[kernel];
    if (described == kernel && line.find(" bytes stack frame") != line.npos) {
      figures.stack_bytes = number_before(line, " bytes stack frame");
      figures.spill_stores = number_before(line, " bytes spill stores");
      figures.spill_loads = number_before(line, " bytes spill loads");
    }
    if (line.find("Used ") != line.npos && line.find(" registers") != line.npos) {
      figures.registers = int(number_before(line, " registers"));
      figures.shared_bytes = number_before(line, " bytes smem");
    }
  }
  return all;
}

std::string kernel_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? demangled.get() : symbol;
  const std::string_view anonymous = "(anonymous namespace)::";
  for (std::size_t at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous))
    name.erase(at, anonymous.size());
  name = name.substr(0, name.find_first_of("<("));
  const std::size_t begin = name.find_last_of(" :");
  return begin == std::string::npos ? name : name.substr(begin + 1);
}

std::map<std::string, std::map<int, int>> accesses_by_width(const PtxKernel& kernel) {
  std::map<std::string, std::map<int, int>> all;
  for (const PtxInstruction& instruction : kernel.code)
    if (const auto access = access_of(instruction.text)) ++all[std::string(access->what)][access->bytes];
  return all;
}

}  // namespace warpgrade::judge
