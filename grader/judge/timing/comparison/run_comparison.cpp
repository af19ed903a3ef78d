// How a comparison goes:
//
//   open      the referee makes the arrays; each contestant opens those that are lent to it
//   warm up   every contestant calls the task once, untimed but checked
//   repeat    a fresh input; then in random order the copy, and for each contestant: ready, arrays and cache
//             as they must be, go, answer, the sums over its output. At the end all sums must be equal
//   settle    the contestants' claims against the judge's clock (settle.hpp)
//
// A contestant whose turn it is not is stopped, and one that is out is ended.
#include "judge/timing/comparison/run_comparison.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "judge/timing/comparison/comparison_data.hpp"
#include "judge/timing/comparison/settle.hpp"
#include "kit/inputs.hpp"
#include "system/orphans.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFewestRepetitions = 5;
constexpr int kAskEvery = 10;
constexpr double kTrustedLimit_s = 30;  // the driver may compile for this card

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// From the system, not from the comparison's seed: from what a contestant sees of one number, a generator's
/// next ones could be computed, and with them all answers of the comparison in its untimed first call.
std::uint64_t make_secret() {
  static std::random_device system;
  return std::uint64_t(system()) << 32 | system();
}

/// One comparison, from open to settle.
class OneComparison {
 public:
  OneComparison(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                const ComparisonLimits& limits, RefereeProcess& referee,
                std::vector<ContestantProcess*> children)
      : request_(request),
        contestants_(contestants),
        limits_(limits),
        referee_(referee),
        children_(std::move(children)),
        random_(make_secret()) {
    comparison_.findings.resize(contestants.size());
    comparison_.hidden_ms.resize(contestants.size(), 0);
  }

  Comparison run(const std::function<bool(const Comparison&)>& enough) {
    const auto begin = Clock::now();
    try {
      greet();
      open();
      repeat(/*timed=*/false);
      if (is_worth_going_on()) repeat_until(enough);
      check_code();
      refuse_impossible_times();
    } catch (const RefereeFault&) {
      leave();
      throw;
    } catch (const std::exception& error) {
      fail(error.what());
    }
    leave();
    referee_.close();
    comparison_.seconds = seconds_since(begin);
    return std::move(comparison_);
  }

 private:
  // ---- Who is in --------------------------------------------------------------------------------------

  bool is_in(std::size_t i) const { return comparison_.findings[i].empty(); }
  void put_out(std::size_t i, Finding finding) {
    comparison_.findings[i].push_back(std::move(finding));
    children_[i]->end();
    note_loss(i);
  }
  void fail(std::string why) {
    if (comparison_.failure.empty()) comparison_.failure = std::move(why);
  }

  /// The trusted contestant whose answers are the right ones.
  std::optional<std::size_t> authority() const {
    for (std::size_t i = 0; i < contestants_.size(); ++i)
      if (contestants_[i].trusted) return i;
    return std::nullopt;
  }

