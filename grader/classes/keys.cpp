#include "classes/keys.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "judge/compile/ingredients.hpp"
#include "judge/compile/toolchain.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

/// The content of the regular files in a folder, sorted by path.
void add_folder(judge::Ingredients& ingredients, const fs::path& folder, bool with_folders_in_it) {
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

/// Only what the simulator needs: what a GPU needs is built where there is one, and machines of a cluster
/// differ.
std::string checksum_of_grader(const Installation& installation, std::uint64_t seed) {
  judge::Ingredients ingredients;
  ingredients.add("seed", fmt::format("{}", seed));
  ingredients.add_content("/proc/self/exe");
  const judge::Toolchain toolchain = judge::read_toolchain(installation.toolchain);
  if (const judge::DeviceToolchain* simulator = toolchain.find(kDefaultDevice))
    for (const fs::path& input : simulator->inputs) {
      if (fs::is_directory(input))
        add_folder(ingredients, input, true);
      else
        ingredients.add_content(input);
    }
  return ingredients.key();
}

}  // namespace

KeyBase make_key_base(const Installation& installation, const spec::Course& course, std::uint64_t seed) {
  KeyBase keys{checksum_of_grader(installation, seed), {}};
  for (const spec::Exercise& exercise : course.exercises) {
    judge::Ingredients ingredients;
    add_folder(ingredients, exercise.folder, true);
    add_folder(ingredients, exercise.folder.parent_path(), false);  // what exercises of a unit share
    ingredients.add_content(installation.reference() / exercise.unit / (exercise.name + ".hidden.toml"));
    keys.exercises[exercise.name] = ingredients.key();
  }
  return keys;
}

}  // namespace warpgrade::classes
