// Where a report goes: a file, which is replaced as a whole; standard output; or what is no regular file (a
// device, a pipe, the shell's `>(command)`), which is written to directly.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "system/descriptor.hpp"

namespace warpgrade::app {

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

}  // namespace warpgrade::app
