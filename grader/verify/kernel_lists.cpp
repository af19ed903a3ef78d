#include "verify/kernel_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "spec/diagnostics.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "verify/layout.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

/// How often a text stands in another one, overlapping ones too.
std::size_t count_of(std::string_view text, std::string_view wanted) {
  std::size_t count = 0;
  if (wanted.empty()) return 0;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1))
    ++count;
  return count;
}

/// The name in `#include "NAME"`; empty for all other lines.
std::string quoted_include(const std::string& line) {
  constexpr std::string_view kStart = "#include \"";
  if (!line.starts_with(kStart)) return "";
  const std::size_t end = line.find('"', kStart.size());
  return end == std::string::npos ? "" : line.substr(kStart.size(), end - kStart.size());
}

std::string text_with_headers(const fs::path& file) {
  const auto text = system::file_text(file);
  if (!text) throw std::runtime_error(fmt::format("{} can't be read", as_typed(file).string()));
  std::istringstream stream(*text);
  std::string made, line;
  while (std::getline(stream, line)) {
    const std::string name = quoted_include(line);
    if (line == "#pragma once") continue;
    if (!name.empty() && fs::is_regular_file(file.parent_path() / name))
      made += text_with_headers(file.parent_path() / name);
    else
      made += line + '\n';
  }
  return made;
}

/// An edit and where in the base it is made.
struct Placed {
  std::size_t offset;
  const Edit* edit;
};

std::vector<Placed> place(const WrongKernel& kernel, const std::string& base) {
  std::vector<Placed> placed;
  spec::Diagnostics diagnostics(kernel.where.file);
  for (const Edit& edit : kernel.edits) {
    if (const std::size_t count = count_of(base, edit.find); count != 1)
      diagnostics.add(edit.where,
                      fmt::format("this text must stand exactly once in {}, and stands {} times there{}",
                                  as_typed(kernel.base).string(), count,
                                  count == 0 ? "" : ": take more of the lines around it"));
    placed.push_back({base.find(edit.find), &edit});
  }
  diagnostics.throw_if_any();
  std::ranges::sort(placed, {}, &Placed::offset);
  for (std::size_t i = 1; i < placed.size(); ++i)
    if (placed[i - 1].offset + placed[i - 1].edit->find.size() > placed[i].offset)
      spec::fail(placed[i].edit->where, "this edit and another one change the same text: make them one edit");
  return placed;
}

/// The line of a text's last character that is no line's end, from 1.
int line_of(const WrongKernel& kernel, std::string_view text) {
  if (kernel.line_text.empty()) return 0;
  if (const std::size_t count = count_of(text, kernel.line_text); count != 1)
    spec::fail(kernel.where_line,
               fmt::format("this text must stand exactly once in the made file, and stands {} times there: "
                           "`./grade verify --show {}` shows the file",
                           count, kernel.name));
  const std::size_t last = text.find(kernel.line_text) + kernel.line_text.find_last_not_of('\n');
  return 1 + static_cast<int>(std::ranges::count(text.substr(0, last), '\n'));
}

/// At once, since another verify may read it; not at all if it is there already. Throws std::runtime_error.
void write_made_file(const fs::path& file, const std::string& text) {
  if (system::file_text(file) == text) return;
  fs::create_directories(file.parent_path());
  system::write_file_atomically(file, text);
}

void make(WrongKernel& kernel, const fs::path& folder) {
  const std::string text = text_of(kernel);
  kernel.line = line_of(kernel, text);
  kernel.file = folder / (kernel.name + ".cu");
  write_made_file(kernel.file, text);
}

std::vector<WrongKernel> read_table(const fs::path& table, const fs::path& unit,
                                    const spec::Exercise& exercise, std::vector<std::string>& problems) {
  try {
    return read_wrong_kernels(table, unit, exercise);
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& mistake : error.diagnostics()) problems.push_back(mistake.str());
  }
  return {};
}

}  // namespace

std::vector<fs::path> right_kernels(const Installation& installation, const spec::Exercise& exercise) {
  std::vector<fs::path> files = files_in(installation.reference() / exercise.unit / "right" / exercise.name);
  std::erase_if(files, [](const fs::path& file) { return file.extension() == ".cuh"; });
  return files;
}

std::vector<WrongKernel> wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                                       std::vector<std::string>& problems) {
  const fs::path unit = installation.reference() / exercise.unit;
  const fs::path table = unit / "wrong" / (exercise.name + ".toml");
  if (!fs::exists(table)) return {};
  const fs::path folder = installation.cache / "wrong_kernels" / exercise.unit / exercise.name;
  if (exercise.program)
    for (const std::string& file : exercise.program->edit)
      write_made_file(folder / file, system::file_text(unit / file).value_or(""));
  std::vector<WrongKernel> made;
  for (WrongKernel& kernel : read_table(table, unit, exercise, problems)) {
    try {
      make(kernel, folder);
      made.push_back(std::move(kernel));
    } catch (const std::runtime_error& error) {
      problems.emplace_back(error.what());
    }
  }
  return made;
}

std::string base_text(const WrongKernel& kernel) { return text_with_headers(kernel.base); }

std::string text_of(const WrongKernel& kernel) {
  if (!kernel.code.empty()) return kernel.code;
  const std::string base = base_text(kernel);
  std::string made;
  std::size_t done = 0;
  for (const Placed& placed : place(kernel, base)) {
    made += base.substr(done, placed.offset - done) + placed.edit->replace;
    done = placed.offset + placed.edit->find.size();
  }
  return made + base.substr(done);
}

}  // namespace warpgrade::verify
