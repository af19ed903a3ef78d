#include "app/asked_reports.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <sstream>

namespace warpgrade::app {

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

void AskedReports::write(const Result& result, bool costs, std::ostream& out) {
  const auto attempt = [this](const auto& write) { all_written_ = try_to_write(write) && all_written_; };
  if (pictures_)
    attempt([&] {
      pictures_->write(result);
      pictures_->describe(out);
    });
  for (const auto& [format, file] : reports_)
    attempt([&, format = format, &file = file] {
      std::ostringstream text;
      format->write(text, result, costs);
      file.write(text.str(),
                 format->gives_commands ? ReportFile::Lines::as_they_are : ReportFile::Lines::harmless);
    });
}

}  // namespace warpgrade::app
