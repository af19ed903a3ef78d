#include "report/finding_list.hpp"

#include <set>
#include <tuple>

namespace warpgrade::report {
namespace {

class FindingList {
 public:
  void add(const std::string& task, const std::vector<Finding>& findings, bool are_warnings) {
    for (const Finding& finding : findings) {
      const bool is_theirs = are_warnings || is_students_fault(finding.verdict);
      if (!is_theirs || finding.place.file.empty() || finding.place.line <= 0) continue;
      if (seen_.insert({finding.place.file, finding.place.line, name_of(finding)}).second)
        list.push_back({task, finding, are_warnings});
    }
  }
  std::vector<ListedFinding> list;

 private:
  std::set<std::tuple<std::string, int, std::string_view>> seen_;
};

}  // namespace

std::vector<ListedFinding> findings_with_lines(const Result& result) {
  FindingList found;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const std::string name = exercise.name + "/" + task.name;
      found.add(name, task.findings, /*are_warnings=*/false);
      for (const CaseResult& full : task.cases)
        found.add(name, without_secrets(full).findings, /*are_warnings=*/false);
      found.add(name, task.warnings, /*are_warnings=*/true);
    }
  return std::move(found.list);
}

}  // namespace warpgrade::report
