#include "classes/crew.hpp"

#include <chrono>
#include <list>
#include <memory>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "system/process.hpp"

namespace warpgrade::classes {
namespace {

using namespace std::chrono_literals;

/// A worker may take its machine's memory, or meet a bug: three deaths a piece are what the queue allows, so
/// this many in a row without a word of another worker mean that none can work here.
constexpr int kEndsInARow = 6;
constexpr std::size_t kKeptOutput = 4096;

class Worker {
 public:
  explicit Worker(const std::vector<std::string>& command) : command_(command) { start(); }

  void start() {
    output_ = std::make_unique<system::Output>(kKeptOutput);
    process_ = std::make_unique<system::Process>(
        system::ProcessOptions{.command = command_, .variables = system::whole_environment()});
  }
  /// Reads what it printed, so that it never waits for a reader.
  bool has_ended() {
    while (output_->total() < (std::size_t(64) << 20) && output_->read_from(process_->output())) {
      if (output_->total() == last_total_) break;
      last_total_ = output_->total();
    }
    return process_->has_ended();
  }
  std::string printed() { return output_->take(); }

 private:
  std::vector<std::string> command_;
  std::unique_ptr<system::Output> output_;
  std::unique_ptr<system::Process> process_;
  std::size_t last_total_ = 0;
};

[[noreturn]] void give_up(const std::string& printed) {
  throw std::runtime_error(
      fmt::format("the workers end without grading anything. The last one said:\n{}", printed));
}

}  // namespace

void run(const std::vector<std::vector<std::string>>& commands, const Work& work) {
  std::list<Worker> workers;
  for (const auto& command : commands) workers.emplace_back(command);
  std::size_t finished = work.finished();
  for (int ends_in_a_row = 0; !workers.empty();) {
    std::this_thread::sleep_for(300ms);
    if (const std::size_t now = work.finished(); now != finished) {
      finished = now;
      ends_in_a_row = 0;
    }
    work.show_progress(finished, "");
    for (auto worker = workers.begin(); worker != workers.end();) {
      const bool ended = worker->has_ended();
      if (ended && work.finished() >= work.total) {
        worker = workers.erase(worker);
        continue;
      }
      if (ended) {
        if (++ends_in_a_row > kEndsInARow) give_up(worker->printed());
        worker->start();
      }
      ++worker;
    }
  }
}

}  // namespace warpgrade::classes
