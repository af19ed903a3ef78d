// ./grade editor: writes compile_commands.json, so that editors with clangd (VS Code, Vim, Emacs, CLion) open
// stubs and kernels without red lines where there is no CUDA: each .cu file is read as CUDA with the
// simulator's headers.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "course/course.hpp"
#include "simulator/driver/programs.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

/// A kernel and the exercise that it belongs to.
struct EditedFile {
  const spec::Exercise* exercise;
  fs::path file;
};

void add_files_in(const fs::path& folder, const spec::Exercise& exercise, std::vector<EditedFile>& files) {
  if (!fs::is_directory(folder)) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") files.push_back({&exercise, entry.path()});
}

/// The stub, and what an instructor has beside it. Not the references for one card: they hold assembly.
std::vector<EditedFile> files_of(const Installation& installation, const spec::Exercise& exercise) {
  std::vector<EditedFile> files;
  const fs::path reference = installation.reference() / exercise.unit;
  for (const fs::path& file : {installation.student() / exercise.unit / exercise.source,
                               reference / exercise.source, reference / "fast" / exercise.source})
    if (fs::exists(file)) files.push_back({&exercise, file});
  add_files_in(reference / "right" / exercise.name, exercise, files);
  return files;
}

nlohmann::json entry_of(const Installation& installation, const EditedFile& edited) {
  const fs::path share = wgsim::driver::share_folder(), simulator = share / "simulator/include";
  const std::vector<std::string> arguments{"clang++",
                                           "-x",
                                           "cuda",
                                           "--cuda-host-only",
                                           "-nocudainc",
                                           "-nocudalib",
                                           "-std=c++20",
                                           "-Wno-unknown-cuda-version",
                                           "-Wno-cuda-compat",
                                           "-Xclang",
                                           "-fcuda-allow-variadic-functions",
                                           "-I" + simulator.string(),
                                           "-I" + (share / "include").string(),
                                           "-include",
                                           (simulator / "wgsim/editor.h").string(),
                                           "-I" + edited.exercise->folder.string(),
                                           "-I" + (installation.reference() / "fast").string(),
                                           "-c",
                                           edited.file.string()};
  return {
      {"directory", installation.course.string()}, {"file", edited.file.string()}, {"arguments", arguments}};
}

int write_for_editors(const fs::path& course_folder) {
  const Installation installation = find_installation(course_folder);
  const spec::Course course = load_course(installation);
  nlohmann::json entries = nlohmann::json::array();
  for (const spec::Exercise& exercise : course.exercises)
    for (const EditedFile& edited : files_of(installation, exercise))
      entries.push_back(entry_of(installation, edited));
  const fs::path file = installation.course / "compile_commands.json";
  system::write_file_atomically(file, entries.dump(1) + "\n");
  fmt::print("{}: {} files. Open {} in your editor.\n", as_typed(file).string(), entries.size(),
             as_typed(installation.course).string());
  return 0;
}

}  // namespace

void add_editor(CLI::App& app, Run& run) {
  auto course = std::make_shared<fs::path>();
  CLI::App* command = app.add_subcommand(
      "editor", "Write compile_commands.json, so that editors show CUDA without red lines");
  add_course_option(*command, *course);
  command->callback([course, &run] { run = [course] { return write_for_editors(*course); }; });
}

}  // namespace warpgrade::app
