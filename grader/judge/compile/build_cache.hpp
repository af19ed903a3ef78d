// Built runners by content: a folder per key. Two graders may build at the same time: one lock per key keeps
// them from doing the same work twice, and a finished folder appears at once, by rename.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "system/file_lock.hpp"

namespace warpgrade::judge {

/// Told once, for people: why nothing happens now.
using Waits = std::function<void(const std::string& why)>;

class BuildCache {
 public:
  explicit BuildCache(const std::filesystem::path& folder);  ///< creates it

  const std::filesystem::path& folder() const { return folder_; }
  /// Who does not get it may go on: then the same may be built twice, and the first to publish it wins.
  /// `waits` is told at once who holds it.
  system::FileLock lock(const std::string& key, const Waits& waits = {}) const;
  /// The entry's folder; empty if there is none, or if its runner is damaged (a full disk, a crash of the
  /// machine): that entry is removed. Finding it counts as use.
  std::filesystem::path find(const std::string& key) const;
  /// Makes a finished folder with a file `runner` the entry, and removes entries that nobody has used for a
  /// week.
  std::filesystem::path publish(const std::string& key, const std::filesystem::path& finished) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace warpgrade::judge
