#include "judge/grading_key.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "judge/compile/ingredients.hpp"
#include "judge/compile/toolchain.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// The content of the regular files in a folder, sorted by path.
void add_folder(Ingredients& ingredients, const fs::path& folder, bool with_folders_in_it) {
  std::vector<fs::path> files;
  const auto add = [&files](const fs::directory_entry& entry) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  };
  if (with_folders_in_it)
    for (const auto& entry : fs::recursive_directory_iterator(folder)) add(entry);
  else
    for (const auto& entry : fs::directory_iterator(folder)) add(entry);
  std::ranges::sort(files);
  for (const fs::path& file : files) ingredients.add_content(file);
}

}  // namespace

std::string checksum_of_grader(const fs::path& toolchain, std::uint64_t seed) {
  Ingredients ingredients;
  ingredients.add("seed", fmt::format("{}", seed));
  ingredients.add_content("/proc/self/exe");
  const Toolchain tools = read_toolchain(toolchain);
  if (const DeviceToolchain* simulator = tools.find(kDefaultDevice))
    for (const fs::path& input : simulator->inputs) {
      if (fs::is_directory(input))
        add_folder(ingredients, input, true);
      else
        ingredients.add_content(input);
    }
  return ingredients.key();
}

std::string checksum_of_exercise(const spec::Exercise& exercise, const fs::path& reference) {
  Ingredients ingredients;
  add_folder(ingredients, exercise.folder, true);
  add_folder(ingredients, exercise.folder.parent_path(), false);  // what exercises of a unit share
  ingredients.add_content(reference / exercise.unit / (exercise.name + ".hidden.toml"));
  return ingredients.key();
}

}  // namespace warpgrade::judge
