// Which sources of a folder were saved. The kernel's events (inotify) only tell when it is worth looking:
// what counts are times and sizes of files, which are right on network drives too, where events never come.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "system/descriptor.hpp"

namespace warpgrade::app {

class FileChanges {
 public:
  explicit FileChanges(std::filesystem::path folder);

  /// Readable when something has changed; -1: this system has no events, so look every now and then.
  int descriptor() const { return events_.get(); }
  /// The *.cu and *.cuh that are new, or other than at the last call.
  std::vector<std::filesystem::path> take();

 private:
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;  // when it was written, its size
  void drain_events();
  void watch(const std::filesystem::path& folder);
  std::map<std::filesystem::path, Stamp> look();

  std::filesystem::path folder_;
  system::Descriptor events_;
  std::map<std::filesystem::path, Stamp> known_;
};

}  // namespace warpgrade::app
