#include "judge/timing/comparison/referee_process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"

namespace warpgrade::judge {
namespace {

using Json = nlohmann::json;

constexpr double kAnswerTimeout_s = 60;  // allocating gigabytes on a busy machine included

/// Throws if the answer has not the right form.
template <class T>
T as(const Json& json) {
  try {
    return json.get<T>();
  } catch (const Json::exception&) {
    throw RefereeFault("the referee process of the timing sent an invalid message");
  }
}

/// A fault that the referee names itself is passed on as it is.
[[noreturn]] void fail(const NoAnswer& no_answer) {
  const Finding& why = no_answer.finding;
  if (why.verdict == Verdict::grader_error) throw RefereeFault(why.message);
  throw RefereeFault(fmt::format("the referee process of the timing ended: {}", why.message));
}

}  // namespace

RefereeProcess::RefereeProcess(const std::filesystem::path& program)
    : child_(program, ChildOptions{.unfinished_work = "in the middle of its work"}) {
  try {
    gpu_ = read_greeting<protocol::Gpu>(child_.hear_greeting());
  } catch (const NoAnswer& no_answer) {
    fail(no_answer);
  }
}

Json RefereeProcess::ask(const char* word, const Json& content, const char* answer_word) {
  try {
    return child_.ask(word, content, answer_word, {.computing_s = kAnswerTimeout_s, .spin = true});
  } catch (const NoAnswer& no_answer) {
    fail(no_answer);
  }
}

protocol::OpenedComparison RefereeProcess::open(const protocol::OpenComparison& comparison,
                                                std::span<const std::byte> pool) {
  child_.memory.reset(comparison.shared_bytes);
  child_.memory.write(0, pool);
  return as<protocol::OpenedComparison>(ask("open", comparison, "opened"));
}

double RefereeProcess::begin(std::uint64_t seed, std::uint64_t poison) {
  return as<double>(ask("begin", {{"seed", seed}, {"poison", poison}}, "begun").value("clock_mhz", Json()));
}

void RefereeProcess::stage(std::size_t contestant) { ask("stage", {{"contestant", contestant}}, "staged"); }

double RefereeProcess::time_copy() {
  return as<double>(ask("copy", Json::object(), "copied").value("event_ms", Json()));
}

protocol::Sums RefereeProcess::sum(std::size_t contestant) {
  return as<protocol::Sums>(ask("sum", {{"contestant", contestant}}, "summed"));
}

protocol::Differences RefereeProcess::compare(std::size_t contestant, std::size_t with) {
  return as<protocol::Differences>(ask("compare", {{"contestant", contestant}, {"with", with}}, "compared"));
}

void RefereeProcess::close() { ask("close", Json::object(), "closed"); }

}  // namespace warpgrade::judge
