#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/failing_cases.hpp"
#include "report/html/elements.hpp"
#include "report/platforms/platforms.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;

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
    const std::string url = fmt::format("data:{};base64,{}", type, html::base64(bytes));
    if (used_ + url.size() > kImageBytes) return;
    used_ += url.size();
    images.push_back({{"label", label}, {"url", url}});
  }
  std::size_t used_ = 0;
};

json test_of(const ScoredTest& test, Images& images) {
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

void write_prairielearn(std::ostream& out, const Result& result) {
  const std::vector<ScoredTest> tests = scored_tests(result);
  const std::string why_not = why_not_gradable(result, tests);
  json results{{"gradable", why_not.empty()}, {"message", score_sentence(result)}, {"tests", json::array()}};
  if (why_not.empty())
    results["score"] = share(result);
  else
    results["format_errors"] = json::array({why_not});
  Images images;
  for (const ScoredTest& test : tests) results["tests"].push_back(test_of(test, images));
  out << escape_unprintable(results.dump(2, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace))
      << '\n';
}

}  // namespace warpgrade::report
