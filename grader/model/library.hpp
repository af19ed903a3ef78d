// NVIDIA's libraries, beside which a task is timed: a file NAME.cu beside the exercise's spec calls one of
// them, and takes part under that name.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace warpgrade {

struct Library {
  std::string_view name;   ///< of its file and of the contestant
  std::string_view title;  ///< as people write it
  std::string_view links;  ///< what is linked, without "lib"; empty: headers only
};

inline constexpr std::array kLibraries = {Library{"cub", "CUB", ""},
                                          Library{"cusparse", "cuSPARSE", "cusparse"}};

/// Null if it is no library, but a reference or a submission.
inline const Library* find_library(std::string_view name) {
  const auto found = std::ranges::find(kLibraries, name, &Library::name);
  return found == kLibraries.end() ? nullptr : &*found;
}

}  // namespace warpgrade
