#include "verify/mutant.hpp"

#include <sstream>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "course/course.hpp"
#include "spec/diagnostics.hpp"
#include "system/file_text.hpp"
#include "verify/unique_text.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

/// The name in `#include "NAME"`; empty for all other lines.
std::string quoted_include(const std::string& line) {
  constexpr std::string_view kStart = "#include \"";
  if (!line.starts_with(kStart)) return "";
  const std::size_t end = line.find('"', kStart.size());
  return end == std::string::npos ? "" : line.substr(kStart.size(), end - kStart.size());
}

}  // namespace

std::string base_text(const fs::path& base) {
  const auto text = system::file_text(base);
  if (!text) throw std::runtime_error(fmt::format("{} can't be read", as_typed(base).string()));
  std::istringstream stream(*text);
  std::string made, line;
  while (std::getline(stream, line)) {
    const std::string name = quoted_include(line);
    if (line == "#pragma once") continue;
    if (!name.empty() && fs::is_regular_file(base.parent_path() / name))
      made += base_text(base.parent_path() / name);
    else
      made += line + '\n';
  }
  return made;
}

std::string made_text(const Mutant& mutant) { return edited(mutant, base_text(mutant.base)); }

void make_file(Mutant& mutant, const fs::path& folder) {
  const std::string text = made_text(mutant);
  WrongKernel& kernel = mutant.kernel;
  kernel.file = folder / (mutant.name + ".cu");
  if (!kernel.line_text.empty()) {
    const UniqueText found = find_unique(text, kernel.line_text);
    if (found.count != 1)
      spec::fail(mutant.where_line,
                 fmt::format("this text must stand exactly once in the made file, and stands {} times there: "
                             "`./grade verify --show {}` shows the file",
                             found.count, mutant.name));
    kernel.line = found.last_line;
  }
  write_made_file(kernel.file, text);
}

}  // namespace warpgrade::verify
