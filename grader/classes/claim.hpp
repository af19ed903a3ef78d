// A claim says which worker grades a piece now. It is a file that a worker makes whole and links to its name,
// which works for one of several only, on shared file systems as well. While the worker lives it touches the
// file. One that is dead leaves its claim behind; on the same machine that is seen at once, from elsewhere
// after two minutes.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace warpgrade::classes {

class Claim {
 public:
  /// Nothing: somebody else works on it. `run`: see Settings.
  static std::optional<Claim> take(const std::filesystem::path& file, const std::string& run);
  ~Claim();  ///< gives it back
  Claim(Claim&& other) noexcept;
  Claim& operator=(Claim&&) = delete;

  /// The worker that had the claim before ended in the middle of this run.
  bool was_abandoned() const { return was_abandoned_; }

 private:
  Claim(std::filesystem::path file, bool was_abandoned);

  std::filesystem::path file_;
  bool was_abandoned_;
  struct Heart;
  std::unique_ptr<Heart> heart_;
};

/// Is there a claim of a worker that lives?
bool is_claimed(const std::filesystem::path& file);

}  // namespace warpgrade::classes
