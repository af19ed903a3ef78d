// Case names are typed into shells and into GoogleTest filters, so they hold letters, digits, '_' and '.'
// only.
#include "judge/cases/cases.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "kit/inputs.hpp"
#include "model/costs.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kMeasuringTimeout = 60;

std::string safe(std::string word) {
  std::replace_if(
      word.begin(), word.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '_');
  return word;
}

/// size: n1024, or what stands for it where each run has another one.
std::string case_name_of(const kit::CaseRequest& request, const std::string& size) {
  std::string name = fmt::format("{}.{}.{}", size, safe(request.op), safe(request.input));
  for (const auto& [key, value] : request.parameters)  // '-' would exclude in a GoogleTest filter
    name += fmt::format(".{}{}{}", safe(key), value < 0 ? "m" : "",
                        value < 0 ? 0 - std::uint64_t(value) : std::uint64_t(value));
  return name;
}

std::string case_name_of(const kit::CaseRequest& request) {
  return case_name_of(request, fmt::format("n{}", request.n));
}

// ---- Cases of a group --------------------------------------------------------------------------------

/// The sizes that meet all inputs: the smallest of several elements, the roundest (most powers of two divide
/// it) and the largest. At the other sizes a mistake that only one kind of input shows could stay unseen.
std::set<std::uint64_t> sizes_with_all_inputs(const std::vector<std::uint64_t>& sizes) {
  std::set<std::uint64_t> several;
  for (const std::uint64_t n : sizes)
    if (n > 1) several.insert(n);
  if (several.empty()) return {};
  const auto rounder = [](std::uint64_t a, std::uint64_t b) {
    return std::make_pair(std::countr_zero(a), a) < std::make_pair(std::countr_zero(b), b);
  };
  return {*several.begin(), *std::ranges::max_element(several, rounder), *several.rbegin()};
}

/// The operators, each with its input, that the s-th size of a group runs with.
std::vector<std::pair<std::string, std::string>> operators_and_inputs(const spec::CaseGroup& group,
                                                                      std::size_t s, bool all_inputs) {
  const std::size_t operators = group.operators.size(), inputs = group.inputs.size();
  std::vector<std::pair<std::string, std::string>> pairs;
  for (std::size_t i = 0; i < (all_inputs ? std::max(operators, inputs) : operators); ++i) {
    // Shifted by the operator, so that each operator meets all inputs over the sizes.
    std::pair pair(group.operators[i % operators], group.inputs[(s + i) % inputs]);
    if (std::ranges::count(pairs, pair) == 0) pairs.push_back(std::move(pair));
  }
  return pairs;
}

/// Its costs are counted in a second run.
void add_runs_of_program(const spec::Task& task, std::vector<Case>& cases) {
  const bool measures = !task.cost.empty() || task.technique;
  for (std::size_t g = 0; g < task.cases.size(); ++g) {
    const spec::CaseGroup& group = task.cases[g];
    Case c;
    c.name = group.run->name;
    c.program = &*group.run;
    c.request.task = task.name;
    c.request.n = group.sizes.front();
    c.timeout_s = group.timeout_s;
    c.group = g;
    c.hidden = group.hidden;
    cases.push_back(c);
    if (!measures || group.hidden) continue;
    c.name += ".counted";
    c.measure = Measure::traffic;
    c.timeout_s = std::max(c.timeout_s, kMeasuringTimeout);
    cases.push_back(std::move(c));
  }
}

void add_cases_of_group(const spec::Task& task, std::size_t g, std::vector<Case>& cases) {
  const spec::CaseGroup& group = task.cases[g];
  const std::set<std::uint64_t> all_inputs = sizes_with_all_inputs(group.sizes);
  for (std::size_t s = 0; s < group.sizes.size(); ++s) {
    const std::uint64_t n = group.sizes[s];
    for (const auto& [op, input] : operators_and_inputs(group, s, all_inputs.contains(n))) {
      Case c;
      c.request = {.task = task.name, .op = op, .input = input, .n = n, .parameters = group.parameters};
      c.name = case_name_of(c.request);
      c.timeout_s = group.timeout_s;
      c.group = g;
      c.hidden = group.hidden;
      cases.push_back(std::move(c));
    }
  }
}

