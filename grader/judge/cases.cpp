// Case names are typed into shells and into GoogleTest filters, so they hold letters, digits, '_' and '.'
// only.
#include "judge/cases.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "judge/inputs.hpp"

namespace warpgrade::judge {
namespace {

std::string safe(std::string word) {
  std::replace_if(
      word.begin(), word.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '_');
  return word;
}

std::string name_of(const CaseRequest& request) {
  std::string name = fmt::format("n{}.{}.{}", request.n, safe(request.op), safe(request.input));
  for (const auto& [key, value] : request.parameters)  // '-' would exclude in a GoogleTest filter
    name += fmt::format(".{}{}{}", safe(key), value < 0 ? "m" : "",
                        value < 0 ? 0 - std::uint64_t(value) : std::uint64_t(value));
  return name;
}

/// Two groups may meet in a name (a hidden one that repeats a public size): the later ones get a number.
void make_unique(std::vector<Case>& cases) {
  std::map<std::string, int> seen;
  for (Case& c : cases)
    if (const int times = ++seen[c.name]; times > 1) c.name += fmt::format(".again{}", times);
}

}  // namespace

std::vector<Case> expand_cases(const spec::Exercise& exercise, const spec::Task& task,
                               std::uint64_t run_seed) {
  std::vector<Case> cases;
  for (std::size_t g = 0; g < task.cases.size(); ++g) {
    const spec::CaseGroup& group = task.cases[g];
    for (std::size_t s = 0; s < group.sizes.size(); ++s) {
      for (std::size_t o = 0; o < group.operators.size(); ++o) {
        Case c;
        c.request = {.task = task.name,
                     .op = group.operators[o],
                     // Shifted by the operator, so that each operator meets all inputs over the sizes.
                     .input = group.inputs.empty() ? "random" : group.inputs[(s + o) % group.inputs.size()],
                     .n = group.sizes[s],
                     .parameters = group.parameters};
        c.name = name_of(c.request);
        c.timeout_s = group.timeout_s;
        c.group = g;
        c.hidden = group.hidden;
        cases.push_back(std::move(c));
      }
    }
  }
  make_unique(cases);
  const std::uint64_t task_seed = mix_seed(mix_seed(run_seed, exercise.name), task.name);
  for (Case& c : cases) c.request.seed = mix_seed(task_seed, c.name);
  return cases;
}

}  // namespace warpgrade::judge
