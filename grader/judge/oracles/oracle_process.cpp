#include "judge/oracles/oracle_process.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "oracle/oracle_messages.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kOracleTimeout_s = 300;  // serial code, and large cases; of processor time

ChildOptions options() {
  ChildOptions options;
  options.takes_wrapper = false;
  options.outlives_its_thread = true;
  options.unfinished_work = "before it had made the case";
  return options;
}

}  // namespace

OracleProcess::OracleProcess(const Program& program) try
    : exercise_(program.exercise), child_(program.program, options()) {
  read_greeting<oracle::Greeting>(child_.hear_greeting());
  const oracle::Open open{program.exercise, program.library.string(), program.datasets.string()};
  oracle::throw_if_error(ask("open", open));
} catch (const NoAnswer& error) {
  throw std::runtime_error(
      fmt::format("the oracle of {} does not start: {}", program.exercise, error.what()));
} catch (const std::runtime_error& error) {
  throw std::runtime_error(fmt::format("the oracle of {} can't be used: {}", program.exercise, error.what()));
}

nlohmann::json OracleProcess::ask(const char* word, const nlohmann::json& content) {
  try {
    return child_.ask(word, content, "done", {.computing_s = kOracleTimeout_s});
  } catch (const NoAnswer& error) {
    is_broken_ = true;
    std::string why = error.what();
    if (why.ends_with('.')) why.pop_back();  // who catches this continues the sentence
    const std::string printed = child_.take_output();
    throw std::runtime_error(fmt::format("the oracle of {} failed: {}{}{}", exercise_, why,
                                         printed.empty() ? "" : "; it printed: ", printed));
  }
}

kit::CaseData OracleProcess::make(const kit::CaseRequest& request) {
  const std::uint64_t id = next_id_++;
  const nlohmann::json answer = ask("make", oracle::Make{request, id, take_forgotten()});
  oracle::throw_if_error(answer);
  kit::CaseData data = oracle::read_case(answer, [this](std::uint64_t offset, std::span<std::byte> bytes) {
    if (!child_.memory.read(offset, bytes))
      throw std::runtime_error(fmt::format("the oracle of {} sent an incomplete case", exercise_));
  });
  if (!oracle::has_examine(answer)) return data;

  struct Remembered {  // by the other process, until the last copy of `examine` is gone
    std::shared_ptr<OracleProcess> process;
    std::uint64_t id;
    Remembered(std::shared_ptr<OracleProcess> of, std::uint64_t number)
        : process(std::move(of)), id(number) {}
    Remembered(const Remembered&) = delete;
    Remembered& operator=(const Remembered&) = delete;
    ~Remembered() { process->forget(id); }
  };
  const auto remembered = std::make_shared<const Remembered>(shared_from_this(), id);
  data.examine = [remembered](std::vector<std::vector<std::byte>>& outputs) {
    const std::lock_guard lock(remembered->process->in_use);
    return remembered->process->examine(remembered->id, outputs);
  };
  return data;
}

std::string OracleProcess::examine(std::uint64_t id, std::vector<std::vector<std::byte>>& outputs) {
  oracle::Examine question{id, {}};
  std::uint64_t end = 0;
  for (const auto& output : outputs) {
    question.bytes.push_back(output.size());
    end += output.size();
  }
  const nlohmann::json answer = [&] {
    child_.memory.reset(std::max<std::uint64_t>(end, 1));
    std::uint64_t at = 0;
    for (const auto& output : outputs) child_.memory.write(std::exchange(at, at + output.size()), output);
    return ask("examine", question);
  }();
  oracle::throw_if_error(answer);
  std::uint64_t at = 0;
  for (auto& output : outputs)
    if (!child_.memory.read(std::exchange(at, at + output.size()), output))
      throw std::runtime_error(fmt::format("the oracle of {} lost the outputs", exercise_));
  return answer.get<std::string>();
}

void OracleProcess::forget(std::uint64_t id) {
  const std::lock_guard lock(forgotten_mutex_);
  forgotten_.push_back(id);
}

std::vector<std::uint64_t> OracleProcess::take_forgotten() {
  const std::lock_guard lock(forgotten_mutex_);
  return std::exchange(forgotten_, {});
}

}  // namespace warpgrade::judge
