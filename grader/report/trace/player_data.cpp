// Most lists of numbers in it are a few runs: threads 0..31, cells 5, 7, 9, …. So all of them are written as
// runs: start, difference, count, start, …. Texts stand once, in a table, and others name them by number.
#include "report/trace/player_data.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "report/text.hpp"
#include "report/trace/words.hpp"

namespace warpgrade::report::trace {
namespace {

using nlohmann::json;
using Numbers = std::vector<std::int64_t>;

json runs(const Numbers& numbers) {
  json result = json::array();
  for (std::size_t i = 0; i < numbers.size();) {
    const std::int64_t difference = i + 1 < numbers.size() ? numbers[i + 1] - numbers[i] : 0;
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] - numbers[end - 1] == difference) ++end;
    result.insert(result.end(), {numbers[i], difference, end - i});
    i = end;
  }
  return result;
}

class Writer {
 public:
  Writer(const Recording& recording, const std::vector<Step>& steps, const Memory& memory,
         const std::vector<Race>& races)
      : recording_(recording), steps_(steps), memory_(memory) {
    number("");  // what nobody has written
    std::int64_t cells = 0;
    for (const ShownArray& array : memory.arrays) {
      first_cell_.push_back(cells);
      cells += std::int64_t(array.elements.size());
    }
    json all_arrays = json::array(), all_steps = json::array(), all_races = json::array(),
         all_launches = json::array();
    for (const ShownArray& array : memory.arrays) all_arrays.push_back(shown_array(array));
    for (std::size_t i = 0; i < steps.size(); ++i) all_steps.push_back(step(i));
    for (const Race& one : races) all_races.push_back(race(one));
    for (const RecordedLaunch& launch : recording.launches)
      all_launches.push_back({{"words", printable(launch_words(launch))},
                              {"threads", launch.threads_per_block()},
                              {"blocks", launch.blocks()}});
    result_ = {{"arrays", all_arrays}, {"steps", all_steps},       {"races", all_races},
               {"outputs", outputs()}, {"launches", all_launches}, {"texts", texts_}};
  }

  std::string take() const {
    std::string text;
    for (const char c : result_.dump(-1, ' ', false, json::error_handler_t::replace)) switch (c) {
        case '<': text += "\\u003c"; break;
        case '>': text += "\\u003e"; break;
        case '&': text += "\\u0026"; break;
        default: text += c;
      }
    return text;
  }

 private:
  std::int64_t number(const std::string& text) {
    const auto [known, is_new] = number_of_text_.try_emplace(text, std::int64_t(texts_.size()));
    if (is_new) texts_.push_back(printable(text));
    return known->second;
  }

  std::int64_t cell(const CellAccess& access) const {
    return first_cell_[access.array] + std::int64_t(access.cell);
  }

  json shown_array(const ShownArray& shown) {
    constexpr std::array kRoles = {"input", "global", "shared", "output"};
    const RecordedArray& array = recording_.arrays[shown.array];
    Numbers elements(shown.elements.begin(), shown.elements.end()), before;
    for (const std::string& text : shown.before) before.push_back(number(text));
    return {{"name", printable(array.name)}, {"role", kRoles[std::size_t(shown.role)]},
            {"launch", shown.launch},        {"block", shown.block},
            {"elements", runs(elements)},    {"before", runs(before)},
            {"left", shown.left_out},        {"size", array.elements}};
  }

  /// kind, launch, block, line; threads. For accesses of cells then cells, texts, and the threads of the
  /// accesses if these are not the threads of the step. For a shuffle then the threads whose values were
  /// taken, and the values.
  json step(std::size_t i) {
    const Step& one = steps_[i];
    Numbers threads, cells, texts, who;
    for (const std::size_t event : one.events)
      if (threads.empty() || threads.back() != recording_.events[event].thread)
        threads.push_back(recording_.events[event].thread);
    if (one.kind == StepKind::barrier || one.kind == StepKind::others) threads.clear();
    if (one.kind == StepKind::warp_sync) threads = lanes_of(one);
    for (const CellAccess& access : memory_.accesses[i]) {
      cells.push_back(cell(access));
      texts.push_back(number(access.text));
      who.push_back(recording_.events[access.event].thread);
    }
    if (one.kind == StepKind::shuffle)
      for (const std::size_t event : one.events) {
        const RecordedEvent& got = recording_.events[event];
        cells.push_back(got.source);
        texts.push_back(number(value_text(recording_, got.after, got.bytes == 0 ? 4 : got.bytes)));
      }
    json result = {int(one.kind), one.launch, one.block, one.line, runs(threads)};
    if (!cells.empty()) result.insert(result.end(), {runs(cells), runs(texts)});
    if (!who.empty() && who != threads) result.push_back(runs(who));
    return result;
  }

  Numbers lanes_of(const Step& one) const {
    const RecordedEvent& event = recording_.events[one.events.front()];
    Numbers threads;
    for (unsigned lane = 0; lane < kWarp; ++lane)
      if ((event.lanes >> lane & 1) != 0) threads.push_back(one.warp * kWarp + lane);
    return threads;
  }

  /// The cells that both of them access.
  json race(const Race& one) const {
    Numbers first, both;
    for (const CellAccess& access : memory_.accesses[one.first_step])
      if (access.event == one.first_event) first.push_back(cell(access));
    for (const CellAccess& access : memory_.accesses[one.second_step])
      if (access.event == one.second_event && std::ranges::find(first, cell(access)) != first.end())
        both.push_back(cell(access));
    return {{"first", one.first_step},
            {"second", one.second_step},
            {"cells", runs(both)},
            {"words", printable(race_words(recording_, one))}};
  }

  /// Cells of outputs that are wrong: the cell and what was to be there.
  json outputs() {
    json result = json::array();
    for (const RecordedOutput& output : recording_.outputs)
      for (std::size_t i = 0; i < memory_.arrays.size(); ++i) {
        const ShownArray& shown = memory_.arrays[i];
        if (shown.role != Role::output || recording_.arrays[shown.array].name != output.array) continue;
        const auto at = std::ranges::lower_bound(shown.elements, output.index);
        if (at == shown.elements.end() || *at != output.index) continue;
        result.push_back(
            {first_cell_[i] + (at - shown.elements.begin()), output.right ? 1 : 0, number(output.expected)});
      }
    return result;
  }

  const Recording& recording_;
  const std::vector<Step>& steps_;
  const Memory& memory_;
  std::vector<std::int64_t> first_cell_;
  std::map<std::string, std::int64_t> number_of_text_;
  std::vector<std::string> texts_;
  json result_;
};

}  // namespace

std::string data_of(const Recording& recording, const std::vector<Step>& steps, const Memory& memory,
                    const std::vector<Race>& races) {
  return Writer(recording, steps, memory, races).take();
}

}  // namespace warpgrade::report::trace
