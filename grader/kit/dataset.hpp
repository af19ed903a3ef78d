// Real data for cases: a text, a picture. datasets/manifest.toml lists each file with its origin, licence and
// checksum; a file whose checksum is wrong is refused, since its right answers would be wrong.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::kit {

struct Dataset {
  /// A text's bytes; a picture's pixels, row by row: grey (kind "image"), or red, green, blue and alpha (kind
  /// "colour").
  std::vector<std::uint8_t> bytes;
  /// A high-dynamic-range picture's linear red, green and blue, row by row (kind "hdr", which has no bytes).
  std::vector<float> light;
  int width = 0, height = 0;  ///< of a picture
};

class DatasetLibrary {
 public:
  /// Reads the manifest. Throws spec::SpecError with all of its mistakes.
  explicit DatasetLibrary(std::filesystem::path folder);

  /// Loaded and checked at its first use, then kept. Throws std::runtime_error that says what to do.
  const Dataset& get(const std::string& name);
  std::vector<std::string> names() const;

 private:
  struct Entry {
    std::filesystem::path file;
    std::string checksum;
    std::string kind;
  };
  Dataset load(const Entry& entry) const;

  std::filesystem::path folder_;
  std::map<std::string, Entry> entries_;
  std::map<std::string, Dataset> loaded_;
};

/// The course's folder of datasets. Set it before an oracle asks for one.
void set_datasets_folder(std::filesystem::path folder);

/// The dataset of the course that has this name in the manifest.
const Dataset& dataset(std::string_view name);

}  // namespace warpgrade::kit
