// The files that a grading was asked for: reports, and pictures. One that can't be written is named on
// standard error and costs no other.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/result.hpp"
#include "report/formats.hpp"
#include "system/descriptor.hpp"

namespace warpgrade::app {

/// Where a report goes: a file, which is replaced as a whole; standard output; or what is no regular file (a
/// device, a pipe, the shell's `>(command)`), which is written to directly.
class ReportFile {
 public:
  /// `path`: `-` is standard output. Made before the work begins, so that who mistyped a path need not wait
  /// for its end: throws UsageError that names `option` if nothing can be written there.
  ReportFile(const std::string& option, const std::filesystem::path& path);

  bool is_standard_output() const { return kind_ == Kind::standard_output; }
  /// True if a later report replaces an earlier one; false if it is written behind it.
  bool is_replaced() const { return kind_ == Kind::file; }

  /// Lines that go to a log may be commands for a CI service (report/harmless_lines.hpp).
  enum class Lines { harmless, as_they_are };
  /// Throws std::runtime_error.
  void write(std::string_view report, Lines lines = Lines::harmless) const;

 private:
  enum class Kind { file, standard_output, special };
  Kind kind_ = Kind::file;
  std::filesystem::path path_;
  system::Descriptor special_;
};

/// False if `write` throws; then what it says is told on standard error, and the work goes on.
bool try_to_write(const std::function<void()>& write);

/// ./grade --pictures DIR: the pictures of a grading as PNG files, to look at.
class PictureFolder {
 public:
  /// Creates the folder. Throws std::runtime_error if that can't be done.
  explicit PictureFolder(std::filesystem::path folder);

  /// Writes EXERCISE.TASK.CASE.NAME.png for each picture; with the device in the name if that is a GPU.
  /// Pictures of the same case from an earlier grading go.
  void write(const Result& result);

  /// What lies where, a line for each case.
  void describe(std::ostream& out) const;

 private:
  void write(const std::string& stem, const std::vector<PictureFile>& pictures);

  std::filesystem::path folder_;
  std::map<std::string, std::vector<std::string>> names_;  ///< of the pictures of each case
};

class AskedReports {
 public:
  /// `files`: one for each of report::formats(); `pictures`: a folder for them. Empty: not asked for. Made
  /// before the work begins: throws if nothing of what was asked for can be written, so that who mistyped a
  /// path need not wait for the end.
  AskedReports(const std::vector<std::filesystem::path>& files, const std::filesystem::path& pictures);

  bool use_standard_output() const;
  bool show_drawings() const;
  bool show_pictures() const { return pictures_ || show_drawings(); }

  /// `costs`: as in report::Format; `out`: what the pictures are is told there.
  void write(const Result& result, const Result& shown, bool costs, std::ostream& out);
  bool were_all_written() const { return all_written_; }

 private:
  std::vector<std::pair<const report::Format*, ReportFile>> reports_;
  std::optional<PictureFolder> pictures_;
  bool all_written_ = true;
};

}  // namespace warpgrade::app
