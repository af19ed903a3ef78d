// Which elements does an update count? A thread has read them before it adds: the last element of another
// array that it read, or, if it collects several elements and adds them in one update, the first of those
// that it has not added yet.
#include "report/drawing/updates.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/drawing/provenance.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr std::size_t kMostUpdates = 400, kMostCells = 72;  ///< more than that is no drawing

/// What a thread has done so far.
struct ThreadPast {
  const RecordedEvent* last = nullptr;
  std::vector<Cell> read;  ///< and not yet added anywhere
};

long long signed_difference(const RecordedEvent& event) {
  const std::uint64_t difference = event.after - event.before;
  return event.bytes == 4 ? std::int32_t(difference) : std::int64_t(difference);
}

class UpdateFinder {
 public:
  explicit UpdateFinder(Updates& updates) : u_(updates), recording_(*updates.recording) {
    for (const RecordedOutput& output : recording_.outputs) outputs_.insert(output.array);
  }

  void find() {
    for (const RecordedEvent& event : recording_.events) {
      ThreadPast& past = pasts_[{event.launch, event.block, event.thread}];
      if (event.kind == RecordedKind::read) past.read.push_back(cell_of(event));
      if (event.kind == RecordedKind::atomic || event.kind == RecordedKind::write) consider(event, past);
      if (is_access(event.kind)) past.last = &event;
    }
    settle_amounts();
    mark_collisions();
    mark_races();
    find_levels();
  }

 private:
  Cell cell_of(const RecordedEvent& event) const {
    const RecordedArray& array = recording_.arrays[event.array];
    return {event.array, array.shared ? event.block : 0, event.byte / std::max(array.element_bytes, 1u)};
  }

  /// An event is an update if it is atomic, if it writes a word that this thread has just read, or if it
  /// writes to an output without clearing it.
  void consider(const RecordedEvent& event, ThreadPast& past) {
    const bool atomic = event.kind == RecordedKind::atomic;
    const RecordedEvent* before = past.last;
    const bool adds = before != nullptr && before->kind == RecordedKind::read &&
                      before->array == event.array && before->byte == event.byte;
    const bool is_output = outputs_.contains(recording_.arrays[event.array].name);
    if (!atomic && !adds && (!is_output || event.after == 0)) return;
    Update update{.target = cell_of(event),
                  .sources = {},
                  .launch = event.launch,
                  .block = event.block,
                  .thread = event.thread,
                  .phase = event.phase,
                  .line = event.line,
                  .amount = atomic || adds ? signed_difference(event) : (long long)(event.after),
                  .atomic = atomic,
                  .overwrites = !atomic && !adds};
    instructions_.push_back(event.instruction);
    befores_.push_back((long long)(event.before));
    update.sources = take_sources(update, past);
    u_.updates.push_back(std::move(update));
  }

  /// The recorder may learn the value that an atomic operation leaves too late, after operations of other
  /// threads. The value that the next operation finds there is always right, so amounts are computed from
  /// that.
  void settle_amounts() {
    std::map<Cell, std::vector<std::size_t>> atomics;
    for (std::size_t i = 0; i < u_.updates.size(); ++i)
      if (u_.updates[i].atomic) atomics[u_.updates[i].target].push_back(i);
    for (const auto& [cell, list] : atomics)
      for (std::size_t k = 0; k + 1 < list.size(); ++k) {
        const long long step = befores_[list[k + 1]] - befores_[list[k]];
        if (step > 0 && step < u_.updates[list[k]].amount) u_.updates[list[k]].amount = step;
      }
  }

  std::vector<Cell> take_sources(const Update& update, ThreadPast& past) const {
    std::vector<Cell>& read = past.read;
    std::erase(read, update.target);
    if (read.empty()) return {};
    const bool several = update.amount > 1 && read.size() > 1 && !recording_.arrays[read.back().array].shared;
    std::vector<Cell> sources = {read.back()};
    if (several) {
      const auto count = std::ptrdiff_t(std::min(std::size_t(update.amount), read.size()));
      sources.assign(read.begin(), read.begin() + count);
      read.erase(read.begin(), read.begin() + count);
    } else {
      read.clear();
    }
    return sources;
  }

