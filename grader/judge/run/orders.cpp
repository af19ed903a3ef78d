#include "judge/run/orders.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kit/inputs.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kSmall = 20'000;    // up to this a case runs in all orders
constexpr std::uint64_t kLarge = 500'000;   // from this on in one order
constexpr std::uint64_t kHuge = 2'000'000;  // from this on races are looked for between some blocks only
constexpr int kFewResident = 8;
constexpr int kManyResident = 128;
constexpr int kFewMultiprocessors = 3;

std::string in_words(const CallOptions& run) {
  std::string words(info(run.order).words);
  if (run.order == Order::random)
    words += fmt::format(", {} block{} at a time", run.resident_blocks, run.resident_blocks == 1 ? "" : "s");
  if (run.oldest_block_is_slow) words += " of which the oldest is slow";
  return words;
}

std::string answer(const JudgedRun& run) { return run.result.verdict == Verdict::pass ? "right" : "wrong"; }

std::string other_answer(const JudgedRun& first, const JudgedRun& other) {
  if (answer(first) != answer(other)) return answer(other);
  return answer(other) + (other.result.verdict == Verdict::pass ? " with other bits" : " in another way");
}

Finding depends_on_order(const JudgedRun& first, const JudgedRun& other) {
  Finding finding = make_finding(
      Verdict::race,
      fmt::format("The result depends on the order in which threads and blocks run: it is {} when they run "
                  "{}, and {} "
                  "when they run {}.",
                  answer(first), in_words(first.options), other_answer(first, other),
                  in_words(other.options)),
      "No order is promised. Every access was atomic or ordered, so look for what depends on who comes "
      "first: the place that atomicAdd gives to a thread, the last of several atomicExch, a value that is "
      "read while other blocks still add to it, __activemask(). Take the place from the thread's index or "
      "from a scan, and split the launch where one part needs what another has finished. Host code may read "
      "pinned memory only after it has waited for the stream that fills it: cudaStreamSynchronize.");
  finding.order_dependence = true;
  return finding;
}

/// Names the first element that differs. Both runs are right, so there is one.
Finding has_other_bits(const JudgedRun& first, const JudgedRun& other) {
  std::size_t output = 0, byte = 0;
  while (first.bits[output].bytes == other.bits[output].bytes) ++output;
  const kit::Array &a = first.bits[output], &b = other.bits[output];
  while (a.bytes[byte] == b.bytes[byte]) ++byte;
  const std::size_t i = byte / a.type.size();
  const auto value = [i](const kit::Array& array) {
    return format_element(array.type, &array.bytes[i * array.type.size()]);
  };
  const bool on_two_cards = first.options.multiprocessors != other.options.multiprocessors;
  const auto how = [on_two_cards](const CallOptions& run) {
    return in_words(run) +
           (on_two_cards ? fmt::format(", on a card with {} multiprocessors", run.multiprocessors) : "");
  };
  return make_finding(
      FindingKind::other_bits,
      fmt::format(
          "Right, but not the same bits: {}[{}] is {} when threads and blocks run {}, and {} when they "
          "run {}.",
          a.name, i, value(a), how(first.options), value(b), how(other.options)),
      "A rounded result depends on what is combined with what, and n alone may decide that. Cut the input "
      "into tiles of a fixed size, not into a share for each block that the card has room for, and keep each "
      "partial result at the place of its tile. An atomicAdd to a sum, and a place that a counter gives, go "
      "by the order of arrival.");
}

Finding depends_on_call(const std::string& how) {
  Finding finding = make_finding(
      Verdict::wrong_answer,
      "The result changes from call to call, with the same input and the same order of threads: it is " +
          how + ".",
      "Something survives a call: a static variable, a __device__ variable (a counter, for example), or "
      "scratch memory that is kept and not cleared. Set it anew in each call, before the kernel that uses "
      "it.");
  finding.call_dependence = true;
  return finding;
}

/// The runs are calls of one process, one after the other.
Finding depends_on_call(const std::vector<JudgedRun>& runs) {
  return depends_on_call(fmt::format("{} on the first call, and {} on the {}", answer(runs.front()),
                                     other_answer(runs.front(), runs.back()),
                                     runs.size() == 2 ? "second" : "third"));
}

void tell_order(CaseResult& result, const CallOptions& run) {
  if (result.findings.empty()) return;
  result.findings.front().message += fmt::format(" (Seen when threads and blocks run {}.)", in_words(run));
}

bool same_bytes(const kit::Array& a, const kit::Array& b) { return a.bytes == b.bytes; }

