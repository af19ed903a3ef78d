#include "judge/oracles/oracles.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/compile/oracle_build.hpp"
#include "judge/run/child_messages.hpp"
#include "judge/run/protocol_child.hpp"
#include "oracle/oracle_messages.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

// ---- One process -------------------------------------------------------------------------------------

constexpr double kOracleTimeout_s = 300;  // serial code, and large cases; of processor time

ChildOptions options() {
  ChildOptions options;
  options.takes_wrapper = false;
  options.outlives_its_thread = true;
  options.unfinished_work = "before it had made the case";
  return options;
}

}  // namespace

/// Runs an exercise's oracle (grader/oracle). Used by one thread at a time.
class OracleProcess {
 public:
  using Outputs = std::vector<std::vector<std::byte>>;

  struct Program {
    std::filesystem::path program;   ///< the built oracle.cpp
    std::filesystem::path datasets;  ///< the course's
    std::string exercise;
  };

  /// Throws std::runtime_error that names the exercise if the oracle can't be used.
  explicit OracleProcess(const Program& program);

  /// Throws what the oracle throws: kit::UnknownName, or std::runtime_error with its message. Throws
  /// std::runtime_error too if the process dies. Of a case whose outputs the oracle examines, `examine` is
  /// the one that is given here.
  kit::CaseData make(const kit::CaseRequest& request, decltype(kit::CaseData::examine) examine);
  /// CaseData::examine, of a case that any process of this oracle has made.
  std::string examine(const kit::CaseRequest& request, Outputs& outputs);

  /// Held while a thread talks with the process.
  std::mutex in_use;
  bool is_broken() const { return is_broken_; }  ///< it gave no answer: take another one

 private:
  nlohmann::json ask(const char* word, const nlohmann::json& content);

  std::string exercise_;
  ProtocolChild child_;
  bool is_broken_ = false;
};

OracleProcess::OracleProcess(const Program& program) try
    : exercise_(program.exercise), child_(program.program, options()) {
  read_greeting<oracle::Greeting>(child_.hear_greeting());
  const oracle::Open open{program.exercise, program.datasets.string()};
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

kit::CaseData OracleProcess::make(const kit::CaseRequest& request, decltype(kit::CaseData::examine) examine) {
  const nlohmann::json answer = ask("make", request);
  oracle::throw_if_error(answer);
  kit::CaseData data = oracle::read_case(answer, [this](std::uint64_t offset, std::span<std::byte> bytes) {
    if (!child_.memory.read(offset, bytes))
      throw std::runtime_error(fmt::format("the oracle of {} sent an incomplete case", exercise_));
  });
  if (oracle::has_examine(answer)) data.examine = std::move(examine);
  return data;
}

std::string OracleProcess::examine(const kit::CaseRequest& request, Outputs& outputs) {
  oracle::Examine question{request, {}};
  std::uint64_t end = 0;
  for (const auto& output : outputs) {
    question.bytes.push_back(output.size());
    end += output.size();
  }
  child_.memory.reset(std::max<std::uint64_t>(end, 1));
  std::uint64_t at = 0;
  for (const auto& output : outputs) child_.memory.write(std::exchange(at, at + output.size()), output);
  const nlohmann::json answer = ask("examine", question);
  oracle::throw_if_error(answer);
  at = 0;
  for (auto& output : outputs)
    if (!child_.memory.read(std::exchange(at, at + output.size()), output))
      throw std::runtime_error(fmt::format("the oracle of {} lost the outputs", exercise_));
  return answer.get<std::string>();
}

// ---- All of them -------------------------------------------------------------------------------------

/// One oracle: its program, once it is built, and the processes of it.
class Oracles::Pool : public std::enable_shared_from_this<Pool> {
 public:
  std::mutex building;  ///< held while the program is built, if it is
  OracleProcess::Program program;

  kit::CaseData make(const kit::CaseRequest& request) {
    const auto [process, lock] = free_process();
    return process->make(request, [pool = shared_from_this(), request](OracleProcess::Outputs& outputs) {
      const auto [process, lock] = pool->free_process();
      return process->examine(request, outputs);
    });
  }

 private:
  struct Taken {
    std::shared_ptr<OracleProcess> process;
    std::unique_lock<std::mutex> lock;
  };

  /// A process that no other thread uses now, or a new one.
  Taken free_process() {
    const std::lock_guard guard(mutex_);
    std::erase_if(processes_, [](const auto& process) { return process->is_broken(); });
    for (const auto& process : processes_)
      if (std::unique_lock lock(process->in_use, std::try_to_lock); lock) return {process, std::move(lock)};
    const auto process = processes_.emplace_back(std::make_shared<OracleProcess>(program));
    return {process, std::unique_lock(process->in_use)};
  }

  std::mutex mutex_;
  std::vector<std::shared_ptr<OracleProcess>> processes_;
};

Oracles::Oracles(OracleToolchain toolchain, fs::path cache, fs::path datasets)
    : toolchain_(std::move(toolchain)), cache_(std::move(cache)), datasets_(std::move(datasets)) {}

Oracles::~Oracles() = default;

void Oracles::build(const std::vector<const spec::Exercise*>& exercises, int jobs,
                    const std::function<void(const std::string& exercise)>& building, const Waits& waits) {
  system::parallel_for(jobs, exercises.size(), [&](std::size_t, std::size_t i) {
    if (exercises[i]->program) return;  // it has none
    pool_of(
        *exercises[i], [&] { building(exercises[i]->name); }, waits);
  });
}

std::shared_ptr<Oracles::Pool> Oracles::pool_of(const spec::Exercise& exercise,
                                                const std::function<void()>& compiling, const Waits& waits) {
  std::shared_ptr<Pool> pool;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Pool>& place = pools_[exercise.folder];
    if (!place) place = std::make_shared<Pool>();
    pool = place;
  }
  const std::lock_guard lock(pool->building);
  if (pool->program.program.empty())
    pool->program = {build_oracle(toolchain_, exercise, cache_, compiling, waits), datasets_, exercise.name};
  return pool;
}

kit::Oracle Oracles::of(const spec::Exercise& exercise) {
  return
      [pool = pool_of(exercise, [] {}, {})](const kit::CaseRequest& request) { return pool->make(request); };
}

}  // namespace warpgrade::judge