// ---- Cases that measure ------------------------------------------------------------------------------

constexpr std::uint64_t kLargestMeasured = 65'537;  // larger sizes show nothing new, and counting is slow
constexpr std::size_t kMeasuredSizes = 5;

/// The first group that runs with this operator; if there is none, the first of all.
const spec::CaseGroup& group_of_operator(const spec::Task& task, const std::string& op) {
  const auto found = std::ranges::find_if(
      task.cases, [&](const spec::CaseGroup& group) { return std::ranges::count(group.operators, op) > 0; });
  return found == task.cases.end() ? task.cases.front() : *found;
}

/// The sizes that [task.cost] gives, or a few of the task's own public ones, evenly apart up to the largest.
std::vector<std::uint64_t> measured_sizes(const spec::Task& task) {
  if (!task.cost_cases.sizes.empty()) return task.cost_cases.sizes;
  std::set<std::uint64_t> own;
  for (const spec::CaseGroup& group : task.cases)
    if (!group.hidden)
      for (const std::uint64_t n : group.sizes)
        if (n > 1 && n <= kLargestMeasured) own.insert(n);
  std::vector<std::uint64_t> all(own.begin(), own.end());
  if (all.size() <= kMeasuredSizes) return all;
  std::vector<std::uint64_t> some;
  for (std::size_t i = 1; i <= kMeasuredSizes; ++i) some.push_back(all[i * all.size() / kMeasuredSizes - 1]);
  return some;
}

/// A size that no submission can know. It lies in the last quarter below the largest measured size (or below
/// `drawn_below`), where bounds refuse the same submissions as at the largest size. It is a multiple of what
/// divides all sizes, such as the width of a picture. Nothing if all sizes are powers of two, since bounds
/// may hold for these only, or if no size lies between.
std::optional<std::uint64_t> drawn_size(const spec::Task& task, const std::vector<std::uint64_t>& measured,
                                        std::uint64_t seed) {
  if (std::ranges::all_of(measured, [](std::uint64_t n) { return std::has_single_bit(n); }))
    return std::nullopt;
  std::uint64_t step = 0;
  for (const std::uint64_t n : measured) step = std::gcd(step, n);
  for (const std::uint64_t n : group_of_operator(task, task.cost_cases.op).sizes) step = std::gcd(step, n);
  const std::uint64_t end = task.cost_cases.drawn_below.value_or(std::ranges::max(measured)) / step;
  if (end < 8) return std::nullopt;
  return (end - 1 - kit::Random(seed).below(end / 4)) * step;
}

/// The s-th of the measured sizes, n.
Case measuring_case(const spec::Task& task, Measure measure, std::size_t s, std::uint64_t n) {
  Case c;
  c.measure = measure;
  c.timeout_s = kMeasuringTimeout;
  c.request.task = task.name;
  c.request.op = kTracedOperator;
  c.request.input = "random";
  c.request.n = n;
  if (measure == Measure::traffic) {
    const spec::CaseGroup& like = group_of_operator(task, task.cost_cases.op);
    c.request.op = task.cost_cases.op.empty() ? like.operators.front() : task.cost_cases.op;
    const std::vector<std::string>& inputs = task.cost_cases.inputs;
    c.request.input = !inputs.empty()       ? inputs[s % inputs.size()]
                      : like.inputs.empty() ? "random"
                                            : like.inputs.front();
    c.request.parameters = like.parameters;
  }
  return c;
}

