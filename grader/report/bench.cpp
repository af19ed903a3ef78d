// The terminal: a line is the size, then for each contestant its throughput, the share of the copy's, how it
// compares with NVIDIA's library, and how far its slowest calls are from the median.
#include "report/bench.hpp"

#include <array>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/library.hpp"
#include "report/columns.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kSizeWidth = 22;

/// The columns of one contestant. All but the library itself are compared with the library.
class ContestantColumns {
 public:
  ContestantColumns(const BenchTask& task, const std::string& contestant) : contestant_(contestant) {
    if (find_library(contestant)) return;
    for (const std::string& other : task.contestants)
      if (const Library* library = find_library(other))
        times_library_ = fmt::format("   × {}", library->title);
  }

  std::string title() const {
    const Library* library = find_library(contestant_);
    return pad_right(fmt::format("     {}", library ? library->title : contestant_), width());
  }
  std::string names() const {
    return fmt::format("{:>10} {:>7}{} {:>9}", "GB/s", "% copy", times_library_, "p99/med");
  }
  std::string figures(const std::optional<BenchTime>& time) const {
    if (!time) return pad_right("         -", width());
    std::string share, times;
    if (time->copy_fraction) share = fmt::format("{:.1f}", 100 * time->copy_fraction->value);
    if (time->times_library && !times_library_.empty())
      times = fmt::format("{:.2f}", time->times_library->value);
    return fmt::format("{:>10.0f} {:>7}{:>{}} {:>9.3f}", time->gb_per_second, share, times,
                       display_width(times_library_), time->p99_over_median());
  }

 private:
  std::size_t width() const { return 28 + display_width(times_library_); }

  std::string contestant_, times_library_;
};

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string section(const BenchTask& task, const Style& style) {
  std::string text =
      fmt::format("\n{}  {}, {}\n", style.bold(task.exercise + "/" + task.task), task.op, task.input);
  if (!task.note.empty()) text += "  " + task.note + '\n';
  if (task.points.empty()) return text;
  std::string titles(kSizeWidth, ' ');
  std::string columns = fmt::format("{:>10} {:>11}", "n", "bytes");
  for (const std::string& contestant : task.contestants) {
    titles += ContestantColumns(task, contestant).title();
    columns += ContestantColumns(task, contestant).names();
  }
  text += style.dim(without_blanks_at_end(titles)) + '\n' + style.dim(columns) + '\n';
  for (const BenchPoint& point : task.points) {
    std::string line = fmt::format("{:>10} {:>11}", size_name(point.n),
                                   point.bytes == 0 ? "" : bytes_name(double(point.bytes)));
    for (std::size_t i = 0; i < point.times.size(); ++i)
      line += ContestantColumns(task, task.contestants[i]).figures(point.times[i]);
    text += without_blanks_at_end(line) + '\n';
    if (!point.note.empty()) text += std::string(11, ' ') + style.bad("! ") + point.note + '\n';
  }
  return text;
}

}  // namespace

std::string bytes_name(double bytes) {
  constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

void write_bench_json(std::ostream& out, const BenchResult& result) { out << json_text(result); }

void write_bench_text(std::ostream& out, const BenchResult& result, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::string text = style.bold(result.machine()) + '\n';
  if (const double copy = result.copy_gb_per_second(); copy > 0)
    text += fmt::format("A large copy reaches {:.0f} of {:.0f} GB/s; the shortest call took {:.1f} µs.\n",
                        copy, result.peak_gb_per_second(), 1000 * result.shortest_ms());
  for (const BenchTask& task : result.tasks) text += section(task, style);
  text += fmt::format(
      "\nGB/s: each input read once and each output written once, over the median time. {:.0f} s, seed {}.\n",
      result.seconds, result.seed);
  out << (options.unicode ? text : to_ascii(text));
}

}  // namespace warpgrade::report
