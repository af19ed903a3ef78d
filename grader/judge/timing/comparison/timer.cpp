// The processes of all comparisons: one referee, and a runner for each contestant. A runner is kept as long
// as its contestant takes part in each next comparison, since starting one costs most of a second, for CUDA.
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "judge/timing/comparison/run_comparison.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

class GpuTimer final : public Timer {
 public:
  GpuTimer(std::filesystem::path referee, sandbox::Sandbox sandbox, FindOracle find_oracle)
      : program_(std::move(referee)), sandbox_(sandbox), find_oracle_(std::move(find_oracle)) {
    system::hide_from_other_processes();
  }

  Comparison run(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                 const ComparisonLimits& limits,
                 const std::function<bool(const Comparison&)>& enough) override {
    Comparison failed;
    failed.findings.resize(contestants.size());
    failed.hidden_ms.resize(contestants.size(), 0);
    try {
      if (!referee_) referee_ = std::make_unique<RefereeProcess>(program_);
      return run_comparison(request, find_oracle_(*request.exercise), contestants, limits, *referee_,
                            processes_of(contestants), enough);
    } catch (const RefereeFault& fault) {
      failed.failure = fault.what();
      referee_.reset();
    } catch (const std::system_error& error) {
      failed.failure = fmt::format("a process of the comparison can't be started: {}", error.what());
    }
    return failed;
  }

 private:
  /// By the runner, and a number where several contestants have the same runner.
  using Processes = std::map<std::pair<std::filesystem::path, int>, std::unique_ptr<ContestantProcess>>;

  /// Those that are left from the comparison before, and new ones. All others end, since each holds memory on
  /// the GPU.
  std::vector<ContestantProcess*> processes_of(const std::vector<Contestant>& contestants) {
    Processes old = std::exchange(processes_, {});
    std::map<std::filesystem::path, int> seen;
    std::vector<ContestantProcess*> found;
    for (const Contestant& contestant : contestants) {
      const auto key = std::pair(contestant.runner, seen[contestant.runner]++);
      auto& process = processes_[key] = std::move(old[key]);
      if (!process || !process->is_alive())
        process = std::make_unique<ContestantProcess>(contestant.runner, sandbox_);
      found.push_back(process.get());
    }
    return found;
  }

  std::filesystem::path program_;
  sandbox::Sandbox sandbox_;
  FindOracle find_oracle_;
  std::unique_ptr<RefereeProcess> referee_;
  Processes processes_;
};

}  // namespace

std::unique_ptr<Timer> make_timer(std::filesystem::path referee, sandbox::Sandbox sandbox,
                                  FindOracle find_oracle) {
  return std::make_unique<GpuTimer>(std::move(referee), sandbox, std::move(find_oracle));
}

}  // namespace warpgrade::judge
