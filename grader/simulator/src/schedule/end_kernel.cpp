#include "schedule/end_kernel.hpp"

#include <utility>

#include "report/errors.hpp"
#include "schedule/host_thread.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

void end_kernel(Problem problem, Facts facts, const Where& where, cudaError_t error,
                const std::optional<OtherParty>& other) {
  require_one_host_thread(where.site);
  running.user = false;
  report(problem, std::move(facts), where, other);
  set_sticky_error(error);
  simulation.scheduler->end_grid();
}

}  // namespace wgsim::core
