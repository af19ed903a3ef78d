#include "judge/grading_key.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/toolchain.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// The content of the regular files in a folder, without those of folders in it.
void add_files_in(Ingredients& ingredients, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) ingredients.add_content(file);
}

}  // namespace

std::string checksum_of_grader(const fs::path& toolchain) {
  Ingredients ingredients;
  ingredients.add_content("/proc/self/exe");
  const Toolchain tools = read_toolchain(toolchain);
  if (const DeviceToolchain* simulator = tools.find(kDefaultDevice))
    for (const fs::path& input : simulator->inputs) ingredients.add_content(input);
  return ingredients.key();
}

std::string checksum_of_exercise(const spec::Exercise& exercise, const fs::path& reference) {
  Ingredients ingredients;
  ingredients.add_content(exercise.folder);
  add_files_in(ingredients, exercise.folder.parent_path());  // what exercises of a unit share
  ingredients.add_content(reference / exercise.unit / (exercise.name + ".hidden.toml"));
  return ingredients.key();
}

}  // namespace warpgrade::judge
