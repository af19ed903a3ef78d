// The objects of given sources are an entry of the cache of their own. Where a student writes a header, they
// may depend on it, and are compiled each time.
#include "judge/compile/build_program.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const spec::Exercise& exercise) {
  return fs::absolute(exercise.folder).lexically_normal();
}

std::vector<fs::path> given_sources(const spec::Exercise& exercise) {
  std::vector<fs::path> sources;
  for (const std::string& file : exercise.program->given)
    if (is_source(file)) sources.push_back(folder_of(exercise) / file);
  return sources;
}

/// Objects 0.o, 1.o, … in `folder`, which exists.
std::vector<fs::path> objects_of(const std::vector<fs::path>& sources, const fs::path& folder) {
  std::vector<fs::path> objects;
  for (std::size_t i = 0; i < sources.size(); ++i) objects.push_back(folder / fmt::format("{}.o", i));
  return objects;
}

bool compile_all(const DeviceToolchain& toolchain, const Steps& steps, Paths paths,
                 const std::vector<fs::path>& sources, const std::vector<fs::path>& objects) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    paths.source = sources[i];
    paths.object = objects[i];
    if (!steps.run(fill_in(toolchain.program_compile, paths))) return false;
  }
  return true;
}

std::string key_of_given(const DeviceToolchain& toolchain, const spec::Exercise& exercise) {
  Ingredients ingredients;
  ingredients.add("given", folder_of(exercise));  // it is in the debug information
  for (const fs::path& file : files_of_program(exercise)) ingredients.add_content(file);
  for (const std::string& word : toolchain.program_compile) ingredients.add("compile", word);
  for (const std::string& macro : exercise.program->define) ingredients.add("define", macro);
  for (const fs::path& input : toolchain.inputs) ingredients.add_stamp(input);
  return ingredients.key();
}

/// The folder with the objects of the given sources; empty: the result of `steps` says why.
fs::path build_given(const DeviceToolchain& toolchain, const spec::Exercise& exercise,
                     const BuildCache& cache, const Steps& steps, const Paths& paths) {
  const std::vector<fs::path> sources = given_sources(exercise);
  const fs::path folder = paths.object.parent_path() / "given";
  const auto build = [&] {
    fs::create_directories(folder);
    return compile_all(toolchain, steps, paths, sources, objects_of(sources, folder));
  };
  if (!std::ranges::all_of(exercise.program->edit, is_source)) return build() ? folder : fs::path();
  const std::string key = key_of_given(toolchain, exercise);
  if (const fs::path entry = cache.find(key); !entry.empty()) return entry;
  if (!build()) return {};
  std::ofstream(folder / "runner") << "objects of given sources\n";
  return cache.publish(key, folder);
}

}  // namespace

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kEndings = {".cu", ".cpp", ".cc", ".cxx", ".c"};
  return std::ranges::find(kEndings, file.extension().string()) != kEndings.end();
}

std::vector<fs::path> files_of_program(const spec::Exercise& exercise) {
  const fs::path folder = folder_of(exercise);
  std::vector<fs::path> files;
  for (const std::string& file : exercise.program->given) files.push_back(folder / file);
  for (const std::string& include : exercise.program->include)
    for (const auto& entry : fs::recursive_directory_iterator(folder / include))
      if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

bool build_program(const DeviceToolchain& toolchain, const BuildRequest& request, const BuildCache& cache,
                   const Steps& steps, Paths paths) {
  const spec::Exercise& exercise = *request.exercise;
  for (const std::string& include : exercise.program->include)
    paths.include_folders.push_back(folder_of(exercise) / include);
  paths.defines = exercise.program->define;
  std::vector<fs::path> sources;
  for (const std::string& file : exercise.edited_files())
    if (is_source(file)) sources.push_back(paths.include_folders.front() / file);
  const std::vector<fs::path> objects = objects_of(sources, paths.object.parent_path());
  if (!compile_all(toolchain, steps, paths, sources, objects)) return false;
  const fs::path given = build_given(toolchain, exercise, cache, steps, paths);
  if (given.empty()) return false;
  for (const fs::path& object : objects) paths.objects.push_back(object);
  for (const fs::path& object : objects_of(given_sources(exercise), given)) paths.objects.push_back(object);
  Steps link = steps;
  link.permissions.readable.push_back(given);
  return link.run(fill_in(toolchain.program_link, paths));
}

}  // namespace warpgrade::judge
