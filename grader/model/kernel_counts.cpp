#include "model/kernel_counts.hpp"

#include <cstdint>

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

namespace warpgrade {
namespace {

/// Passes each figure and its name to `f`.
template <class Counts, class F>
void for_each_figure(Counts& counts, F f) {
  f("launches", counts.launches);
  f("read_sectors", counts.read_sectors);
  f("fresh_sectors", counts.fresh_sectors);
  f("written_sectors", counts.written_sectors);
  f("memory_passes", counts.memory_passes);
  f("hot_atomics", counts.hot_atomics);
}

}  // namespace

void to_json(nlohmann::json& j, const KernelCounts& counts) {
  j = {{"kernel", counts.kernel}, {"one_block", counts.one_block}, {"overlaps", counts.overlaps}};
  for_each_figure(counts, [&j](const char* name, double figure) { j[name] = std::uint64_t(figure); });
}

void from_json(const nlohmann::json& j, KernelCounts& counts) {
  j.at("kernel").get_to(counts.kernel);
  j.at("one_block").get_to(counts.one_block);
  j.at("overlaps").get_to(counts.overlaps);
  for_each_figure(counts, [&j](const char* name, double& figure) {
    figure = double(whole_number<std::uint64_t>(j.at(name)));
  });
}

}  // namespace warpgrade
