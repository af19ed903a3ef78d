#include "classes/submissions/pile.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestFolder = 16;
constexpr std::size_t kMostFiles = 10'000;  ///< that are looked at, of one student

/// Folders that hold no work of a student: hidden ones, those of builds, and what macOS adds to archives.
bool is_left_out(std::string_view name) {
  return name.starts_with('.') || name == "build" || name == "__MACOSX";
}

/// Names come from strangers: a line break in one would begin a line of a report.
std::string printable(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '_';
  return name;
}

/// Fit for the name of a file that is not hidden.
std::string as_id(const std::string& name) { return (name.starts_with('.') ? "_" : "") + printable(name); }

/// The files of one student, by name; the newest of each name first.
class Finder {
 public:
  explicit Finder(Attempt& attempt) : attempt_(attempt) {}

  void look_into(const fs::path& folder, int depth = 0) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      entries.push_back(*at);
    if (error)
      attempt_.remarks.push_back(fmt::format("{} can't be read: {}", shown(folder), error.message()));
    std::ranges::sort(entries);
    for (const fs::directory_entry& entry : entries) take(entry, depth);
  }

  /// The newest file of this name; the others become a remark.
  std::optional<fs::path> newest(const std::string& name) {
    std::vector<fs::path>& all = by_name_[name];
    if (all.empty()) return std::nullopt;
    std::ranges::stable_sort(all, std::greater(), [](const fs::path& file) {
      std::error_code error;
      return fs::last_write_time(file, error);
    });
    for (std::size_t i = 1; i < all.size(); ++i)
      attempt_.remarks.push_back(
          fmt::format("there are several files named {}: {} is newer than {} and counts", name, shown(all[0]),
                      shown(all[i])));
    return all[0];
  }

  bool found_anything() const { return files_ > 0; }

 private:
  std::string shown(const fs::path& path) const {
    return printable(path.lexically_relative(attempt_.origin).string());
  }

  void take(const fs::directory_entry& entry, int depth) {
    const std::string name = entry.path().filename().string();
    const fs::file_status status = entry.symlink_status();
    if (fs::is_directory(status)) {
      if (!is_left_out(name) && depth < kDeepestFolder) look_into(entry.path(), depth + 1);
      return;
    }
    if (++files_ > kMostFiles) {
      if (files_ == kMostFiles + 1)
        attempt_.remarks.push_back(
            fmt::format("there are more than {} files; the rest was not looked at", kMostFiles));
      return;
    }
    if (fs::is_regular_file(status))
      by_name_[name].push_back(entry.path());
    else if (name.ends_with(".cu"))
      attempt_.remarks.push_back(fmt::format(
          "{} is {}", shown(entry.path()),
          fs::is_symlink(status) ? "a symbolic link, which is not followed" : "not an ordinary file"));
  }

  Attempt& attempt_;
  std::map<std::string, std::vector<fs::path>> by_name_;
  std::size_t files_ = 0;
};

Attempt read_attempt(const fs::path& folder, const spec::Course& course) {
  Attempt attempt;
  attempt.id = attempt.student.id = as_id(folder.filename().string());
  attempt.origin = folder;
  Finder finder(attempt);
  finder.look_into(folder);
  std::vector<std::string> names;
  for (const spec::Exercise& exercise : course.exercises) {
    names.push_back(exercise.source);
    if (const auto file = finder.newest(exercise.source)) attempt.files.push_back({exercise.name, *file});
  }
  if (attempt.files.empty())
    attempt.unreadable = !finder.found_anything()
                             ? "the folder is empty"
                             : fmt::format("there is no file named {}{}", names.at(0),
                                           names.size() > 1 ? ", or as another exercise" : "");
  return attempt;
}

}  // namespace

Pile read_pile(const fs::path& submissions, const spec::Course& course) {
  Pile pile;
  std::error_code error;
  for (fs::directory_iterator at(submissions, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (is_left_out(name)) continue;
    if (fs::is_directory(at->symlink_status()))
      pile.attempts.push_back(read_attempt(at->path(), course));
    else
      pile.remarks.push_back(fmt::format("{} is no folder of a student, and was left out", printable(name)));
  }
  if (error)
    throw std::runtime_error(fmt::format("{} can't be read: {}", submissions.string(), error.message()));
  std::ranges::sort(pile.attempts, {}, &Attempt::id);
  std::ranges::sort(pile.remarks);
  return pile;
}

}  // namespace warpgrade::classes
