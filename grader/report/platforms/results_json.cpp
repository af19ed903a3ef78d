// The platforms that read a results.json: Gradescope and PrairieLearn.
#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/for_students.hpp"
#include "report/failing_cases.hpp"
#include "report/formats.hpp"
#include "report/html/elements.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "system/base64.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;

json gradescope_test(const ScoredTest& test, bool with_points) {
  json entry{{"name", test.full_name()},
             {"output", test.passes() ? test.text : test.summary + "\n\n" + test.text},
             {"output_format", "text"},
             {"visibility", "visible"},
             {"extra_data", {{"verdict", to_string(test.verdict)}}}};
  if (!with_points) return entry;
  entry["score"] = test.score;
  entry["max_score"] = test.max_score;
  const bool costs_nothing = test.verdict == Verdict::not_run;
  entry["status"] = test.passes() || costs_nothing ? "passed" : "failed";
  return entry;
}

/// For instructors alone: Gradescope never shows students a test that is hidden.
json hidden_cases(const Result& result) {
  std::string text;
  std::size_t all = 0, right = 0;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const CaseResult& one : task.cases) {
        if (!one.hidden) continue;
        ++all;
        right += one.verdict == Verdict::pass ? 1 : 0;
        if (one.verdict != Verdict::pass)
          text += fmt::format("{}/{}, case {}: {}\n", exercise.name, task.name, printable(one.name),
                              in_words(one.verdict));
      }
  if (all == 0) return nullptr;
  return {{"name", "hidden cases (for instructors)"},
          {"score", 0},
          {"max_score", 0},
          {"status", right == all ? "passed" : "failed"},
          {"output", fmt::format("{} of {} right.\n{}", right, counted(all, "hidden case"), text)},
          {"output_format", "text"},
          {"visibility", "hidden"}};
}

/// The times at the largest size, where there are times.
json leaderboard(const Result& result) {
  json board = json::array();
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const auto largest = std::ranges::max_element(task.timing, {}, &TimingResult::n);
      if (task.verdict != Verdict::pass || largest == task.timing.end() || !(largest->ms.value > 0)) continue;
      board.push_back({{"name", exercise.name + "/" + task.name + " in ms"},
                       {"value", largest->ms.value},
                       {"order", "asc"}});
    }
  return board;
}

// ---- PrairieLearn ----------------------------------------------------------------------------------------

/// PrairieLearn takes 1 MB; what is not text must fit in here.
constexpr std::size_t kImageBytes = 700'000;

/// Takes images as long as there is room for them.
class Images {
 public:
  json of(const TaskResult& task) {
    json images = json::array();
    if (const CaseResult* shown = case_to_show(task); shown != nullptr && !shown->hidden)
      for (const PictureFile& picture : shown->pictures)
        add(images, picture.name, "image/png",
            {reinterpret_cast<const char*>(picture.png.data()), picture.png.size()});
    if (task.drawing)
      add(images, fmt::format("What the kernel did with {} elements", task.drawing->n), "image/svg+xml",
          task.drawing->svg);
    return images;
  }

 private:
  void add(json& images, const std::string& label, const char* type, std::string_view bytes) {
    const std::string url = fmt::format("data:{};base64,{}", type, system::base64(bytes));
    if (used_ + url.size() > kImageBytes) return;
    used_ += url.size();
    images.push_back({{"label", label}, {"url", url}});
  }
  std::size_t used_ = 0;
};

json prairielearn_test(const ScoredTest& test, Images& images) {
  json entry{{"name", test.full_name()}, {"description", printable(test.title)},
             {"points", test.score},     {"max_points", test.max_score},
             {"message", test.summary},  {"output", test.text}};
  if (test.task == nullptr) return entry;
  if (const json pictures = images.of(*test.task); !pictures.empty()) entry["images"] = pictures;
  return entry;
}

/// Why this submission can't be graded; empty if it can.
std::string why_not_gradable(const Result& result, const std::vector<ScoredTest>& tests) {
  if (result.exit_code() >= 2)
    return "The grader or its machine failed, which is not your fault. Try again, or tell your instructor.";
  bool has_tasks = false;
  for (const ScoredTest& test : tests) {
    if (test.task == nullptr) continue;
    if (test.verdict != Verdict::compile_error) return "";
    has_tasks = true;
  }
  return has_tasks ? tests.front().text : "";
}

double share(const Result& result) {
  if (result.max_score() > 0) return std::clamp(result.score() / result.max_score(), 0.0, 1.0);
  return result.exit_code() == 0 ? 1 : 0;
}

}  // namespace

void write_gradescope(std::ostream& out, const Result& result) {
  const bool is_graded = result.exit_code() < 2;
  json results{{"execution_time", result.seconds},
               {"output", is_graded ? score_sentence(result) : std::string(kGraderFault)},
               {"output_format", "text"},
               {"visibility", "visible"},
               {"stdout_visibility", "hidden"},
               {"tests", json::array()}};
  const Result shown = for_students(result);
  for (const ScoredTest& test : scored_tests(shown))
    results["tests"].push_back(gradescope_test(test, is_graded));
  if (const json hidden = hidden_cases(result); is_graded && !hidden.is_null())
    results["tests"].push_back(hidden);
  if (const json board = leaderboard(result); !board.empty()) results["leaderboard"] = board;
  out << json_text(results);
}

void write_prairielearn(std::ostream& out, const Result& result) {
  const std::vector<ScoredTest> tests = scored_tests(result);
  const std::string why_not = why_not_gradable(result, tests);
  json results{{"gradable", why_not.empty()}, {"message", score_sentence(result)}, {"tests", json::array()}};
  if (why_not.empty())
    results["score"] = share(result);
  else
    results["format_errors"] = json::array({why_not});
  Images images;
  for (const ScoredTest& test : tests) results["tests"].push_back(prairielearn_test(test, images));
  out << json_text(results);
}

}  // namespace warpgrade::report
