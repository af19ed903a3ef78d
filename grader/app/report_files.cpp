#include "app/report_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "report/harmless_lines.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {

namespace {

namespace fs = std::filesystem;

std::runtime_error failure(const fs::path& path, int reason) {
  return std::runtime_error(fmt::format("can't write {}: {}", path.string(), std::strerror(reason)));
}

/// Does the path name standard output in another way: as /dev/stdout, or as the file that it was redirected
/// to? Not the null device, which has no reader who would need to tell two reports apart.
bool is_stdout(const struct stat& status) {
  struct stat out {};
  if (::fstat(STDOUT_FILENO, &out) != 0) return false;
  const bool same = status.st_dev == out.st_dev && status.st_ino == out.st_ino;
  return same && (!S_ISCHR(out.st_mode) || ::isatty(STDOUT_FILENO));
}

/// If it is, its number is taken by what can only be read (system/limits.hpp).
bool is_stdout_closed() {
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  return flags < 0 || (flags & O_ACCMODE) == O_RDONLY;
}

void write_all(int to, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(to, text.data(), text.size());
    if (written < 0 && errno != EINTR) throw failure(path, errno);
    if (written > 0) text.remove_prefix(std::size_t(written));
  }
}

}  // namespace

ReportFile::ReportFile(const std::string& option, const fs::path& path) : path_(path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && is_stdout(status)))
    kind_ = Kind::standard_output;
  else if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    kind_ = Kind::special;
  try {
    if (kind_ == Kind::standard_output && is_stdout_closed()) throw failure("standard output", EBADF);
    if (kind_ == Kind::file) system::require_writable(path_);
    if (kind_ != Kind::special) return;
    special_ = system::Descriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    if (special_.get() < 0) throw failure(path_, errno);
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("{}. Give {} a file in a folder that you may write to.", error.what(), option));
  }
}

void ReportFile::write(std::string_view report, Lines lines) const {
  if (kind_ == Kind::file) return system::write_file_atomically(path_, report);
  const std::string text = lines == Lines::harmless ? report::CommandBreaker()(report) : std::string(report);
  if (kind_ == Kind::special) return write_all(special_.get(), text, path_);
  std::cout.flush();
  write_all(STDOUT_FILENO, text, "standard output");
}

bool try_to_write(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const std::exception& error) {
    std::cerr << "grade: " << error.what() << '\n';
    return false;
  }
}

PictureFolder::PictureFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    throw std::runtime_error(
        fmt::format("the folder {} for the pictures can't be made: {}", folder_.string(), error.message()));
}

void PictureFolder::write(const Result& result) {
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const CaseResult& one : task.cases)
        if (!one.pictures.empty())
          write(fmt::format("{}.{}.{}{}", exercise.name, task.name, one.name,
                            one.device == kDefaultDevice ? "" : fmt::format(".{}", to_string(one.device))),
                one.pictures);
}

void PictureFolder::write(const std::string& stem, const std::vector<PictureFile>& pictures) {
  const auto path_of = [&](const std::string& name) {
    return folder_ / fmt::format("{}.{}.png", stem, name);
  };
  for (const char* only_when_wrong : {"right", "difference"})
    std::filesystem::remove(path_of(only_when_wrong));
  std::vector<std::string>& names = names_[stem];
  for (const PictureFile& file : pictures) {
    system::write_file_atomically(path_of(file.name),
                                  {reinterpret_cast<const char*>(file.png.data()), file.png.size()});
    names.push_back(file.name);
  }
}

void PictureFolder::describe(std::ostream& out) const {
  if (names_.empty()) {
    out << "No pictures: none of the cases that ran has one.\n";
    return;
  }
  out << fmt::format("Pictures in {}:\n", folder_.string());
  for (const auto& [stem, names] : names_)
    out << fmt::format("  {}.{{{}}}.png\n", stem, fmt::join(names, ","));
}

namespace fs = std::filesystem;

AskedReports::AskedReports(const std::vector<fs::path>& files, const fs::path& pictures) {
  std::vector<std::exception_ptr> failures;
  const auto open = [&](const auto& make) {
    try {
      make();
    } catch (const std::exception&) {
      failures.push_back(std::current_exception());
    }
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    const report::Format& format = report::formats()[i];
    if (!files[i].empty()) open([&] { reports_.emplace_back(&format, ReportFile(format.option, files[i])); });
  }
  if (!pictures.empty()) open([&] { pictures_.emplace(pictures); });
  if (failures.empty()) return;
  if (reports_.empty() && !pictures_) std::rethrow_exception(failures.front());
  for (const std::exception_ptr& failure : failures) try_to_write([&] { std::rethrow_exception(failure); });
  all_written_ = false;
}

bool AskedReports::use_standard_output() const {
  return std::ranges::any_of(reports_, [](const auto& one) { return one.second.is_standard_output(); });
}

bool AskedReports::show_drawings() const {
  return std::ranges::any_of(reports_, [](const auto& one) { return one.first->has_pictures; });
}

void AskedReports::write(const Result& result, const Result& shown, bool costs, std::ostream& out) {
  const auto attempt = [this](const auto& write) { all_written_ = try_to_write(write) && all_written_; };
  if (pictures_)
    attempt([&] {
      pictures_->write(result);
      pictures_->describe(out);
    });
  for (const auto& [format, file] : reports_)
    attempt([&, format = format, &file = file] {
      std::ostringstream text;
      format->write(text, format->tells_instructors ? result : shown, costs);
      file.write(text.str(),
                 format->gives_commands ? ReportFile::Lines::as_they_are : ReportFile::Lines::harmless);
    });
}

}  // namespace warpgrade::app
