// Folders, flock and rename: what a cache needs that several processes share.
#include "judge/compile/build_cache.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "system/checksum.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {

namespace fs = std::filesystem;

namespace {

constexpr const char* kChecksum = "runner.xxh3_128";

/// The file, or all regular files of the folder and of those in it, sorted.
std::vector<fs::path> files_of(const fs::path& path, fs::directory_options links) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, links))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string read_file(const fs::path& path) { return system::file_text(path).value_or(""); }

std::string checksum_of_runner(const fs::path& entry) {
  const std::string runner = read_file(entry / "runner");
  return system::xxh3_128(runner);
}

}  // namespace

void Ingredients::add(const std::string& name, const std::string& content) {
  text_ += fmt::format("{} {}\n{}\n", name, content.size(), content);
}

void Ingredients::add_content(const fs::path& path) {
  for (const fs::path& file : files_of(path, fs::directory_options::none))
    add(file.string(), system::file_text(file).value_or(""));
}

void Ingredients::add_stamp(const fs::path& path) {
  if (!fs::exists(path))
    throw std::runtime_error(
        fmt::format("{} is missing: remove the build folder and run ./grade", path.string()));
  for (const fs::path& file : files_of(path, fs::directory_options::follow_directory_symlink)) {
    const auto time = fs::last_write_time(file).time_since_epoch().count();
    add(file.string(), fmt::format("{} {}", fs::file_size(file), time));
  }
}

std::string Ingredients::key() const { return system::xxh3_128(text_); }

BuildCache::BuildCache(const fs::path& folder) : folder_(fs::absolute(folder)) {
  fs::create_directories(folder_ / "locks");
}

system::FileLock BuildCache::lock(const std::string& key, const Waits& waits) const {
  // Named by the first two digits of the key: so there are at most 256 lock files, and two different builds
  // hardly ever wait for each other.
  const auto tell = [&waits](const std::string& holder) {
    if (waits) waits(fmt::format("waiting for {}, which builds with the same cache", holder));
  };
  return system::FileLock(folder_ / "locks" / key.substr(0, 2), std::chrono::seconds(20), tell);
}

fs::path BuildCache::find(const std::string& key) const {
  fs::path entry = folder_ / key;
  std::error_code error;
  fs::last_write_time(entry, fs::file_time_type::clock::now(), error);
  if (error) return {};
  if (read_file(entry / kChecksum) == checksum_of_runner(entry)) return entry;
  fs::remove_all(entry);
  return {};
}

fs::path BuildCache::publish(const std::string& key, const fs::path& finished) const {
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(7 * 24);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (entry.path().filename() == "locks") continue;
    std::error_code error;
    const fs::file_time_type used = entry.last_write_time(error);
    if (!error && used < long_ago)
      fs::remove_all(entry.path(), error);  // an error means that another grader has removed it
  }
  std::ofstream(finished / kChecksum) << checksum_of_runner(finished);
  fs::path entry = folder_ / key;
  std::error_code exists;
  fs::rename(finished, entry, exists);
  if (exists && !fs::exists(entry)) throw fs::filesystem_error("cannot publish a runner", entry, exists);
  return entry;
}

}  // namespace warpgrade::judge
