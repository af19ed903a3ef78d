#include <algorithm>

#include <fmt/format.h>

#include "report/drawing/text_canvas.hpp"
#include "report/drawing/updates.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr int kUpdateNames = 32, kUpdatePitch = 5;
constexpr std::uint64_t kMostColumns = 7;  ///< more counters than that: the line says which one

class UpdatesWriter {
 public:
  explicit UpdatesWriter(const Updates& updates) : u_(updates), recording_(*updates.recording) {}

  const TextCanvas& write() {
    for (const std::vector<CellRow>& level : u_.levels)
      for (const CellRow& row : level) write_table(row);
    return canvas_;
  }

 private:
  bool is_in(const Cell& cell, const CellRow& row) const {
    return cell.array == row.array && cell.block == row.block;
  }

  void write_table(const CellRow& row) {
    if (std::ranges::none_of(u_.updates, [&](const Update& update) { return is_in(update.target, row); }))
      return;
    if (y_ > 0) ++y_;
    const RecordedArray& array = recording_.arrays[row.array];
    const bool columns = row.last - row.first < kMostColumns;
    canvas_.text(0, y_, array.shared ? fmt::format("{} of block {}", array.name, row.block) : array.name,
                 TextTone::strong);
    if (columns)
      for (std::uint64_t element = row.first; element <= row.last; ++element)
        canvas_.text(x_of(row, element), y_, pad_left(fmt::format("[{}]", element), 4), TextTone::quiet);
    ++y_;
    for (const Update& update : u_.updates)
      if (is_in(update.target, row)) write_update(update, row, columns);
    if (columns) write_totals(row);
  }

  static int x_of(const CellRow& row, std::uint64_t element) {
    return kUpdateNames + kUpdatePitch * int(element - row.first);
  }

  void write_update(const Update& update, const CellRow& row, bool columns) {
    std::string name = fmt::format("  thread {}", update.thread);
    if (recording_.launches[update.launch].blocks() > 1 && !recording_.arrays[row.array].shared)
      name = fmt::format("  b{} t{}", update.block, update.thread);
    if (!update.sources.empty())
      name +=
          fmt::format(": {}{}", u_.name_of(update.sources.front()), update.sources.size() > 1 ? " …" : "");
    canvas_.text(0, y_, fit(name, kUpdateNames - 1));
    const bool bad = u_.is_wrong(update);
    const std::string amount = fmt::format("{}{}",
                                           update.overwrites   ? "="
                                           : update.amount < 0 ? ""
                                                               : "+",
                                           update.amount);
    const std::string text =
        columns ? pad_left(amount, 4) : fmt::format("{} {}", u_.name_of(update.target), amount);
    canvas_.text(columns ? x_of(row, update.target.element) : kUpdateNames, y_, text,
                 bad ? TextTone::bad : TextTone::strong);
    std::string note;
    if (update.collisions > 1) note = fmt::format("{} at once", update.collisions);
    if (bad) note = update.raced ? "race" : "overwrites";
    canvas_.text(columns ? x_of(row, row.last) + kUpdatePitch + 1 : kUpdateNames + 22, y_, note,
                 bad ? TextTone::bad : TextTone::quiet);
    ++y_;
  }

  void write_totals(const CellRow& row) {
    canvas_.text(2, y_, "in the end", TextTone::quiet);
    for (std::uint64_t element = row.first; element <= row.last; ++element) {
      const Cell cell{row.array, row.block, element};
      const RecordedOutput* output = u_.output_of(cell);
      const TextTone tone = output == nullptr ? TextTone::plain
                            : output->right   ? TextTone::good
                                              : TextTone::bad;
      canvas_.text(x_of(row, element), y_, pad_left(fit(u_.value_of(cell).value_or("?"), 4), 4), tone);
    }
    ++y_;
  }

  const Updates& u_;
  const Recording& recording_;
  TextCanvas canvas_;
  int y_ = 0;
};

}  // namespace

std::string updates_text(const Updates& updates, const Style& style, bool unicode) {
  return UpdatesWriter(updates).write().str(style, unicode);
}

}  // namespace warpgrade::report::drawing
