// Built programs by content: a folder per key, the checksum of all that the program depends on. Two graders
// may build at the same time: one lock per key keeps them from doing the same work twice, and a finished
// folder appears at once, by rename.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "system/file_lock.hpp"

namespace warpgrade::judge {

/// Told once, for people: why nothing happens now.
using Waits = std::function<void(const std::string& why)>;

/// Everything that a built program depends on, as one text; its checksum is the program's key in the cache.
class Ingredients {
 public:
  void add(const std::string& name, const std::string& content);
  /// A file, or all files of a folder.
  void add_content(const std::filesystem::path& path);
  /// The same by size and time, for tools and libraries. Throws std::runtime_error if it is missing.
  void add_stamp(const std::filesystem::path& path);
  std::string key() const;

 private:
  std::string text_;
};

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
