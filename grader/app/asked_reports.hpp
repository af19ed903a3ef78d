// The files that a grading was asked for. One that can't be written is named on standard error and costs no
// other.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <utility>
#include <vector>

#include "app/picture_folder.hpp"
#include "app/report_file.hpp"
#include "model/result.hpp"
#include "report/formats.hpp"

namespace warpgrade::app {

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
  void write(const Result& result, bool costs, std::ostream& out);
  bool were_all_written() const { return all_written_; }

 private:
  std::vector<std::pair<const report::Format*, ReportFile>> reports_;
  std::optional<PictureFolder> pictures_;
  bool all_written_ = true;
};

}  // namespace warpgrade::app
