// Verdicts of earlier runs of `verify`, by the content of all that they depend on: the kernel's files, the
// exercise, the grader's program, the seed. Only those that were as expected are kept, so a mistake is always
// run again, and only those of the simulator, since a GPU has a driver and a clock.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/kernel_verdicts.hpp"

namespace warpgrade::verify {

class KeptVerdicts {
 public:
  /// `folder`: a file for each verdict. Reads the grader's program and the files of the exercises.
  KeptVerdicts(std::filesystem::path folder, const Installation& installation,
               const std::vector<const spec::Exercise*>& exercises, const judge::GradingOptions& options,
               WrongKernelCases cases);

  std::optional<KernelOutcome> find(const Kernel& kernel) const;
  void keep(const KernelOutcome& outcome) const;

 private:
  std::filesystem::path file_of(const Kernel& kernel) const;

  std::filesystem::path folder_;
  std::string grader_;                            ///< with the seed and the options
  std::map<std::string, std::string> exercises_;  ///< checksums by name
};

}  // namespace warpgrade::verify
