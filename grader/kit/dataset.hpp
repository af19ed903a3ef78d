// Real data for cases: a text, a picture. datasets/manifest.toml lists each file with its origin, licence and
// checksum; a file whose checksum is wrong is refused, since its right answers would be wrong.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace warpgrade::kit {

struct Dataset {
  std::vector<std::uint8_t> bytes;  ///< a text's bytes; a picture's grey pixels, row by row
  int width = 0, height = 0;        ///< of a picture
};

class DatasetLibrary {
 public:
  /// Reads the manifest. Throws spec::SpecError with all of its mistakes.
  explicit DatasetLibrary(std::filesystem::path folder);

  /// Loaded and checked at its first use, then kept. Throws std::runtime_error that says what to do. Several
  /// threads may ask at once.
  const Dataset& get(const std::string& name);
  std::vector<std::string> names() const;

 private:
  struct Entry {
    std::filesystem::path file;
    std::string checksum;
    bool is_image = false;
  };
  Dataset load(const Entry& entry) const;

  std::filesystem::path folder_;
  std::map<std::string, Entry> entries_;
  std::mutex mutex_;
  std::map<std::string, Dataset> loaded_;
};

/// From the course's own datasets/ folder. WARPGRADE_DATASETS in the environment names another.
const Dataset& dataset(const std::string& name);

}  // namespace warpgrade::kit
