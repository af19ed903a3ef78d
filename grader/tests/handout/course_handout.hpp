// The handout of this course, made in a temporary folder once for all tests of a suite.
#pragma once

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "handout/handout.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::handout {

inline Installation this_course() {
  Installation installation;
  installation.course = HANDOUT_ROOT;
  return installation;
}

/// Relative to `folder`, sorted.
inline std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(folder).string());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// What `make` says that it can't do; empty if it can.
inline std::string problem_of(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

struct CourseHandout {
  system::TemporaryFolder temporary;
  spec::Course course = load_course(this_course());
  std::filesystem::path folder = temporary.path() / "handout";
  Handout made = make_handout({HANDOUT_ROOT, HANDOUT_TEMPLATES}, course, folder);
};

}  // namespace warpgrade::handout
