#include "judge/timing/comparison/referee_process.hpp"

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

using Json = nlohmann::json;

constexpr double kTimeout_s = 60;  // allocating gigabytes on a busy machine included

/// An answer that has not the form of one is as bad as none.
template <class T>
T as(const Json& json) {
  try {
    return json.get<T>();
  } catch (const Json::exception&) {
    throw RefereeFault("the referee process of the timing spoke nonsense");
  }
}

}  // namespace

RefereeProcess::RefereeProcess(const std::filesystem::path& program) : child_(program, RunnerLimits{}) {
  gpu_ = as<protocol::Gpu>(receive("ready"));
  if (!gpu_.error.empty()) throw RefereeFault(gpu_.error);
}

Json RefereeProcess::receive(const char* key) {
  std::string line;
  const RunnerChild::Event event = child_.wait_for_line({.clock_s = kTimeout_s, .spin = true}, line);
  if (event != RunnerChild::Event::message)
    throw RefereeFault(fmt::format("the referee process of the timing ended: {}",
                                   child_.explain(event, kTimeout_s, "in the middle of its work").message));
  Json answer = Json::parse(line, nullptr, false);
  if (answer.is_object() && answer.contains("fault")) throw RefereeFault(as<std::string>(answer.at("fault")));
  if (!answer.is_object() || !answer.contains(key))
    throw RefereeFault("the referee process of the timing spoke nonsense");
  return std::move(answer.at(key));
}

Json RefereeProcess::ask(const char* message, const Json& content, const char* answer) {
  if (!child_.send(Json{{message, content}}.dump() + '\n', kTimeout_s))
    throw RefereeFault("the referee process of the timing takes no messages");
  return receive(answer);
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
