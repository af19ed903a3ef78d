// The course as GoogleTest tests, for ctest and for editors: every case of every task is a test, named
// exercise.task.case. It is a front: the judge grades as ./grade does, in a child process, so a submission
// can't end or talk its way to a pass. A task is graded once, when the first of its tests runs; each test
// then says what became of its case. ctest runs one process per task.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/command_line.hpp"
#include "app/session.hpp"
#include "course/course.hpp"
#include "judge/cases/cases.hpp"
#include "judge/grading.hpp"
#include "report/harmless_lines.hpp"
#include "report/human.hpp"
#include "spec/spec.hpp"
#include "system/temporary_folder.hpp"

namespace {

using namespace warpgrade;

using app::Session;

/// A task, graded when the first of its tests asks for its case.
class GradedTask {
 public:
  GradedTask(const Session& session, std::string exercise, std::string task)
      : session_(session), exercise_(std::move(exercise)), task_(std::move(task)) {}

  /// The result of a case; nothing if the grading left it out. `alone`: only this test was asked for, so only
  /// its case is run.
  const CaseResult* result_of(const std::string& case_name, bool alone) {
    if (!result_) grade(alone ? std::optional(case_name) : std::nullopt);
    for (const CaseResult& result : result_->exercises.at(0).tasks.at(0).cases)
      if (result.name == case_name) return &result;
    return nullptr;
  }

  /// The verdict of a case. If a task fails as a whole although its cases pass, each case gets the verdict of
  /// the task.
  Verdict verdict_of(const CaseResult& one) const {
    const TaskResult& task = result_->exercises.at(0).tasks.at(0);
    const bool all_pass = std::ranges::all_of(
        task.cases, [](const CaseResult& result) { return result.verdict == Verdict::pass; });
    return all_pass ? task.verdict : one.verdict;
  }

  /// As ./grade reports it, the first time that it is asked for.
  std::string report() {
    if (std::exchange(is_reported_, true)) return "";
    std::ostringstream text;
    report::HumanOptions human = report::human_options_for(STDOUT_FILENO);
    human.submission = session_.grading.submission;
    report::write_human(text, *result_, human);
    return report::CommandBreaker()(text.str());  // it goes to a log
  }

 private:
  void grade(std::optional<std::string> case_name) {
    judge::GradingOptions options = session_.grading;
    options.selection = {{exercise_, task_}};
    options.case_name = std::move(case_name);
    options.jobs = 1;  // ctest runs several tasks at a time
    result_ = judge::grade(session_.course, options);
  }

  const Session& session_;
  std::string exercise_, task_;
  std::optional<Result> result_;
  bool is_reported_ = false;
};

class CourseCase : public testing::Test {
 public:
  CourseCase(std::shared_ptr<GradedTask> task, std::string name)
      : task_(std::move(task)), name_(std::move(name)) {}

  void TestBody() override {
    const bool alone = testing::UnitTest::GetInstance()->current_test_suite()->test_to_run_count() == 1;
    const CaseResult* result = task_->result_of(name_, alone);
    if (result == nullptr) {
      ADD_FAILURE() << "the judge did not run this case";
    } else if (const Verdict verdict = task_->verdict_of(*result); verdict != Verdict::pass) {
      ADD_FAILURE() << to_string(verdict) << ": " << explain(verdict)
                    << "\n  Run it again: " << result->reproduce << '\n'
                    << task_->report();
    }
  }

 private:
  std::shared_ptr<GradedTask> task_;
  std::string name_;
};

/// `--name=value` of ours; GoogleTest has taken its own options out.
std::string option(int argc, char** argv, const std::string& name, std::string otherwise) {
  const std::string start = "--" + name + "=";
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]).starts_with(start)) return std::string(argv[i]).substr(start.size());
  return otherwise;
}

DeviceKind device_of(int argc, char** argv) {
  const std::string name = option(argc, argv, "device", std::string(to_string(kDefaultDevice)));
  const auto device = device_from_string(name);
  if (!device) throw std::runtime_error(fmt::format("--device: there is no device '{}'", name));
  return *device;
}

Session make_session(int argc, char** argv, DeviceKind device) {
  const char* other = std::getenv("WARPGRADE_SUBMISSION");
  Session session({.device = judge::only(device),
                   .course = option(argc, argv, "course", ""),
                   .submission = option(argc, argv, "submission", other != nullptr ? other : "")});
  judge::GradingOptions& options = session.grading;
  options.command = fmt::format("./grade --device {}", to_string(device));
  if (options.submission != as_typed(session.installation.student()))
    options.command += " --submission " + app::shell_word(options.submission.string());
  return session;
}

void register_tests(const Session& session, DeviceKind device) {
  for (const spec::Exercise& exercise : session.course.exercises) {
    std::map<std::string, std::shared_ptr<GradedTask>> tasks;
    for (const judge::CaseName& name : judge::case_names(exercise)) {
      if (name.is_counted && !traits(device).counts) continue;
      std::shared_ptr<GradedTask>& task = tasks[name.task];
      if (!task) task = std::make_shared<GradedTask>(session, exercise.name, name.task);
      testing::RegisterTest(fmt::format("{}.{}", exercise.name, name.task).c_str(), name.name.c_str(),
                            nullptr, nullptr, __FILE__, __LINE__,
                            [task, name]() -> CourseCase* { return new CourseCase(task, name.name); });
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    if (const std::string changed = system::require_temporary_folder(); !changed.empty())
      std::cerr << changed << '\n';
    const DeviceKind device = device_of(argc, argv);
    const Session session = make_session(argc, argv, device);
    register_tests(session, device);
    return RUN_ALL_TESTS();
  } catch (const spec::SpecError& error) {
    for (const auto& diagnostic : error.diagnostics()) std::cerr << diagnostic.str() << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return 2;
}
