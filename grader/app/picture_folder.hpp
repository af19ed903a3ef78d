// ./grade --pictures DIR: the pictures of a grading as PNG files, to look at.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::app {

class PictureFolder {
 public:
  /// Creates the folder. Throws std::runtime_error if that can't be done.
  explicit PictureFolder(std::filesystem::path folder);

  /// Writes EXERCISE.TASK.CASE.NAME.png for each picture; with the device in the name if that is a GPU.
  /// Pictures of the same case from an earlier grading go.
  void write(const Result& result);

  /// What lies where, a line for each case.
  void describe(std::ostream& out) const;

 private:
  void write(const std::string& stem, const std::vector<PictureFile>& pictures);

  std::filesystem::path folder_;
  std::map<std::string, std::vector<std::string>> names_;  ///< of the pictures of each case
};

}  // namespace warpgrade::app
