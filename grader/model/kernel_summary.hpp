// What nvcc makes of the kernels of a task, in words: for the terminal and for the page.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

struct KernelSummary {
  std::string title;                                      ///< its name, and what is special about it
  std::vector<std::pair<std::string, std::string>> rows;  ///< {"registers", "18 a thread"}
};

struct KernelSummaries {
  std::string card;                            ///< "sm_90 (H100, H200)"
  std::vector<KernelSummary> own, references;  ///< references: of the course's own solution, if it is there
};

}  // namespace warpgrade
