// The course as GoogleTest tests, for ctest and for editors: every case of every task is a test, named
// exercise.task.case. It is a front: the judge grades each case as ./grade does, in a child process, so a
// submission can't end or talk its way to a pass.
//
// ctest runs one process per case, several at once. The first one builds the submission while the others wait
// for the lock; after that the runner comes from the cache.
#include <fcntl.h>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/course.hpp"
#include "judge/cases/cases.hpp"
#include "judge/grading.hpp"
#include "report/human.hpp"
#include "spec/spec.hpp"

namespace {

using namespace warpgrade;

struct Session {
  app::Installation installation;
  spec::Course course;
  judge::GradingOptions options;
};

class CourseCase : public testing::Test {
 public:
  CourseCase(const Session& session, const spec::Exercise& exercise, judge::CaseName name)
      : session_(session), exercise_(exercise), name_(std::move(name)) {}

  void TestBody() override {
    judge::GradingOptions options = session_.options;
    options.selection = {{exercise_.name, name_.task}};
    options.case_name = name_.name;
    options.jobs = 1;
    const Result result = judge::grade(session_.course, options);
    if (result.exit_code() == 0) return;
    std::ostringstream report;
    report::HumanOptions human = report::human_options_for(STDOUT_FILENO);
    human.submission = options.submission;
    report::write_human(report, result, human);
    ADD_FAILURE() << report.str();
  }

 private:
  const Session& session_;
  const spec::Exercise& exercise_;
  judge::CaseName name_;
};

/// `--name=value` of ours; GoogleTest has taken its own options out.
std::string option(int argc, char** argv, const std::string& name, std::string otherwise) {
  const std::string start = "--" + name + "=";
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]).starts_with(start)) return std::string(argv[i]).substr(start.size());
  return otherwise;
}

Session make_session(int argc, char** argv) {
  Session session;
  session.installation = app::find_installation(option(argc, argv, "course", ""));
  session.course = app::load_course(session.installation);
  judge::GradingOptions& options = session.options;
  options.submission = option(argc, argv, "submission", session.installation.student().string());
  options.toolchain = session.installation.toolchain;
  options.cache = session.installation.cache;
  options.seed = std::random_device()();
  const bool on_gpu = option(argc, argv, "device", "simulator") == "cuda";
  options.device = on_gpu ? judge::DeviceChoice::cuda : judge::DeviceChoice::simulator;
  options.command = fmt::format("./grade --device {}", on_gpu ? "cuda" : "simulator");
  if (options.submission != session.installation.student())
    options.command += " --submission " + app::as_typed(options.submission).string();
  return session;
}

void register_tests(const Session& session) {
  for (const spec::Exercise& exercise : session.course.exercises)
    for (const judge::CaseName& name : judge::case_names(exercise)) {
      if (name.simulator_only && session.options.device == judge::DeviceChoice::cuda) continue;
      testing::RegisterTest(
          fmt::format("{}.{}", exercise.name, name.task).c_str(), name.name.c_str(), nullptr, nullptr,
          __FILE__, __LINE__,
          [&session, &exercise, name]() -> CourseCase* { return new CourseCase(session, exercise, name); });
    }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    const Session session = make_session(argc, argv);
    register_tests(session);
    return RUN_ALL_TESTS();
  } catch (const spec::SpecError& error) {
    for (const auto& diagnostic : error.diagnostics()) std::cerr << diagnostic.str() << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return 2;
}
