#include "course/bounds_section.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/costs.hpp"

namespace warpgrade {
namespace {

constexpr std::string_view kHeading = "## What the simulator counts, and how much is allowed\n";

constexpr std::string_view kIntroduction =
    "\nOf one call with n elements; log2(n) is rounded up. A right result that costs more is "
    "`too_much_work`, "
    "and loses the\npoints that the last column names.\n";

/// 2.67, 5.33, 4
std::string points_text(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

std::string heading_of(const spec::Task& task) {
  const double cost = task.points_for_cost();
  const std::string parts = cost > 0 ? fmt::format(": {} for being right, {} for cost",
                                                   points_text(task.points - cost), points_text(cost))
                                     : "";
  return fmt::format("\n### `{}` ({} point{}{})\n\n", task.name, points_text(task.points),
                     task.points == 1 ? "" : "s", parts);
}

std::string row(std::string_view cost, std::string_view allowed, std::string_view loses) {
  return fmt::format("| `{}` | {} | {} |\n", cost, allowed, loses);
}

/// What the host may do where the task has no bound for it.
std::string free_allowance(std::string_view cost) {
  using namespace free_for_host;
  return fmt::format("{} or 1/{} of the input, whichever is more, and at most 1/{}; always {}",
                     bytes_of_block_sums, part_for_block_sums, part_of_input,
                     cost == "host_bytes" ? always_read : always_written);
}

/// The host of a program does what it likes.
bool is_always_bounded(const Cost& cost, const spec::Exercise& exercise) {
  return cost.outside_kernels && !exercise.program;
}

std::string table_of(const spec::Task& task, const spec::Exercise& exercise) {
  if (exercise.program && task.cost.empty()) return "Nothing is counted.\n";
  std::string text = "| what is counted | allowed | more loses |\n|---|---|---|\n";
  for (const Cost& cost : all_costs()) {
    const auto bound = task.cost.find(std::string(cost.name));
    if (bound != task.cost.end())
      text += row(cost.name, bound->second.formula(),
                  bound->second.takes_all ? "**all points**" : "the points for cost");
    else if (is_always_bounded(cost, exercise))
      text += row(cost.name, free_allowance(cost.name), "**all points**");
  }
  return text;
}

/// "`barriers` at least 0.7·log2(n)"
std::string limits_of(const spec::Technique& technique) {
  std::vector<std::string> limits;
  for (const bool is_most : {false, true})
    for (const auto& [cost, bound] : is_most ? technique.most : technique.least)
      limits.push_back(fmt::format("`{}` {} {}", cost, is_most ? "at most" : "at least", bound.formula()));
  return fmt::format("{}", fmt::join(limits, ", "));
}

std::string technique_of(const spec::Task& task) {
  if (!task.technique) return {};
  return fmt::format(
      "\nThe task is about {}, which the grader knows by {}. A right result of another technique is "
      "`other_technique`,\nand loses {} of the points.\n",
      task.technique->name, limits_of(*task.technique), fmt::format("{:g} %", 100 * task.technique->share));
}

/// The time limit of the cases that students have.
std::string time_limit(const spec::Task& task) {
  std::set<double> seconds;
  for (const spec::CaseGroup& group : task.cases)
    if (!group.hidden) seconds.insert(group.timeout_s);
  if (seconds.empty()) return {};
  const std::string most = seconds.size() == 1
                               ? fmt::format("{} s", *seconds.begin())
                               : fmt::format("{} to {} s", *seconds.begin(), *seconds.rbegin());
  return fmt::format("\nA case may take {} of processor time.{}\n", most,
                     task.has_weights()
                         ? " Groups of cases have points of their own: one whose cases are all "
                           "right keeps them."
                         : "");
}

std::string words_of(const spec::Exercise& exercise) {
  std::string text = "\n### What the words mean\n\n| word | counts |\n|---|---|\n";
  for (const Cost& cost : all_costs()) {
    const auto is_bounded = [&](const spec::Task& task) { return task.measures(std::string(cost.name)); };
    if (is_always_bounded(cost, exercise) || std::ranges::any_of(exercise.tasks, is_bounded))
      text += fmt::format("| `{}` | {} |\n", cost.name, cost.meaning);
  }
  return text;
}

/// What holds in every exercise.
std::string rules(const spec::Exercise& exercise) {
  using namespace free_for_host;
  std::string everywhere;
  std::vector<std::string> growing;
  for (const Cost& cost : all_costs()) {
    if (cost.no_gpu_shortens) growing.push_back(fmt::format("`{}`", cost.name));
    if (cost.most_anywhere > 0)
      everywhere +=
          fmt::format("- {} (`{}`), where the table\n  says nothing else. Above that all points are lost.\n",
                      fmt::format(fmt::runtime(cost.rule), cost.most_anywhere), cost.name);
  }
  const std::string of_host = fmt::format(
      "- Kernels must do the work. With two elements or more all points are lost, too, if the host reads "
      "results and launches\n  no kernel, or if an output holds more than {} bytes that the host has copied "
      "there and no kernel has written since.\n",
      bytes_of_output);
  return fmt::format(
      "\n{}{}"
      "- More than {} times what is allowed of one of these loses all points, as it is an algorithm of "
      "another "
      "kind:\n  {}.\n"
      "- The points for cost are for a task all of whose cases are right.\n",
      exercise.program ? "" : of_host, everywhere, kFarAbove, fmt::join(growing, ", "));
}

}  // namespace

std::string section_on_bounds(const spec::Exercise& exercise) {
  const bool is_counted =
      !exercise.program || std::ranges::any_of(exercise.tasks, [](const spec::Task& task) {
        return !task.cost.empty() || task.technique;
      });
  std::string text = std::string(kHeading) + std::string(is_counted ? kIntroduction : "");
  for (const spec::Task& task : exercise.tasks)
    text += heading_of(task) + table_of(task, exercise) + technique_of(task) + time_limit(task);
  return is_counted ? text + words_of(exercise) + rules(exercise) : text;
}

std::string with_section_on_bounds(const std::string& readme, const spec::Exercise& exercise) {
  std::string text = readme.substr(0, readme.find(kHeading));
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n\n" + section_on_bounds(exercise);
}

}  // namespace warpgrade
