#include "judge/oracles/oracles.hpp"

#include <utility>

#include "judge/compile/oracle_build.hpp"
#include "judge/oracles/oracle_process.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {

namespace fs = std::filesystem;

/// One oracle: its library, once it is built, and the processes that run it.
class Oracles::Pool {
 public:
  std::mutex building;  ///< held while the library is built, if it is
  OracleProcess::Program program;

  kit::CaseData make(const kit::CaseRequest& request) {
    const auto [process, lock] = free_process();
    return process->make(request);
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
  if (pool->program.library.empty())
    pool->program = {toolchain_.program, build_oracle(toolchain_, exercise, cache_, compiling, waits),
                     datasets_, exercise.name};
  return pool;
}

kit::Oracle Oracles::of(const spec::Exercise& exercise) {
  return
      [pool = pool_of(exercise, [] {}, {})](const kit::CaseRequest& request) { return pool->make(request); };
}

}  // namespace warpgrade::judge
