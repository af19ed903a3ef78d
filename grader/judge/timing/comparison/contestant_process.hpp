// A contestant as the judge sees it: a runner process that calls one task when it is told to. The judge
// checks the form of what it says and trusts none of it; what the judge measures itself is in TimedAnswer.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "judge/run/protocol_child.hpp"
#include "protocol/timing_messages.hpp"

namespace warpgrade::judge {

struct TimedAnswer {
  double event_ms = 0;                            ///< as the contestant says
  std::chrono::steady_clock::time_point go = {};  ///< when the judge said it
  double wall_ms = 0;                             ///< from then until the answer
  int threads = 0;  ///< of the process and of all that it has started, just before
};

class ContestantProcess {
 public:
  ContestantProcess(const std::filesystem::path& runner, sandbox::Sandbox sandbox);
  ~ContestantProcess();
  ContestantProcess(const ContestantProcess&) = delete;
  ContestantProcess& operator=(const ContestantProcess&) = delete;

  // If something is wrong, each of these throws NoAnswer. Then the process must be ended.

  /// Waits until the process has started, the first time.
  void greet();
  void enter(const protocol::TimedTask& task);
  /// Waits until it is ready and all of its earlier work is done. Call this before the input of its call
  /// exists.
  void get_set();
  TimedAnswer go(double limit_s);
  void leave();

  /// Stops the process and all that it has started until it is asked for something again: a contestant must
  /// not disturb the others while it is not its turn.
  void stop();
  /// Ends the process and all that it has started.
  void end();

  bool is_alive() const { return child_ != nullptr; }

 private:
  nlohmann::json ask(const char* word, const nlohmann::json& content, const char* answer_word,
                     double limit_s);
  nlohmann::json ask_to_go(double limit_s);

  std::unique_ptr<ProtocolChild> child_;
  bool has_greeted_ = false;
  std::uint64_t n_ = 0;  ///< of the task at hand, for messages
};

}  // namespace warpgrade::judge
