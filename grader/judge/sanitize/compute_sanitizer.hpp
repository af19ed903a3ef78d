// NVIDIA's compute-sanitizer as it is installed here: where, and how its tools are called.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

inline constexpr std::array<std::string_view, 4> kSanitizerTools{"memcheck", "racecheck", "initcheck",
                                                                 "synccheck"};

class ComputeSanitizer {
 public:
  /// `help`: what it prints for --help; only options named there are used, since versions differ.
  ComputeSanitizer(std::filesystem::path program, std::string help);

  const std::filesystem::path& program() const { return program_; }
  /// What to put before a program's command. The report goes to a file of `folder` for each process.
  std::vector<std::string> command(std::string_view tool, const std::filesystem::path& folder) const;

 private:
  bool knows(std::string_view option) const;
  std::filesystem::path program_;
  std::string help_;
};

/// Looks on the PATH first, then where CUDA's installer puts it.
std::optional<ComputeSanitizer> find_compute_sanitizer();

}  // namespace warpgrade::judge
