// How a comparison goes:
//
//   open      the referee makes the arrays; each contestant opens those that are lent to it
//   warm up   every contestant calls the task once, untimed but checked
//   repeat    a fresh input; then the copy and all contestants in random order. A contestant's turn: it gets
//             ready; the referee prepares its arrays and the cache; it calls the task and answers; the
//             referee sums up its output. In the end all sums must be equal
//   settle    the contestants' claims against the judge's clock (settle.hpp)
//
// A contestant is stopped while it is not its turn, and ended once it is excluded. Processes are kept from
// comparison to comparison, since starting one costs most of a second, for CUDA: the referee, and the runner
// of each contestant that takes part in the next one too.
#include "judge/timing/comparison/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "judge/timing/comparison/comparison_data.hpp"
#include "judge/timing/comparison/contestant_process.hpp"
#include "judge/timing/comparison/participants.hpp"
#include "judge/timing/comparison/referee_process.hpp"
#include "judge/timing/comparison/settle.hpp"
#include "kit/inputs.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFewestRepetitions = 5;
constexpr int kAskEvery = 10;
constexpr double kTrustedLimit_s = 30;  // the driver may compile for this card

/// A random number from the system, not from a generator with the comparison's seed. A contestant sees the
/// input that was made from one number. With a generator it could compute the next numbers from it, and in
/// its untimed first call all answers of the comparison.
std::uint64_t make_secret() {
  static std::random_device system;
  return std::uint64_t(system()) << 32 | system();
}

/// One comparison, from open to settle.
class OneComparison {
 public:
  OneComparison(const ComparisonRequest& request, kit::Oracle oracle,
                const std::vector<Contestant>& contestants, const ComparisonLimits& limits,
                RefereeProcess& referee, std::vector<ContestantProcess*> processes)
      : request_(request),
        oracle_(std::move(oracle)),
        contestants_(contestants),
        limits_(limits),
        referee_(referee),
        participants_(contestants, std::move(processes), comparison_),
        random_(make_secret()) {}

  Comparison run(const std::function<bool(const Comparison&)>& enough) {
    const auto begin = Clock::now();
    try {
      greet();
      open();
      repeat(/*timed=*/false);
      if (participants_.is_worth_going_on()) repeat_until(enough);
      participants_.check_times(request_.work.n);
    } catch (const RefereeFault&) {
      leave();
      throw;
    } catch (const std::exception& error) {
      participants_.fail(error.what());
    }
    leave();
    referee_.close();
    comparison_.seconds = system::seconds_since(begin);
    return std::move(comparison_);
  }

 private:
  // ---- Open and leave ---------------------------------------------------------------------------------

  /// Waits until all processes have started. This comes before the GPU is warmed up, since starting takes a
  /// second, in which the GPU is idle.
  void greet() {
    for (std::size_t i = 0; i < participants_.size(); ++i)
      participants_.try_with(i, [](ContestantProcess& process) { process.greet(); });
  }

  void open() {
    data_ = make_comparison_data(request_, oracle_);
    for (const Contestant& contestant : contestants_)
      data_.comparison.shares_inputs.push_back(contestant.trusted);
    const protocol::OpenedComparison opened = referee_.open(data_.comparison, data_.pool);
    comparison_.compulsory_bytes = data_.input_bytes + data_.output_bytes;
    comparison_.copy_bytes = opened.copy_bytes;
    comparison_.peak_bytes_per_ms = referee_.gpu().peak_bytes_per_ms;
    comparison_.least_ms = least_ms();
    for (std::size_t i = 0; i < participants_.size(); ++i) {
      if (!participants_.has(i)) continue;
      participants_.try_with(i, [&](ContestantProcess& process) {
        process.enter({data_.task, opened.contestants.at(i)});
        process.stop();
      });
    }
    if (!participants_.authority())
      participants_.fail("there is neither a reference nor a library (CUB) to compare with");
  }

  /// All inputs come from memory, since the cache is empty. Of the outputs, a part as large as the cache may
  /// still be in there.
  double least_ms() const {
    const protocol::Gpu& gpu = referee_.gpu();
    if (gpu.peak_bytes_per_ms <= 0) return 0;
    const std::uint64_t written = data_.output_bytes - std::min(data_.output_bytes, gpu.l2_bytes);
    return double(data_.input_bytes + written) / gpu.peak_bytes_per_ms;
  }

