// The tables of the page: hardest cases, the same mistakes, the same work, times and costs.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/page/sections.hpp"
#include "report/html/elements.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::classes {
namespace {

using report::number;
using report::xml;
using report::html::table;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostTasks = 20;     // of the hardest cases
constexpr std::size_t kMostMistakes = 50;  // the rest is counted
constexpr std::size_t kFewStudents = 3;    // whose work may be the same in any class and is still listed
constexpr std::size_t kShownStudents = 3;  // of a mistake; the others can be opened

/// The hardest case of a task, and how many more are as hard.
struct Hardest {
  std::string task, name;
  CaseCount count;
  std::size_t as_hard = 0;
  double share() const { return double(count.failed) / double(count.tried); }
};

std::vector<Hardest> hardest_by_task(const Overview& overview) {
  std::vector<Hardest> hardest;
  for (const auto& [key, count] : overview.cases) {
    if (count.failed == 0) continue;
    const auto& [exercise, task, name] = key;
    const Hardest one{exercise + "/" + task, name, count};
    if (hardest.empty() || hardest.back().task != one.task)
      hardest.push_back(one);
    else if (one.share() > hardest.back().share())
      hardest.back() = one;
    else if (one.share() == hardest.back().share())
      ++hardest.back().as_hard;
  }
  std::ranges::stable_sort(hardest, [](const Hardest& a, const Hardest& b) { return a.share() > b.share(); });
  return hardest;
}

/// A bar as wide as the share.
std::string share_bar(const CaseCount& count) {
  return fmt::format("<span class=\"bar\" style=\"--n:0%;--t:{:.0f}%\">{} of {}</span>",
                     100 * double(count.failed) / double(count.tried), count.failed, count.tried);
}

std::map<std::string, const Student*> students_by_attempt(const Roll& roll) {
  std::map<std::string, const Student*> students;
  for (const Entry& entry : roll.entries) students[entry.attempt.id] = &entry.attempt.student;
  return students;
}

std::string links(const std::vector<PagePart>& parts, const std::map<std::string, const Student*>& students) {
  std::string shown, more;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string& text = i < kShownStudents ? shown : more;
    text += (text.empty() ? "" : ", ") +
            student_link(*students.at(parts[i].attempt), parts[i].attempt, parts[i].section);
  }
  if (more.empty()) return shown;
  return shown + report::html::details(fmt::format("{} more", parts.size() - kShownStudents), more);
}

/// Students who have the same work in these tasks of an exercise.
struct Shared {
  std::string exercise;
  std::vector<std::string> tasks;
  std::vector<PagePart> parts;
};

/// All who have work of one shape in a task.
struct SameShape {
  std::vector<std::pair<const CountedWork*, const std::vector<PagePart>*>> works;
  std::vector<PagePart> parts;
  bool is_references = false;
};

/// By exercise, task and shape.
std::map<std::tuple<std::string, std::string, std::string>, SameShape> by_shape(const Overview& overview) {
  std::map<std::tuple<std::string, std::string, std::string>, SameShape> shapes;
  for (const auto& [work, parts] : overview.work) {
    SameShape& shape = shapes[{work.exercise, work.task, work.shape}];
    shape.works.emplace_back(&work, &parts);
    shape.parts.insert(shape.parts.end(), parts.begin(), parts.end());
  }
  for (const CountedWork& work : overview.reference_work) {
    const auto shape = shapes.find({work.exercise, work.task, work.shape});
    if (shape != shapes.end()) shape->second.is_references = true;
  }
  return shapes;
}

/// Those first who share most. What many have in common with the reference is the usual solution; who are the
/// same among these in all their counts, which are others, are still listed.
std::vector<Shared> shared_work(const Overview& overview) {
  std::map<std::pair<std::string, std::string>, std::size_t> right;  // by exercise and task
  for (const auto& [work, parts] : overview.work) right[{work.exercise, work.task}] += parts.size();
  std::map<std::pair<std::string, std::vector<std::string>>, Shared> shared;  // by exercise and who
  const auto add = [&](const CountedWork& work, std::vector<PagePart> parts) {
    if (parts.size() < 2) return;
    std::ranges::sort(parts, {}, &PagePart::attempt);
    std::vector<std::string> who;
    for (const PagePart& part : parts) who.push_back(part.attempt);
    Shared& one = shared[{work.exercise, who}];
    one.exercise = work.exercise;
    one.tasks.push_back(work.task);
    one.parts = std::move(parts);
  };
  for (const auto& [key, shape] : by_shape(overview)) {
    const auto& [exercise, task, checksum] = key;
    const auto are_many = [&](std::size_t students) {
      return students > std::max(kFewStudents, right[{exercise, task}] / 10);
    };
    if (!shape.is_references || !are_many(shape.parts.size())) {
      add(*shape.works.front().first, shape.parts);
      continue;
    }
    for (const auto& [work, parts] : shape.works)
      if (!overview.reference_work.contains(*work) || !are_many(parts->size())) add(*work, *parts);
  }
  std::vector<Shared> result;
  for (auto& [key, one] : shared) result.push_back(std::move(one));
  std::ranges::stable_sort(result,
                           [](const Shared& a, const Shared& b) { return a.tasks.size() > b.tasks.size(); });
  return result;
}

using Measures = std::map<Measure, std::vector<double>>;