  /// Without a trusted contestant, or without any submission that came with one, there is nothing to learn.
  bool is_worth_going_on() const {
    if (!comparison_.failure.empty()) return false;
    bool had_submission = false, has_submission = false;
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      had_submission |= !contestants_[i].trusted;
      has_submission |= !contestants_[i].trusted && is_in(i);
    }
    return has_submission || !had_submission;
  }

  // ---- Open -------------------------------------------------------------------------------------------

  /// Before the GPU is warmed up: some of them have yet to start, and for a second the GPU would idle.
  void greet() {
    for (std::size_t i = 0; i < contestants_.size(); ++i)
      if (!children_[i]->greet(comparison_.findings[i])) note_loss(i);
  }

  void open() {
    material_ = make_comparison_data(request_);
    for (const Contestant& contestant : contestants_)
      material_.comparison.shares_inputs.push_back(contestant.trusted);
    const protocol::OpenedComparison opened = referee_.open(material_.comparison, material_.pool);
    comparison_.floor_bytes = material_.input_bytes + material_.output_bytes;
    comparison_.copy_bytes = opened.copy_bytes;
    comparison_.peak_bytes_per_ms = referee_.gpu().peak_bytes_per_ms;
    comparison_.floor_ms = floor_ms();
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      if (!is_in(i)) continue;
      protocol::TimedTask task{request_.task, request_.op, request_.n, material_.parameters, {}, {}};
      for (const std::string& handle : opened.contestants.at(i).inputs) task.inputs.push_back({handle});
      for (const std::string& handle : opened.contestants.at(i).outputs) task.outputs.push_back({handle});
      if (children_[i]->enter(task, comparison_.findings[i]))
        children_[i]->rest();
      else
        note_loss(i);
    }
    if (!authority()) fail("there is neither a reference nor CUB to compare with");
  }

  /// Inputs come from memory, since the cache is empty; of the outputs the cache may still hold its size.
  double floor_ms() const {
    const protocol::Gpu& gpu = referee_.gpu();
    if (gpu.peak_bytes_per_ms <= 0) return 0;
    const std::uint64_t written = material_.output_bytes - std::min(material_.output_bytes, gpu.l2_bytes);
    return double(material_.input_bytes + written) / gpu.peak_bytes_per_ms;
  }

  /// A trusted contestant that fails is a fault of the course.
  void note_loss(std::size_t i) {
    if (!contestants_[i].trusted) return;
    const std::string why =
        comparison_.findings[i].empty() ? "no reason given" : comparison_.findings[i].front().message;
    comparison_.is_courses_fault |= comparison_.failure.empty();
    fail(fmt::format("{} of the course failed: {}", contestants_[i].name, why));
  }

  /// Before the referee may free what it has lent.
  void leave() {
    for (ContestantProcess* child : children_) {
      child->leave();
      child->rest();  // until the next comparison
    }
  }

  // ---- Repeat -----------------------------------------------------------------------------------------

  void repeat_until(const std::function<bool(const Comparison&)>& enough) {
    const auto begin = Clock::now();
    int done = 0;
    while (done < limits_.max_repetitions && is_worth_going_on()) {
      repeat(/*timed=*/true);
      ++done;
      const bool late = seconds_since(begin) > limits_.max_seconds;
      if (late && done >= kFewestRepetitions) break;
      if (done < limits_.min_repetitions || done % kAskEvery != 0) continue;
      settle(comparison_, contestants_);
      if (enough(comparison_)) break;
    }
    settle(comparison_, contestants_);
  }

  void repeat(bool timed) {
    Repetition repetition;
    repetition.samples.resize(contestants_.size());
    sums_.assign(contestants_.size(), {});
    repetition.clock_mhz = referee_.begin(make_secret(), make_secret());
    threads_ = {};
    for (const std::size_t who : random_order()) {
      if (who == contestants_.size())
        repetition.copy_ms = referee_.time_copy();
      else if (is_in(who))
        call(who, repetition.samples[who]);
      if (!comparison_.failure.empty()) return;
    }
    check_answers();
    check_threads();
    check_orphans();
    if (timed && comparison_.failure.empty()) comparison_.repetitions.push_back(std::move(repetition));
  }

  /// The contestants, and the copy as one more.
  std::vector<std::size_t> random_order() {
    std::vector<std::size_t> order(contestants_.size() + 1);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    return order;
  }

  void call(std::size_t i, Sample& sample) {
    if (!children_[i]->get_set(comparison_.findings[i])) return note_loss(i);
    const auto turn = Clock::now();
    referee_.stage(i);  // once it stands ready: then only a word lies between its input and its call
    const double limit_s = contestants_[i].trusted ? kTrustedLimit_s : limits_.call_s;
    const auto answer = children_[i]->go(limit_s, comparison_.findings[i]);
    if (!answer) return note_loss(i);
    const auto checking = Clock::now();
    sums_[i] = referee_.sum(i);
    comparison_.checking_seconds += seconds_since(checking);
    children_[i]->rest();
    threads_.push_back({i, answer->threads});
    sample.event_ms = sample.ms = answer->event_ms;
    sample.wall_ms = answer->wall_ms;
    sample.done_ms = 1e3 * seconds_since(answer->go);
    sample.turn_ms = 1e3 * seconds_since(turn);
  }

  // ---- Check ------------------------------------------------------------------------------------------

  void check_answers() {
    const auto right = authority();
    if (!right || !is_in(*right)) return;
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      if (i == *right || !is_in(i)) continue;
      if (sums_[i].outputs != sums_[*right].outputs)
        explain_wrong_answer(i, *right);
      else if (sums_[i].inputs != sums_[*right].inputs)
        put_out(i, make_finding(Verdict::out_of_bounds,
                                fmt::format("A timed call with n = {} changed its input: inputs are const.",
                                            request_.n),
                                "Write to the output, or to scratch memory from cudaMallocAsync."));
    }
  }

  void explain_wrong_answer(std::size_t i, std::size_t right) {
    const protocol::Differences differences = referee_.compare(i, right);
    if (differences.outputs.empty()) {  // right by now, wrong when the clock stopped
      put_out(i,
              make_finding(Verdict::forbidden,
                           fmt::format("A timed call with n = {} was still writing its output after it had "
                                       "said that it was done.",
                                       request_.n),
                           "Everything must be complete when the work on `stream` is."));
      return;
    }
    const protocol::Difference& first = differences.outputs.front();
    const auto& [name, type] = material_.outputs.at(std::size_t(first.output));
    Finding finding = make_finding(
        Verdict::wrong_answer,
        fmt::format("A timed call with n = {} gave a wrong answer, although all cases were right.",
                    request_.n),
        "Does it work for sizes this large, and for each call anew?");
    for (std::size_t at = 0; at + type.size() <= first.got.size(); at += type.size()) {
      const auto* expected = reinterpret_cast<const std::byte*>(&first.expected[at]);
      const auto* got = reinterpret_cast<const std::byte*>(&first.got[at]);
      if (std::equal(expected, expected + type.size(), got)) continue;
      finding.mismatches.push_back({name, (first.first_byte + at) / type.size(),
                                    format_element(type, expected), format_element(type, got)});
      break;
    }
    put_out(i, std::move(finding));
  }

  /// A thread that is alive between two calls can work before the clock runs and after it has stopped. CUDA
  /// has threads of its own: as many as the trusted contestants' processes show.
  void check_threads() {
    int usual = 0;
    for (const auto& [who, count] : threads_)
      if (contestants_[who].trusted) usual = std::max(usual, count);
    for (const auto& [who, count] : threads_) {
      if (contestants_[who].trusted || count <= usual || !is_in(who)) continue;
      put_out(who, make_finding(
                       Verdict::forbidden,
                       "A thread or process of the submission is still running after its call has returned.",
                       "Wait for what you start before the task returns."));
    }
  }

  /// Who leaves its group and its parent is stopped by nobody, and may slow down whose turn it is. It takes a
  /// look at all processes to find such ones, so it is done between repetitions; only submissions make them.
  void check_orphans() {
    if (!system::end_orphans()) return;
    for (std::size_t i = 0; i < contestants_.size(); ++i)
      if (!contestants_[i].trusted && is_in(i))
        put_out(i, make_finding(Verdict::forbidden,
                                "A process of the submission is still running after its call has returned.",
                                "A task has no need for processes."));
  }

  /// Whoever changes the runner's code in memory decides what the runner says and when. Checked once, since
  /// it takes milliseconds: what was changed stays known. Debuggers change code, too, so again the trusted
  /// ones show what is usual.
  void check_code() {
    std::uint64_t usual = 0;
    bool is_known = false;
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      if (!contestants_[i].trusted) continue;
      const auto changed = children_[i]->changed_code();
      is_known |= changed.has_value();
      usual = std::max(usual, changed.value_or(0));
    }
    for (std::size_t i = 0; i < contestants_.size() && is_known; ++i) {
      if (contestants_[i].trusted || !is_in(i)) continue;
      const auto changed = children_[i]->changed_code();
      if (changed && *changed <= usual) continue;
      put_out(i,
              make_finding(Verdict::forbidden,
                           changed ? "The submission has overwritten code of the program that it runs in."
                                   : "The submission hides its process from the grader.",
                           "Its functions are called by the grader; it has no need to touch anything else."));
    }
  }

  /// Faster than the memory can deliver: the work was not done, or not then. Unless one of the course's own
  /// is that fast: then the memory is faster than the driver says.
  void refuse_impossible_times() {
    for (std::size_t i = 0; i < contestants_.size(); ++i)
      if (contestants_[i].trusted && impossible_ms(comparison_, i)) return;
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      if (contestants_[i].trusted || !is_in(i)) continue;
      if (const auto ms = impossible_ms(comparison_, i))
        put_out(i, make_finding(
                       Verdict::forbidden,
                       fmt::format("{:.4f} ms for n = {} can't be: this GPU's memory needs {:.4f} ms to read "
                                   "the input and to write the output once.",
                                   *ms, request_.n, comparison_.floor_ms),
                       "Each call must do all of its work, from what it is given."));
    }
  }

  const ComparisonRequest& request_;
  const std::vector<Contestant>& contestants_;
  const ComparisonLimits& limits_;
  RefereeProcess& referee_;
  std::vector<ContestantProcess*> children_;
  kit::Random random_;
  ComparisonData material_;
  Comparison comparison_;
  // Of the repetition at hand:
  std::vector<protocol::Sums> sums_;
  std::vector<std::pair<std::size_t, int>> threads_;  ///< contestant, count
};

}  // namespace

Comparison run_comparison(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                          const ComparisonLimits& limits, RefereeProcess& referee,
                          std::vector<ContestantProcess*> children,
                          const std::function<bool(const Comparison&)>& enough) {
  return OneComparison(request, contestants, limits, referee, std::move(children)).run(enough);
}

}  // namespace warpgrade::judge
