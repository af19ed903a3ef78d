#include "report/html/glossary.hpp"

#include <set>

#include <fmt/format.h>

#include "model/costs.hpp"
#include "report/cost_table.hpp"
#include "report/html/elements.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

/// Names of costs are identifiers.
std::string id_of(std::string_view name) { return fmt::format("cost-{}", name); }

std::string meaning_of(const Cost& cost) {
  std::string meaning(cost.meaning);
  std::erase(meaning, '`');
  return meaning;
}

}  // namespace

std::string linked_cost(std::string_view name) {
  return fmt::format("<a href=\"#{}\">{}</a>", xml(id_of(name)), xml(name));
}

std::string glossary(const Result& result) {
  std::set<std::string> used;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const auto& [name, by_n] : costs_by_n(task)) used.insert(name);
  std::string entries;
  for (const Cost& cost : all_costs())
    if (used.contains(std::string(cost.name)))
      entries += fmt::format("<dt id=\"{}\">{}</dt><dd>{}. To lower it: {}</dd>\n", xml(id_of(cost.name)),
                             xml(cost.name), xml(meaning_of(cost)), xml(cost.remedy));
  if (entries.empty()) return {};
  return "<section>\n<h2>What the names of costs mean</h2>\n<dl>\n" + entries + "</dl>\n</section>\n";
}

}  // namespace warpgrade::report::html
