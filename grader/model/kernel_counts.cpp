#include "model/kernel_counts.hpp"

#include <cstdint>

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

namespace warpgrade {
namespace {

double count_in(const nlohmann::json& j, const char* name) {
  return double(whole_number<std::uint64_t>(j.at(name)));
}

}  // namespace

void to_json(nlohmann::json& j, const KernelCounts& counts) {
  const auto whole = [](double value) { return std::uint64_t(value); };
  j = {{"kernel", counts.kernel},
       {"one_block", counts.one_block},
       {"overlaps", counts.overlaps},
       {"launches", whole(counts.launches)},
       {"read_sectors", whole(counts.read_sectors)},
       {"fresh_sectors", whole(counts.fresh_sectors)},
       {"written_sectors", whole(counts.written_sectors)},
       {"memory_passes", whole(counts.memory_passes)},
       {"hot_atomics", whole(counts.hot_atomics)}};
}

void from_json(const nlohmann::json& j, KernelCounts& counts) {
  j.at("kernel").get_to(counts.kernel);
  j.at("one_block").get_to(counts.one_block);
  j.at("overlaps").get_to(counts.overlaps);
  counts.launches = count_in(j, "launches");
  counts.read_sectors = count_in(j, "read_sectors");
  counts.fresh_sectors = count_in(j, "fresh_sectors");
  counts.written_sectors = count_in(j, "written_sectors");
  counts.memory_passes = count_in(j, "memory_passes");
  counts.hot_atomics = count_in(j, "hot_atomics");
}

}  // namespace warpgrade