/// Above the sizes that are measured nobody would see who does the work: the largest case looks at that, too.
void look_at_the_busiest(const spec::Task& task, std::vector<Case>& cases) {
  const bool is_bounded = std::ranges::any_of(task.cost, [](const auto& bound) {
    return bound.second.takes_all && cost_named(bound.first).is_tallied;
  });
  const auto size = [](const Case& c) { return c.hidden ? 0 : c.request.n; };  // reports tell it
  const auto largest = std::ranges::max_element(cases, {}, size);
  if (!is_bounded || largest == cases.end() || largest->request.n <= std::ranges::max(measured_sizes(task)))
    return;
  largest->measure = Measure::busiest;
}

/// In names, in the place of a size.
constexpr const char* kDrawn = "drawn";

void add_measuring_cases(const spec::Task& task, std::uint64_t task_seed, std::vector<Case>& cases) {
  const auto bounds_one = [&task](MeasuredBy how) {
    return std::ranges::any_of(all_costs(), [&](const Cost& cost) {
      return cost.measured_by == how && task.measures(std::string(cost.name));
    });
  };
  const bool steps = bounds_one(MeasuredBy::traced_operator), traffic = bounds_one(MeasuredBy::simulator);
  if (task.cases.empty() || !(steps || traffic)) return;
  const auto add = [&](Measure measure, std::size_t s, std::uint64_t n, const std::string& size) {
    Case c = measuring_case(task, measure, s, n);
    c.name = case_name_of(c.request, size) + (measure == Measure::traffic ? ".counted" : "");
    c.drawn = size == kDrawn;
    cases.push_back(std::move(c));
  };
  const auto add_both = [&](std::size_t s, std::uint64_t n, const std::string& size) {
    if (steps) add(Measure::steps, s, n, size);
    if (traffic) add(Measure::traffic, s, n, size);
  };
  const std::vector<std::uint64_t> sizes = measured_sizes(task);
  for (std::size_t s = 0; s < sizes.size(); ++s) add_both(s, sizes[s], fmt::format("n{}", sizes[s]));
  // Its name is the same in each run: names are listed and chosen before a seed is known.
  if (const auto n = sizes.empty() ? std::nullopt : drawn_size(task, sizes, kit::mix_seed(task_seed, "size")))
    add_both(sizes.size(), *n, kDrawn);
}

/// Cases of two groups may have the same name, as when a hidden group repeats a public size: the later ones
/// get a number.
void make_unique(std::vector<Case>& cases) {
  std::map<std::string, int> seen;
  for (Case& c : cases)
    if (const int times = ++seen[c.name]; times > 1) c.name += fmt::format(".again{}", times);
}

}  // namespace

std::vector<Case> expand_cases(const spec::Exercise& exercise, const spec::Task& task,
                               std::uint64_t run_seed) {
  std::vector<Case> cases;
  const std::uint64_t task_seed = kit::mix_seed(kit::mix_seed(run_seed, exercise.name), task.name);
  if (exercise.program) {
    add_runs_of_program(task, cases);
  } else {
    for (std::size_t g = 0; g < task.cases.size(); ++g) add_cases_of_group(task, g, cases);
    look_at_the_busiest(task, cases);
    add_measuring_cases(task, task_seed, cases);
  }
  make_unique(cases);
  for (Case& c : cases) c.request.seed = kit::mix_seed(task_seed, c.name);
  return cases;
}

kit::CaseRequest timed_case(const spec::Task& task, const std::string& input, std::uint64_t n,
                            std::uint64_t run_seed) {
  return {.task = task.name,
          .op = task.timing->op,
          .input = input,
          .n = n,
          .parameters = task.timing->parameters,
          .seed = kit::mix_seed(kit::mix_seed(run_seed, task.name + input), n)};
}

std::vector<CaseName> case_names(const spec::Exercise& exercise) {
  std::vector<CaseName> names;
  for (const spec::Task& task : exercise.tasks)
    for (const Case& c : expand_cases(exercise, task, /*run_seed=*/0))
      names.push_back({task.name, c.name, c.hidden, c.measures()});
  return names;
}

}  // namespace warpgrade::judge
