// A claim says which worker grades a piece now. It is a file that a worker makes whole and links to its name,
// which works for one of several only, on shared file systems as well. While the worker lives it touches the
// file. One that is dead leaves its claim behind. On the same machine that is seen at once. From elsewhere it
// is seen when the claim has not changed for two minutes of the watcher's own time: clocks of machines
// differ.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warpgrade::classes {

/// How long claims of other machines have been as they are, as far as this worker has seen.
class Silence {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Silence(std::function<Clock::time_point()> now = Clock::now) : now_(std::move(now)) {}

  /// `state`: changes with each sign of life. True: it has been the same for two minutes.
  bool is_long(const std::filesystem::path& file, const std::string& state);

 private:
  struct Seen {
    std::string state;
    Clock::time_point since;
  };
  std::function<Clock::time_point()> now_;
  std::map<std::filesystem::path, Seen> seen_;
};

/// A worker that ended in the middle of a piece, of which only its claim was left.
struct LostWorker {
  std::string host, run;
  bool with_machine = false;  ///< its machine was started anew, or nothing is heard of it
};

class Claim {
 public:
  /// Nothing: somebody else works on it. `run`: see Settings.
  static std::optional<Claim> take(const std::filesystem::path& file, const std::string& run,
                                   Silence& silence);
  ~Claim();  ///< gives it back
  Claim(Claim&& other) noexcept;
  Claim& operator=(Claim&&) = delete;

  /// Who had the claim before, if that worker ended in the middle.
  const std::optional<LostWorker>& lost() const { return lost_; }

 private:
  struct Held;
  Claim(std::unique_ptr<Held> held, std::optional<LostWorker> lost);

  std::optional<LostWorker> lost_;
  std::unique_ptr<Held> held_;
};

/// Gives back the claim that this process took last: a worker has one at a time. Only for the handler of a
/// signal after which the process ends: it does nothing but what is safe there.
void give_back_in_signal_handler();

/// Does a claim in this folder come from another machine? Its worker may be dead: then somebody takes it
/// over.
bool others_are_at_work(const std::filesystem::path& claims);

/// Is there a claim of a worker that lives? To be shown: of another machine it goes by that one's clock.
bool is_claimed(const std::filesystem::path& file);

}  // namespace warpgrade::classes
