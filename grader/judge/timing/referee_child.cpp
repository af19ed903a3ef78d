#include "judge/timing/referee_child.hpp"

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

using Json = nlohmann::json;

constexpr double kTimeout_s = 60;  // allocating gigabytes on a busy machine included

}  // namespace

RefereeChild::RefereeChild(const std::filesystem::path& program) : child_(program, RunnerLimits{}) {
  gpu_ = receive(kTimeout_s).at("ready").get<referee::Gpu>();
  if (!gpu_.error.empty()) throw RefereeFault(gpu_.error);
}

Json RefereeChild::receive(double timeout_s) {
  std::string line;
  const RunnerChild::Event event = child_.wait_for_line({.clock_s = timeout_s, .spin = true}, line);
  if (event != RunnerChild::Event::message)
    throw RefereeFault(fmt::format("the referee process of the timing ended: {}",
                                   child_.explain(event, timeout_s, "in the middle of its work").message));
  Json answer = Json::parse(line, nullptr, false);
  if (!answer.is_object()) throw RefereeFault("the referee process of the timing spoke nonsense");
  if (answer.contains("fault")) throw RefereeFault(answer.at("fault").get<std::string>());
  return answer;
}

Json RefereeChild::ask(const char* message, const Json& content, const char* answer) {
  if (!child_.send(Json{{message, content}}.dump() + '\n', kTimeout_s))
    throw RefereeFault("the referee process of the timing takes no messages");
  Json received = receive(kTimeout_s);
  if (!received.contains(answer)) throw RefereeFault("the referee process of the timing spoke out of turn");
  return received.at(answer);
}

referee::OpenedRace RefereeChild::open(const referee::OpenRace& race, std::span<const std::byte> pool) {
  child_.memory.reset(race.shared_bytes);
  child_.memory.write(0, pool);
  return ask("open", race, "opened").get<referee::OpenedRace>();
}

double RefereeChild::begin(std::uint64_t seed, std::uint64_t poison) {
  return ask("begin", {{"seed", seed}, {"poison", poison}}, "begun").at("clock_mhz").get<double>();
}

void RefereeChild::stage(std::size_t contestant) { ask("stage", {{"contestant", contestant}}, "staged"); }

double RefereeChild::time_copy() {
  return ask("copy", Json::object(), "copied").at("event_ms").get<double>();
}

referee::Sums RefereeChild::sum(std::size_t contestant) {
  return ask("sum", {{"contestant", contestant}}, "summed").get<referee::Sums>();
}

referee::Differences RefereeChild::compare(std::size_t contestant, std::size_t with) {
  return ask("compare", {{"contestant", contestant}, {"with", with}}, "compared").get<referee::Differences>();
}

void RefereeChild::close() { ask("close", Json::object(), "closed"); }

}  // namespace warpgrade::judge