  /// Contestants close their arrays before the referee frees them. The comparison is over, so it does not
  /// matter any more what goes wrong.
  void leave() {
    for (std::size_t i = 0; i < participants_.size(); ++i) {
      ContestantProcess& process = participants_.process(i);
      if (!process.is_alive()) continue;
      try {
        process.leave();
        process.stop();  // until the next comparison
      } catch (const NoAnswer&) {
        process.end();
      }
    }
  }

  // ---- Repeat -----------------------------------------------------------------------------------------

  void repeat_until(const std::function<bool(const Comparison&)>& enough) {
    const auto begin = Clock::now();
    int done = 0;
    while (done < limits_.max_repetitions && participants_.is_worth_going_on()) {
      repeat(/*timed=*/true);
      ++done;
      const bool late = system::seconds_since(begin) > limits_.max_seconds;
      if (late && done >= kFewestRepetitions) break;
      if (done < limits_.min_repetitions || done % kAskEvery != 0) continue;
      settle(comparison_, contestants_);
      if (enough(comparison_)) break;
    }
    settle(comparison_, contestants_);
  }

  void repeat(bool timed) {
    Repetition repetition;
    repetition.samples.resize(participants_.size());
    Observations seen;
    seen.sums.resize(participants_.size());
    repetition.clock_mhz = referee_.begin(make_secret(), make_secret());
    for (const std::size_t who : random_order()) {
      if (who == participants_.size())
        repetition.copy_ms = referee_.time_copy();
      else if (participants_.has(who))
        call(who, repetition.samples[who], seen);
      if (participants_.has_failed()) return;
    }
    participants_.check_answers(seen, data_, referee_);
    participants_.check_threads(seen);
    participants_.check_orphans();
    if (timed && !participants_.has_failed()) comparison_.repetitions.push_back(std::move(repetition));
  }

  /// The contestants in random order, with the copy as one more.
  std::vector<std::size_t> random_order() {
    std::vector<std::size_t> order(participants_.size() + 1);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    return order;
  }

  void call(std::size_t i, Sample& sample, Observations& seen) {
    if (!participants_.try_with(i, [](ContestantProcess& process) { process.get_set(); })) return;
    const auto turn = Clock::now();
    referee_.stage(i);  // only when it is ready: so nothing happens between its input and its call
    TimedAnswer answer;
    const double limit_s = contestants_[i].trusted ? kTrustedLimit_s : limits_.call_s;
    if (!participants_.try_with(i, [&](ContestantProcess& process) { answer = process.go(limit_s); })) return;
    const auto checking = Clock::now();
    seen.sums[i] = referee_.sum(i);
    comparison_.checking_seconds += system::seconds_since(checking);
    participants_.process(i).stop();
    seen.threads.push_back({i, answer.threads});
    sample.event_ms = sample.ms = answer.event_ms;
    sample.wall_ms = answer.wall_ms;
    sample.done_ms = 1e3 * system::seconds_since(answer.go);
    sample.turn_ms = 1e3 * system::seconds_since(turn);
  }

  const ComparisonRequest& request_;
  kit::Oracle oracle_;
  const std::vector<Contestant>& contestants_;
  const ComparisonLimits& limits_;
  RefereeProcess& referee_;
  Comparison comparison_;
  Participants participants_;
  kit::Random random_;
  ComparisonData data_;
};

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
    failed.excluded.resize(contestants.size());
    failed.hidden_ms.resize(contestants.size(), 0);
    try {
      if (!referee_) referee_ = std::make_unique<RefereeProcess>(program_);
      return OneComparison(request, find_oracle_(*request.exercise), contestants, limits, *referee_,
                           processes_of(contestants))
          .run(enough);
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
    std::vector<ContestantProcess*> processes;
    for (const Contestant& contestant : contestants) {
      const auto key = std::pair(contestant.runner, seen[contestant.runner]++);
      auto& process = processes_[key] = std::move(old[key]);
      if (!process || !process->is_alive())
        process = std::make_unique<ContestantProcess>(contestant.runner, sandbox_);
      processes.push_back(process.get());
    }
    return processes;
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
