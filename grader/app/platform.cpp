// ./grade platform NAME FILE EXERCISE...: makes what an instructor uploads to a learning platform or code
// host.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/interrupt.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "handout/upload.hpp"
#include "simulator/driver/programs.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct PlatformOptions {
  std::string name, image = "warpgrade";
  std::vector<std::string> exercises;
  fs::path file, course, package;
};

std::vector<std::string> names_of_platforms() {
  std::vector<std::string> names;
  for (const handout::Platform& platform : handout::platforms()) names.emplace_back(platform.name);
  return names;
}

/// What a solved stub holds would be graded where a student hands nothing in, and students may read it.
void require_stubs(const Installation& installation, const spec::Course& course) {
  std::vector<std::string> problems;
  for (const spec::Exercise& exercise : course.exercises)
    verify::check_stub(installation, exercise, problems);
  for (const std::string& problem : problems) fmt::print("{}\n", problem);
  if (!problems.empty()) throw UsageError("no upload was made: mend the stubs above first.");
}

int make_upload(const PlatformOptions& options) {
  const handout::Platform& platform = *handout::find_platform(options.name);
  const Installation installation = find_installation(options.course);
  if (!fs::is_directory(installation.reference()))
    throw UsageError("platform is for instructors: it needs the course's reference/, and that is not here.");
  try {
    handout::check_upload(platform, options.package, options.file);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  const spec::Course course = selected_part(load_course(installation), options.exercises);
  end_cleanly_when_interrupted("interrupted; no upload was made.");
  require_stubs(installation, course);
  const fs::path share = wgsim::driver::share_folder();
  handout::make_upload(
      platform,
      {{installation.course, share / "handout", options.package}, share / "repository", options.image},
      installation, course, options.file);
  fmt::print("{}: {:.1f} MB for {}, {} exercises{}.\n{}\n", as_typed(options.file).string(),
             static_cast<double>(fs::file_size(options.file)) / 1e6, platform.title, course.exercises.size(),
             platform.is_closed ? " with their hidden cases" : "", platform.next);
  return 0;
}

}  // namespace

void add_platform(CLI::App& app, Run& run) {
  auto options = std::make_shared<PlatformOptions>();
  Subcommand command(app, "platform", course_command_help("platform"));
  command.option("name", options->name, "The platform")
      .shown_as("PLATFORM")
      .required()
      .one_of(names_of_platforms());
  command.option("file", options->file, "The archive to make").shown_as("FILE").required();
  command.option("exercises", options->exercises, "What it holds; none: the whole course")
      .shown_as("EXERCISE");
  command.option("--package", options->package, "The grader's package: warpgrade_*.deb").shown_as("FILE");
  command
      .option("--image", options->image,
              "Where the platform runs a container of yours: its name (default: warpgrade)")
      .shown_as("NAME");
  add_course_option(command, options->course);
  command.sets(run, [options] { return make_upload(*options); });
}

}  // namespace warpgrade::app
