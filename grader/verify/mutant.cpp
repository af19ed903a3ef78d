#include "verify/mutant.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unistd.h>
#include <utility>

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

/// An edit and where in the base it is made.
struct Placed {
  std::size_t offset;
  const Edit* edit;
};

std::vector<Placed> place(const Mutant& mutant, const std::string& base) {
  std::vector<Placed> placed;
  spec::Diagnostics diagnostics(mutant.where.file);
  for (const Edit& edit : mutant.edits) {
    const UniqueText found = find_unique(base, edit.find);
    if (found.count != 1)
      diagnostics.add(edit.where,
                      fmt::format("this text must stand exactly once in {}, and stands {} times there{}",
                                  as_typed(mutant.base).string(), found.count,
                                  found.count == 0 ? "" : ": take more of the lines around it"));
    placed.push_back({found.offset, &edit});
  }
  diagnostics.throw_if_any();
  std::ranges::sort(placed, {}, &Placed::offset);
  for (std::size_t i = 1; i < placed.size(); ++i)
    if (placed[i - 1].offset + placed[i - 1].edit->find.size() > placed[i].offset)
      spec::fail(placed[i].edit->where, "this edit and another one change the same text: make them one edit");
  return placed;
}

/// Written beside its place and renamed: another verify may read it.
void write_file(const fs::path& file, const std::string& text) {
  if (system::file_text(file) == text) return;
  fs::create_directories(file.parent_path());
  const fs::path half = file.parent_path() / fmt::format(".{}.{}", file.filename().string(), ::getpid());
  std::ofstream stream(half, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("{} can't be written", half.string()));
  fs::rename(half, file);
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

std::string made_text(const Mutant& mutant) {
  const std::string base = base_text(mutant.base);
  std::string made;
  std::size_t done = 0;
  for (const Placed& placed : place(mutant, base)) {
    made += base.substr(done, placed.offset - done) + placed.edit->replace;
    done = placed.offset + placed.edit->find.size();
  }
  return made + base.substr(done);
}

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
  write_file(kernel.file, text);
}

}  // namespace warpgrade::verify
