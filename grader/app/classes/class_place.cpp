// `warpgrade class place HANDIN --into STUDENT`: one student's hand-in, wherever its files lie, becomes a
// submission, by the rules of a class. Learning platforms call it before they grade.
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/common_options.hpp"
#include "app/subcommand.hpp"
#include "classes/submission_copy.hpp"
#include "course/course.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct PlaceOptions {
  fs::path handed_in, submission, course;
};

int place(const PlaceOptions& options) {
  if (!fs::exists(options.handed_in))
    throw UsageError(fmt::format("{} does not exist.", options.handed_in.string()));
  const Installation installation = find_installation(options.course);
  const system::TemporaryFolder work(installation.cache);
  const classes::Attempt attempt =
      classes::place_hand_in(fs::absolute(options.handed_in).lexically_normal(), load_course(installation),
                             work.path() / "unpacked", options.submission);
  if (!attempt.unreadable.empty()) std::cout << fmt::format("Nothing is graded: {}\n", attempt.unreadable);
  for (const std::string& remark : attempt.remarks) std::cout << fmt::format("Note: {}\n", remark);
  return 0;
}

}  // namespace

void add_class_place(CLI::App& app, Run& run) {
  auto options = std::make_shared<PlaceOptions>();
  Subcommand command(app, "place",
                     "Put the files of one hand-in where a submission has them, by the rules of a class");
  command.option("handed_in", options->handed_in, "A folder, or an archive").shown_as("HANDIN").required();
  command.option("--into", options->submission, "The submission, a folder with a folder for each unit")
      .shown_as("DIR")
      .required();
  add_course_option(command, options->course);
  command.sets(run, [options] { return place(*options); });
}

}  // namespace warpgrade::app
