// The referee as the judge sees it: one method for each message of protocol/referee_messages.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>

#include <nlohmann/json_fwd.hpp>

#include "judge/run/protocol_child.hpp"
#include "protocol/referee_messages.hpp"

namespace warpgrade::judge {

/// The referee could not do its work: the GPU is too small, its driver fails, …
struct RefereeFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All methods throw RefereeFault.
class RefereeProcess {
 public:
  explicit RefereeProcess(const std::filesystem::path& program);

  const protocol::Gpu& gpu() const { return gpu_; }
  protocol::OpenedComparison open(const protocol::OpenComparison& comparison,
                                  std::span<const std::byte> pool);
  /// Begins a repetition. Both numbers are secret, and neither can be computed from the other. Returns the
  /// clock in MHz.
  double begin(std::uint64_t seed, std::uint64_t poison);
  void stage(std::size_t contestant);  ///< poisons and fills its arrays, empties the cache
  double time_copy();                  ///< ms
  protocol::Sums sum(std::size_t contestant);
  protocol::Differences compare(std::size_t contestant, std::size_t with);
  void close();

 private:
  nlohmann::json ask(const char* word, const nlohmann::json& content, const char* answer_word);

  ProtocolChild child_;
  protocol::Gpu gpu_;
};

}  // namespace warpgrade::judge
