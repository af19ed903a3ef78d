#include "driver/cost_json.hpp"

#include <gtest/gtest.h>

namespace wgsim::driver {
namespace {

TEST(CostJson, HasEachKernelWithAllItsCounters) {
  Costs costs;
  KernelCosts& saxpy = costs.kernels.emplace_back();
  saxpy.kernel = "saxpy";
  saxpy.counters.launches = 1;
  saxpy.counters.global_sectors = 4096;
  costs.kernels.emplace_back().kernel = "scan<\"a\">";
  EXPECT_EQ(cost_json(costs),
            "{\"kernels\": [\n"
            "  {\"kernel\": \"saxpy\", \"launches\": 1, \"warps\": 0, \"global_bytes_read\": 0, "
            "\"global_bytes_written\": 0, \"global_requests\": 0, \"global_atomic_bytes\": 0, "
            "\"global_atomic_requests\": 0, \"constant_words\": 0, \"global_sectors\": 4096, "
            "\"global_ideal_sectors\": 0, \"serial_accesses\": 0, \"block_accesses\": 0, "
            "\"serial_steps\": 0, \"local_words\": 0, \"shared_requests\": 0, "
            "\"bank_conflicts\": 0, \"global_atomics\": 0, \"shared_atomics\": 0, "
            "\"atomic_requests\": 0, "
            "\"atomic_contention\": 0, \"barriers\": 0, \"branches\": 0, "
            "\"divergent_branches\": 0, "
            "\"active_lanes\": 0},\n"
            "  {\"kernel\": \"scan<\\\"a\\\">\", \"launches\": 0, \"warps\": 0, \"global_bytes_read\": 0, "
            "\"global_bytes_written\": 0, \"global_requests\": 0, \"global_atomic_bytes\": 0, "
            "\"global_atomic_requests\": 0, \"constant_words\": 0, \"global_sectors\": 0, "
            "\"global_ideal_sectors\": 0, \"serial_accesses\": 0, \"block_accesses\": 0, "
            "\"serial_steps\": 0, \"local_words\": 0, \"shared_requests\": 0, "
            "\"bank_conflicts\": 0, "
            "\"global_atomics\": 0, "
            "\"shared_atomics\": 0, \"atomic_requests\": 0, \"atomic_contention\": 0, "
            "\"barriers\": 0, "
            "\"branches\": 0, \"divergent_branches\": 0, \"active_lanes\": 0}\n]}\n");
}

TEST(CostJson, NoKernelsGiveAnEmptyList) { EXPECT_EQ(cost_json({}), "{\"kernels\": [\n]}\n"); }

}  // namespace
}  // namespace wgsim::driver
