#include "classes/submissions/collect.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/archive.hpp"
#include "classes/submissions/names.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

/// A file without a time, such as one out of an archive that tells none, has the time zero.
std::optional<std::chrono::sys_seconds> time_of(const fs::path& file) {
  struct stat status {};
  if (lstat(file.c_str(), &status) != 0 || status.st_mtim.tv_sec <= 0) return std::nullopt;
  return std::chrono::sys_seconds(std::chrono::seconds(status.st_mtim.tv_sec));
}

class Collection {
 public:
  Collection(fs::path work, const PileLimits& limits)
      : work_(std::move(work)),
        limits_(limits),
        budget_{limits.attempt_bytes, limits.file_bytes, limits.attempt_files} {}

  void add(const Source& source) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(source.path, error);
    const std::string name = printable(source.name.empty() ? source.path.filename().string() : source.name);
    if (fs::is_directory(status))
      add_folder(source.path);
    else if (!fs::is_regular_file(status))
      found_.problem = fmt::format("{} {}", name, what_it_is(status));
    else
      add_file({name, source.path, time_of(source.path), source.order, {}, false}, 0, source.name);
  }

  Found take() {
    std::ranges::stable_sort(found_.files, {}, &FoundFile::name);  // folders are read in any order
    if (!too_deep_.empty())
      found_.remarks.push_back(
          some_of(too_deep_, "not unpacked, within archives that are in one themselves"));
    return std::move(found_);
  }

 private:
  /// `placed_name`: a platform has renamed it, so it goes to the work folder under this name.
  void add_file(FoundFile file, int depth, const std::string& placed_name = "") {
    if (file.refused.empty() && is_archive_name(base_name(file.name))) return add_archive(file, depth);
    if (file.refused.empty() && !placed_name.empty()) place(file, placed_name);
    found_.files.push_back(std::move(file));
  }

  void add_folder(const fs::path& folder) {
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      const std::string component = at->path().filename().string();
      const fs::file_status status = at->symlink_status(error);
      if (is_left_out(component)) {
        if (fs::is_directory(status)) at.disable_recursion_pending();
        continue;
      }
      if (++seen_ > limits_.attempt_files) {
        found_.remarks.push_back(
            fmt::format("only the first {} files were looked at", limits_.attempt_files));
        return;
      }
      add_entry(at->path(), printable(at->path().lexically_relative(folder).string()), status);
      if (at.depth() >= kDeepestFolder) at.disable_recursion_pending();
    }
    if (error) found_.problem = fmt::format("not all of it can be read: {}", error.message());
  }

  void add_entry(const fs::path& path, const std::string& name, fs::file_status status) {
    if (fs::is_directory(status))  // told only where it has the name of an exercise's file
      found_.files.push_back({name, {}, {}, 0, "is a folder and no file", true});
    else if (!fs::is_regular_file(status))
      add_file({name, {}, {}, 0, what_it_is(status), false}, 0);
    else
      add_file({name, path, time_of(path), 0, {}, false}, 0);
  }

  void add_archive(const FoundFile& archive, int depth) {
    if (depth > 1) {
      too_deep_.push_back(archive.name);
      return;
    }
    Found inside = unpack(archive.file, work_ / fmt::format("archive{}", ++archives_), budget_);
    std::ranges::move(inside.remarks, std::back_inserter(found_.remarks));
    if (!inside.problem.empty()) {  // half of an archive is not what was handed in
      if (found_.problem.empty()) found_.problem = fmt::format("{} {}", archive.name, inside.problem);
      return;
    }
    for (FoundFile& file : inside.files) {
      if (depth > 0) file.name = archive.name + "/" + file.name;
      file.order = archive.order;
      add_file(std::move(file), depth + 1);
    }
  }

  void place(FoundFile& file, const std::string& name) {
    const system::FileBeneath read = system::read_file_beneath(file.file.parent_path(), file.file.filename(),
                                                               std::size_t(limits_.file_bytes));
    if (!read.text) {
      file.refused = system::in_words(read.why_not);
      return file.file.clear();
    }
    file.file = work_ / "files" / printable(name, '_');
    for (int i = 2; fs::exists(file.file); ++i)
      file.file = work_ / fmt::format("files{}", i) / printable(name, '_');
    system::write_file_and_folders(file.file, *read.text);
  }

  fs::path work_;
  const PileLimits& limits_;
  UnpackBudget budget_;
  Found found_;
  std::vector<std::string> too_deep_;  // archives
  int archives_ = 0;
  int seen_ = 0;
};

}  // namespace

std::string what_it_is(fs::file_status status) {
  switch (status.type()) {
    case fs::file_type::symlink: return "is a symbolic link, which is not followed";
    case fs::file_type::fifo: return "is a pipe and no file";
    case fs::file_type::not_found: return "does not exist";
    default: return "is no file";
  }
}

std::string some_of(const std::vector<std::string>& names, std::string_view what) {
  constexpr std::size_t few = 3;
  const std::size_t shown = std::min(names.size(), few);
  const std::vector<std::string> first(names.begin(), names.begin() + std::ptrdiff_t(shown));
  return fmt::format("{} {}: {}{}", names.size(), what, fmt::join(first, ", "),
                     names.size() > few ? ", …" : "");
}

Found collect(const HandIn& hand_in, const fs::path& work, const PileLimits& limits) {
  std::error_code ignored;
  fs::remove_all(work, ignored);  // of an earlier run
  Collection collection(work, limits);
  for (const Source& source : hand_in.sources) collection.add(source);
  return collection.take();
}

}  // namespace warpgrade::classes