  void mark_collisions() {
    using Instruction = std::tuple<unsigned, unsigned, unsigned, std::uint64_t, Cell>;
    std::map<Instruction, std::vector<std::size_t>> lanes;
    for (std::size_t i = 0; i < u_.updates.size(); ++i) {
      const Update& update = u_.updates[i];
      if (instructions_[i] != 0)
        lanes[{update.launch, update.block, update.thread / 32, instructions_[i], update.target}].push_back(
            i);
    }
    for (const auto& [instruction, updates] : lanes)
      for (const std::size_t i : updates) u_.updates[i].collisions = unsigned(updates.size());
  }

  void mark_races() {
    for (const Finding& finding : recording_.findings) {
      if (finding.verdict != Verdict::race) continue;
      for (Update& update : u_.updates) {
        if (update.line >= recording_.lines.size()) continue;
        const int line = recording_.lines[update.line].line;
        update.raced =
            update.raced || line == finding.place.line || (finding.other && line == finding.other->line);
      }
    }
  }

  // ---- What is shown -------------------------------------------------------------------------------------

  /// 0: what is only read; 1: counters of blocks; 2: counters of all.
  std::size_t level_of(const Cell& cell, bool is_target) const {
    if (recording_.arrays[cell.array].shared) return 1;
    return is_target ? 2 : 0;
  }

  void find_levels() {
    std::map<std::tuple<std::size_t, unsigned, unsigned>, CellRow> rows;  // by level, array and block
    const auto show = [&](const Cell& cell, bool is_target) {
      CellRow& row = rows.try_emplace({level_of(cell, is_target), cell.block, cell.array},
                                      CellRow{cell.array, cell.block, cell.element, cell.element})
                         .first->second;
      row.first = std::min(row.first, cell.element);
      row.last = std::max(row.last, cell.element);
    };
    std::set<unsigned> targets;
    for (const Update& update : u_.updates) targets.insert(update.target.array);
    for (const Update& update : u_.updates) {
      show(update.target, true);
      for (const Cell& source : update.sources) show(source, targets.contains(source.array));
    }
    for (auto& [key, row] : rows) {
      if (const std::uint64_t all = recording_.arrays[row.array].elements; all > 0 && all <= kMostCells)
        row = {row.array, row.block, 0, all - 1};  // also those that nobody touched
    }
    std::vector<std::vector<CellRow>> levels(3);
    for (const auto& [key, row] : rows) levels[std::get<0>(key)].push_back(row);
    for (std::vector<CellRow>& level : levels) {
      if (cells_in(level) > kMostCells) u_.updates.clear();
      if (!level.empty()) u_.levels.push_back(std::move(level));
    }
    if (u_.updates.size() > kMostUpdates) u_.updates.clear();
  }

  Updates& u_;
  const Recording& recording_;
  std::set<std::string> outputs_;
  std::map<std::tuple<unsigned, unsigned, unsigned>, ThreadPast> pasts_;
  std::vector<std::uint64_t> instructions_;  ///< of the updates
  std::vector<long long> befores_;           ///< what they found
};

// ---- Sentences -------------------------------------------------------------------------------------------

/// Names the first counter that was not 0 before anybody wrote it.
std::string uncleared_in_words(const Updates& u) {
  std::set<std::pair<unsigned, std::uint64_t>> written;  // of global memory
  for (const RecordedEvent& event : u.recording->events) {
    if (event.kind != RecordedKind::write && event.kind != RecordedKind::atomic) continue;
    const RecordedArray& array = u.recording->arrays[event.array];
    if (array.shared || !written.insert({event.array, event.byte}).second) continue;
    if (event.kind == RecordedKind::atomic && event.before != 0)
      return fmt::format("{}[{}] held {} before the first update: nobody cleared it.", array.name,
                         event.byte / std::max(array.element_bytes, 1u), event.before);
  }
  return "";
}

