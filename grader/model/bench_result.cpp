#include "model/bench_result.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

json to_json(const Measured& measured) {
  return {{"value", measured.value}, {"ci95", {measured.low, measured.high}}};
}

json to_json(const BenchTime& time) {
  json j = {{"median_ms", time.ms.value},
            {"ci95", {time.ms.low, time.ms.high}},
            {"p99_ms", time.p99_ms},
            {"gb_per_second", time.gb_per_second}};
  if (time.copy_fraction) j["copy_fraction"] = to_json(*time.copy_fraction);
  if (time.times_library) j["times_library"] = to_json(*time.times_library);
  return j;
}

json to_json(const BenchPoint& point, const std::vector<std::string>& contestants) {
  json times = json::object();
  for (std::size_t i = 0; i < point.times.size(); ++i)
    if (point.times[i]) times[contestants[i]] = to_json(*point.times[i]);
  json j = {{"n", point.n},
            {"bytes", point.bytes},
            {"copy_gb_per_second", point.copy_gb_per_second},
            {"peak_gb_per_second", point.peak_gb_per_second},
            {"repetitions", point.repetitions},
            {"discarded", point.discarded},
            {"times", times}};
  if (!point.note.empty()) j["note"] = point.note;
  return j;
}

json to_json(const BenchTask& task) {
  json files = json::object(), points = json::array();
  for (std::size_t i = 0; i < task.contestants.size(); ++i) files[task.contestants[i]] = task.files[i];
  for (const BenchPoint& point : task.points) points.push_back(to_json(point, task.contestants));
  json j = {{"exercise", task.exercise}, {"task", task.task}, {"operator", task.op},
            {"input", task.input},       {"files", files},    {"points", points}};
  if (!task.note.empty()) j["note"] = task.note;
  return j;
}

/// One figure of every point that has it.
template <class Figure>
std::vector<double> over_points(const BenchResult& result, Figure figure) {
  std::vector<double> values;
  for (const BenchTask& task : result.tasks)
    for (const BenchPoint& point : task.points)
      if (const double value = figure(point); value > 0) values.push_back(value);
  std::ranges::sort(values);
  return values;
}

double shortest_of(const BenchPoint& point) {
  double least = 0;
  for (const std::optional<BenchTime>& time : point.times)
    if (time && (least == 0 || time->ms.value < least)) least = time->ms.value;
  return least;
}

}  // namespace

double BenchResult::copy_gb_per_second() const {
  const auto copies = over_points(*this, [](const BenchPoint& point) { return point.copy_gb_per_second; });
  return copies.empty() ? 0 : copies[copies.size() / 2];
}

double BenchResult::peak_gb_per_second() const {
  const auto peaks = over_points(*this, [](const BenchPoint& point) { return point.peak_gb_per_second; });
  return peaks.empty() ? 0 : peaks.back();
}

double BenchResult::shortest_ms() const {
  const auto times = over_points(*this, shortest_of);
  return times.empty() ? 0 : times.front();
}

std::string BenchResult::machine() const {
  return gpu + ", CUDA " + cuda + (cub.empty() ? "" : ", CUB " + cub);
}

void to_json(json& j, const BenchResult& result) {
  json tasks = json::array();
  for (const BenchTask& task : result.tasks) tasks.push_back(to_json(task));
  j = {{"format", 1},
       {"gpu", result.gpu},
       {"cuda", result.cuda},
       {"memory_bytes", result.memory_bytes},
       {"seed", result.seed},
       {"seconds", result.seconds},
       {"copy_gb_per_second", result.copy_gb_per_second()},
       {"peak_gb_per_second", result.peak_gb_per_second()},
       {"shortest_ms", result.shortest_ms()},
       {"tasks", tasks}};
  if (!result.cub.empty()) j["cub"] = result.cub;
}

}  // namespace warpgrade
