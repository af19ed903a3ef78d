#include "judge/compile/ingredients.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "system/checksum.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {

namespace fs = std::filesystem;

void Ingredients::add(const std::string& name, const std::string& content) {
  text_ += fmt::format("{} {}\n{}\n", name, content.size(), content);
}

void Ingredients::add_content(const fs::path& file) {
  add(file.string(), system::file_text(file).value_or(""));
}

void Ingredients::add_stamp(const fs::path& path) {
  if (!fs::exists(path))
    throw std::runtime_error(
        fmt::format("{} is missing: remove the build folder and run ./grade", path.string()));
  if (!fs::is_directory(path)) return add_file_stamp(path);
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::recursive_directory_iterator(path, fs::directory_options::follow_directory_symlink))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) add_file_stamp(file);
}

std::string Ingredients::key() const { return system::xxh3_128(text_); }

void Ingredients::add_file_stamp(const fs::path& file) {
  const auto time = fs::last_write_time(file).time_since_epoch().count();
  add(file.string(), fmt::format("{} {}", fs::file_size(file), time));
}

}  // namespace warpgrade::judge