std::string figures_table(const std::string& caption, const std::string& what, const Measures& measures) {
  Rows rows;
  for (const auto& [measure, values] : measures) {
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    std::vector<std::string> row{xml(measure.exercise + "/" + measure.task),
                                 xml(report::in_words(measure.name)), fmt::format("{}", measure.n),
                                 fmt::format("{}", sorted.size())};
    for (const double percent : {0, 25, 50, 75, 90, 100}) row.push_back(number(percentile(sorted, percent)));
    row.push_back(xml(measure.detail));
    rows.push_back(std::move(row));
  }
  return table(caption,
               {{"task", true},
                {what, true},
                {"n"},
                {"students"},
                {"least"},
                {"25 %"},
                {"median"},
                {"75 %"},
                {"90 %"},
                {"most"},
                {""}},
               rows);
}

/// A table for each exercise, to be opened: there are several costs of each task.
std::string by_exercise(const Overview& overview, const std::string& caption, const std::string& what,
                        const Measures& measures) {
  std::string text;
  for (const ExerciseColumns& exercise : overview.exercises) {
    Measures some;
    for (const auto& [measure, values] : measures)
      if (measure.exercise == exercise.name) some[measure] = values;
    if (!some.empty())
      text += report::html::details(xml(exercise.name), figures_table(caption + exercise.name, what, some));
  }
  return text;
}

}  // namespace

std::string hardest_cases(const ClassPage& page) {
  const std::vector<Hardest> hardest = hardest_by_task(page.overview);
  if (hardest.empty()) return {};
  Rows rows;
  for (const Hardest& one : hardest) {
    if (rows.size() == kMostTasks) break;
    rows.push_back({xml(one.task), xml(one.name) + (one.count.hidden ? " <small>hidden</small>" : ""),
                    share_bar(one.count), one.as_hard == 0 ? "" : report::counted(one.as_hard, "more case")});
  }
  const std::string lead =
      "Of each task the case that most of its students fail. Who has not started, or whose file does not "
      "compile, is not counted.";
  return titled(
      "hardest", "Hardest cases",
      report::html::paragraph(lead) +
          table("Hardest cases", {{"task", true}, {"case", true}, {"fail", true}, {"as hard", true}}, rows) +
          (hardest.size() > kMostTasks
               ? report::html::paragraph(fmt::format("… and {} more tasks", hardest.size() - kMostTasks))
               : ""));
}

std::string same_mistakes(const ClassPage& page) {
  std::vector<std::pair<const Mistake*, const std::vector<PagePart>*>> mistakes;
  for (const auto& [mistake, parts] : page.overview.mistakes) mistakes.emplace_back(&mistake, &parts);
  if (mistakes.empty()) return {};
  std::ranges::stable_sort(mistakes,
                           [](const auto& a, const auto& b) { return a.second->size() > b.second->size(); });
  const auto students = students_by_attempt(page.roll);
  Rows rows;
  for (const auto& [mistake, parts] : mistakes) {
    if (rows.size() == kMostMistakes) break;
    rows.push_back({fmt::format("{}", parts->size()),
                    fmt::format("<strong>{}: {}</strong><br/>{}", xml(mistake->where),
                                xml(report::in_words(mistake->kind)), xml(mistake->says)),
                    links(*parts, students)});
  }
  std::string text = report::html::paragraph(
      "The same kind of finding in the same task, where what it says is the same but for its numbers. Of "
      "each "
      "task the finding that the student's page shows first.");
  text += report::html::element(
      "div", "mistakes", table("The same mistakes", {{"students"}, {"mistake", true}, {"who", true}}, rows));
  if (mistakes.size() > kMostMistakes)
    text += report::html::paragraph(fmt::format("… and {} more", mistakes.size() - kMostMistakes));
  return titled("mistakes", "The same mistakes", text);
}

std::string same_work(const ClassPage& page) {
  Rows rows;
  const auto students = students_by_attempt(page.roll);
  for (const Shared& one : shared_work(page.overview))
    rows.push_back({fmt::format("{}", one.parts.size()), xml(one.exercise),
                    xml(fmt::format("{}", fmt::join(one.tasks, ", "))), links(one.parts, students)});
  if (rows.empty()) return {};
  return titled(
      "same_work", "The same work",
      report::html::paragraph(
          "Right work whose lines make the same accesses and read as much. New names, comments, another "
          "order of functions and another size of blocks change none of it. What more than a tenth of the "
          "class, and more than three, have in common with the reference is the usual solution: there only "
          "those are listed who are the same in each cost at each size, where the reference is another. "
          "The same is not copied: look before you judge.") +
          report::html::element(
              "div", "mistakes",
              table("The same work", {{"students"}, {"exercise", true}, {"tasks", true}, {"who", true}},
                    rows)));
}

std::string measures(const ClassPage& page) {
  const std::string times = by_exercise(page.overview, "Times of ", "input", page.overview.times),
                    costs = by_exercise(page.overview, "Costs of ", "cost", page.overview.costs);
  std::string text;
  if (!times.empty())
    text += report::html::element("h3", "Times on a GPU") +
            report::html::paragraph("Of right work, at the largest size that was timed.") + times;
  if (!costs.empty())
    text += report::html::element("h3", "Costs") +
            report::html::paragraph("Of right work, at the largest size that was measured.") + costs;
  return titled("measures", "Times and costs", text);
}

}  // namespace warpgrade::classes
