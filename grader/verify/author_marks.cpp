#include "verify/author_marks.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "system/file_text.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "AUTHOR: ";
constexpr std::string_view kTextFiles[] = {".md", ".toml", ".cu", ".cuh", ".cpp"};

/// Without what ends a comment.
std::string trimmed(std::string text) {
  if (const std::size_t end = text.find(" -->"); end != std::string::npos) text.resize(end);
  while (text.ends_with(' ') || text.ends_with('.') || text.ends_with('\r')) text.pop_back();
  return text;
}

std::set<fs::path> files_of(const Installation& installation, const spec::Exercise& exercise) {
  const fs::path reference = installation.reference() / exercise.unit;
  std::set<fs::path> files{installation.course / "README.md",
                           exercise.folder.parent_path() / "README.md",
                           exercise.folder.parent_path() / "unit.toml",
                           stub_of(installation, exercise),
                           reference_of(installation, exercise),
                           reference / (exercise.name + ".hidden.toml"),
                           reference / "wrong" / (exercise.name + ".toml")};
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(exercise.folder, ignored))
    files.insert(entry.path());
  return files;
}

}  // namespace

std::vector<AuthorMark> author_marks(const fs::path& file) {
  if (std::ranges::find(kTextFiles, file.extension()) == std::end(kTextFiles)) return {};
  std::vector<AuthorMark> marks;
  std::istringstream text(system::file_text(file).value_or(""));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number)
    if (const std::size_t at = line.find(kMark); at != std::string::npos)
      marks.push_back({file, number, trimmed(line.substr(at + kMark.size()))});
  return marks;
}

void check_nothing_is_left(const Installation& installation,
                           const std::vector<const spec::Exercise*>& exercises,
                           std::vector<std::string>& problems) {
  std::set<fs::path> files;
  for (const spec::Exercise* exercise : exercises) files.merge(files_of(installation, *exercise));
  for (const fs::path& file : files)
    for (const AuthorMark& mark : author_marks(file))
      problems.push_back(fmt::format("{}:{}: left to write (AUTHOR): {}", as_typed(mark.file).string(),
                                     mark.line, mark.what));
}

}  // namespace warpgrade::verify
