// A running child and the ways to talk with it: one line to it, one line from it, and an eye on everything
// that can happen instead.
#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "judge/run/runner_process.hpp"
#include "system/process.hpp"
#include "system/shared_memory.hpp"

namespace warpgrade::judge {

class RunnerChild {
 public:
  /// Why waiting ended.
  enum class Event { message, closed, too_long, timeout, flood, memory };

  /// The earlier of both counts, from the moment when waiting begins.
  struct TimeLimit {
    double clock_s;
    double processor_s = std::numeric_limits<double>::infinity();
    /// Ask again and again instead of sleeping until something comes: for answers whose time matters.
    bool spin = false;
  };

  RunnerChild(const std::filesystem::path& program,
              const RunnerLimits& limits);  ///< throws std::system_error

  system::SharedMemory memory;
  protocol::Hello hello;
  std::optional<Place> died_at;  ///< by its own account

  bool send(const std::string& line, double timeout_s);
  /// Is there anything from it that has not been read yet?
  bool has_spoken() const;
  Event wait_for_line(const TimeLimit& limit, std::string& line);
  /// Ends the child and says what went wrong.
  Finding explain(Event event, double timeout_s, const std::string& while_doing);
  std::string take_output();
  bool has_ended() const { return process_.has_ended(); }
  int id() const { return process_.id(); }
  /// Closes the socket, which tells the child to exit. Under a wrapper it gets time to write its report;
  /// otherwise it is ended at once, since nothing that it could still do is of interest.
  void dismiss();
  /// The system could not load it: a library is missing.
  bool loader_failed() const;

 private:
  struct Sockets {
    system::Descriptor judge, runner;
    Sockets();
  };
  RunnerChild(const std::filesystem::path& program, const RunnerLimits& limits, Sockets sockets);
  bool take_line(std::string& line);
  bool is_wrapped() const { return !limits_.wrapper.empty(); }
  void wait_for_end(std::chrono::milliseconds at_most) const;

  RunnerLimits limits_;
  system::Descriptor socket_;
  system::Process process_;
  system::Output output_;
  std::string received_;  ///< not yet a whole line
};

}  // namespace warpgrade::judge
