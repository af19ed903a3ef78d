// One process that runs an exercise's oracle (grader/oracle). Used by one thread at a time.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "judge/run/protocol_child.hpp"
#include "kit/oracle.hpp"

namespace warpgrade::judge {

class OracleProcess : public std::enable_shared_from_this<OracleProcess> {
 public:
  struct Program {
    std::filesystem::path program;   ///< warpgrade-oracle
    std::filesystem::path library;   ///< the built oracle.cpp
    std::filesystem::path datasets;  ///< the course's
    std::string exercise;
  };

  /// Throws std::runtime_error that names the exercise if the oracle can't be used.
  explicit OracleProcess(const Program& program);

  /// Throws what the oracle throws: kit::UnknownName, or std::runtime_error with its message. Throws
  /// std::runtime_error too if the process dies. The case keeps this process alive as long as it may have to
  /// examine outputs.
  kit::CaseData make(const kit::CaseRequest& request);

  /// Held while a thread talks with the process.
  std::mutex in_use;
  bool is_broken() const { return is_broken_; }  ///< it gave no answer: take another one

 private:
  nlohmann::json ask(const char* word, const nlohmann::json& content);
  std::string examine(std::uint64_t id, std::vector<std::vector<std::byte>>& outputs);
  void forget(std::uint64_t id);
  std::vector<std::uint64_t> take_forgotten();

  std::string exercise_;
  ProtocolChild child_;
  std::uint64_t next_id_ = 0;
  bool is_broken_ = false;
  std::mutex forgotten_mutex_;
  std::vector<std::uint64_t> forgotten_;  ///< cases that are gone here, and not yet there
};

}  // namespace warpgrade::judge