std::string wrong_counter_in_words(const Updates& u, const RecordedOutput& output) {
  std::vector<std::string> sources;
  std::size_t count = 0;
  for (const Update& update : u.updates) {
    if (u.recording->arrays[update.target.array].name != output.array ||
        update.target.element != output.index)
      continue;
    ++count;
    for (const Cell& source : update.sources)
      if (sources.size() < 6) sources.push_back(u.name_of(source));
  }
  std::string text = fmt::format("{}[{}] = {} and must be {}. ", output.array, output.index,
                                 output.written ? output.value : "nothing", output.expected);
  if (count == 0) return text + "No thread updated it.";
  text += fmt::format("It got {}", counted(count, "update"));
  return sources.empty() ? text + "." : text + fmt::format(", from {}.", fmt::join(sources, ", "));
}

}  // namespace

bool Updates::is_wrong(const Update& update) const {
  return update.raced || (update.overwrites && !recording->is_right());
}

unsigned Updates::most_collisions() const {
  unsigned most = 1;
  for (const Update& update : updates) most = std::max(most, update.collisions);
  return most;
}

std::string Updates::name_of(const Cell& cell) const {
  const RecordedArray& array = recording->arrays[cell.array];
  return fmt::format("{}[{}]", array.name, cell.element);
}

const RecordedOutput* Updates::output_of(const Cell& cell) const {
  for (const RecordedOutput& output : recording->outputs)
    if (output.index == cell.element && output.array == recording->arrays[cell.array].name) return &output;
  return nullptr;
}

std::optional<std::string> Updates::value_of(const Cell& cell) const {
  if (const RecordedOutput* output = output_of(cell); output != nullptr && output->written)
    return output->value;
  std::optional<std::string> value;
  for (const RecordedEvent& event : recording->events) {
    const RecordedArray& array = recording->arrays[event.array];
    if (!is_access(event.kind) || event.array != cell.array || (array.shared && event.block != cell.block) ||
        event.byte / std::max(array.element_bytes, 1u) != cell.element)
      continue;
    const std::uint64_t bits = event.kind == RecordedKind::read ? event.before : event.after;
    if (array.type && array.type->size() <= sizeof bits)
      value = format_element(*array.type, reinterpret_cast<const std::byte*>(&bits));
    else
      value = fmt::format("{}", bits);
  }
  return value;
}

std::size_t cells_in(const std::vector<CellRow>& level) {
  std::size_t cells = 0;
  for (const CellRow& row : level) cells += row.cells();
  return cells;
}

Updates find_updates(const Recording& recording) {
  Updates updates{.recording = &recording};
  UpdateFinder(updates).find();
  return updates;
}

std::vector<std::string> explain(const Updates& updates) {
  const Recording& recording = *updates.recording;
  std::vector<std::string> sentences;
  const auto wrong = std::ranges::find(recording.outputs, false, &RecordedOutput::right);
  if (recording.is_right() && !recording.outputs.empty()) sentences.push_back("Every output is right.");
  if (wrong != recording.outputs.end()) {
    if (const std::string text = uncleared_in_words(updates); !text.empty()) sentences.push_back(text);
    sentences.push_back(wrong_counter_in_words(updates, *wrong));
  }
  if (updates.most_collisions() > 1)
    sentences.push_back(
        fmt::format("Up to {} lanes of a warp update one counter at the same time: they take turns.",
                    updates.most_collisions()));
  for (const Finding& finding : recording.findings)
    if (sentences.empty() || finding.verdict != Verdict::wrong_answer) sentences.push_back(finding.message);
  return sentences;
}

}  // namespace warpgrade::report::drawing