/// Is the answer right in one run and wrong or missing in the other, or wrong in both, but not the same? Or
/// right in both, but not with the same bits as the task asks for? What the device has found does not count
/// here.
bool disagree(const JudgedRun& a, const JudgedRun& b) {
  const auto is_right = [](const JudgedRun& run) { return run.result.verdict == Verdict::pass; };
  const auto is_wrong = [](const JudgedRun& run) {
    return is_wrong_answer(run.result) || run.result.verdict == Verdict::not_started;
  };
  if (is_right(a) && is_right(b)) return !std::ranges::equal(a.bits, b.bits, same_bytes);
  if (is_right(a) || is_right(b)) return is_wrong(a) || is_wrong(b);
  return is_wrong(a) && is_wrong(b) && a.outputs != b.outputs;
}

/// A case that was right in another run was started, so "fill in the TODO block" would be wrong advice.
void say_that_it_was_started(std::vector<Finding>& findings) {
  for (Finding& finding : findings)
    if (finding.verdict == Verdict::not_started)
      finding = make_finding(Verdict::wrong_answer, finding.message);
}

/// One of them comes first, drawn by the case's seed. The others keep their order.
std::vector<CallOptions> with_drawn_first(std::vector<CallOptions> runs, std::uint64_t seed) {
  const auto first = runs.begin() + std::ptrdiff_t(kit::mix_seed(seed, "first order") % runs.size());
  std::rotate(runs.begin(), first, first + 1);
  return runs;
}

}  // namespace

std::vector<CallOptions> runs_of(const Case& c, DeviceKind device, std::optional<Order> only,
                                 bool same_bits) {
  CallOptions run;
  run.timeout_s = c.timeout_s;
  run.count = c.measures();
  run.order_seed = kit::mix_seed(c.request.seed, "order");
  run.watch_some_blocks = c.request.n >= kHuge;
  if (!traits(device).chooses_order) return {run};
  CallOptions reverse = run, random = run;
  run.tally = c.measure == Measure::busiest;
  if (same_bits && c.request.n > kSmall)
    reverse.multiprocessors = random.multiprocessors = kFewMultiprocessors;
  reverse.order = Order::reverse;
  random.order = Order::random;
  random.oldest_block_is_slow = kSmall < c.request.n && c.request.n < kLarge;
  random.resident_blocks =
      random.oldest_block_is_slow ? kManyResident : 1 + int(run.order_seed % kFewResident);
  if (only) return {*only == Order::reverse ? reverse : *only == Order::random ? random : run};
  if (c.measures()) return {run};
  if (c.request.n >= kLarge && same_bits) return with_drawn_first({run, reverse}, c.request.seed);
  if (c.request.n >= kLarge) return {run};
  if (c.request.n > kSmall) return with_drawn_first({run, random}, c.request.seed);
  return with_drawn_first({run, reverse, random}, c.request.seed);
}

bool is_wrong_answer(const CaseResult& result) {
  return result.verdict == Verdict::wrong_answer &&
         std::all_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& finding) { return finding.verdict == Verdict::wrong_answer; });
}

bool answers_differ(const std::vector<JudgedRun>& runs) { return disagree(runs.front(), runs.back()); }

CaseResult combine(const std::vector<JudgedRun>& runs, const Repetitions& repetitions) {
  const JudgedRun &first = runs.front(), &last = runs.back();
  CaseResult result = last.result;
  result.seconds = 0;
  for (const JudgedRun& run : runs) {
    result.seconds += run.result.seconds;
    result.orders.push_back({run.options.order, run.result.verdict});
  }
  for (const JudgedRun& run : repetitions.again) result.seconds += run.result.seconds;
  if (repetitions.fresh) result.seconds += repetitions.fresh->result.seconds;
  const bool first_passes = first.result.verdict == Verdict::pass;
  if (runs.size() > 1)
    result.warnings.insert(result.warnings.begin(), first.result.warnings.begin(),
                           first.result.warnings.end());
  if (!first_passes) result.findings = first.result.findings, result.verdict = first.result.verdict;

  const auto differs = [&](const JudgedRun& again) { return disagree(first, again); };
  std::optional<Finding> cause;
  if (std::ranges::any_of(repetitions.again, differs))
    cause = depends_on_call(runs);
  else if (repetitions.fresh && repetitions.fresh->result.verdict == Verdict::pass)
    cause = depends_on_call("right on the first call of the program, and not after others");
  else if (runs.size() > 1 && answers_differ(runs))
    cause = first_passes && last.result.verdict == Verdict::pass ? has_other_bits(first, last)
                                                                 : depends_on_order(first, last);
  if (cause) {
    result.verdict = cause->verdict;
    say_that_it_was_started(result.findings);
    result.findings.insert(result.findings.begin(), *cause);
  } else if (first_passes && result.verdict != Verdict::pass) {
    tell_order(result, last.options);
  }
  return result;
}

}  // namespace warpgrade::judge
