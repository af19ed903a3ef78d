// Late checks of a spec, which only the exercise's oracle can make: does it know the names in the spec?
#include "judge/cases/oracle_check.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judge/cases/cases.hpp"
#include "kit/oracle.hpp"
#include "model/nearest_name.hpp"

namespace warpgrade::judge {
namespace {

/// The place of the i-th entry of a list. An entry that comes from a default has no place: then that of the
/// table.
spec::Location entry(const std::vector<spec::Location>& places, std::size_t i, const spec::CaseGroup& group) {
  return i < places.size() ? places[i] : group.where;
}

/// May an element differ from the right one, and nobody says by how much?
bool rounds(const kit::ExpectedArray& array, const spec::Task& task) {
  const ElementType scalar{array.values.type.scalar};
  return !task.tolerance.contains(scalar.name()) &&
         std::ranges::any_of(array.magnitude, [](double sum) { return sum > 0; });
}

class OracleCheck {
 public:
  OracleCheck(const spec::Exercise& exercise, const kit::Oracle& oracle)
      : exercise_(exercise), oracle_(oracle) {}

  /// Each operator with each input, at the smallest size: names do not depend on the size.
  void check(const spec::Task& task, const spec::CaseGroup& group) {
    const std::vector<std::string> inputs =
        group.inputs.empty() ? std::vector<std::string>{"random"} : group.inputs;
    for (std::size_t o = 0; o < group.operators.size(); ++o)
      for (std::size_t i = 0; i < inputs.size(); ++i) check_one(task, group, o, i, inputs[i]);
  }

  /// What [task.cost] is measured with: the traced operator, the one that it names, and its inputs.
  void check_measured(const spec::Task& task) {
    std::set<std::pair<std::string, std::string>> known;
    for (const Case& c : expand_cases(exercise_, task, 1)) {
      if (!c.measures() || !known.insert({c.request.op, c.request.input}).second) continue;
      try {
        oracle_(c.request);
      } catch (const kit::UnknownName& error) {
        const std::string why = c.measure == Measure::steps
                                    ? "remove depth and work, or let bind.cu and oracle.cpp offer it"
                                    : fmt::format("use one of {}", fmt::join(error.known, ", "));
        add(task.cost_cases.where, fmt::format("the costs of {} are measured with the {} \"{}\", which {} "
                                               "does not have: {}",
                                               task.name, error.what_kind, error.value, exercise_.name, why));
      }
    }
  }

  /// What [task.timing] is measured with. A timed output is compared with the reference's on the GPU, where
  /// its magnitudes are not known: what rounds needs a tolerance.
  void check_timed(const spec::Task& task, const spec::Timing& timing) {
    constexpr std::uint64_t kSmall = 65'536;  // names and types do not depend on it; whole rows of a matrix
    if (timing.op == kTracedOperator)
      return add(
          timing.op_where,
          fmt::format("{} can't be timed with \"{}\", which only counts steps and work: name an operator "
                      "that students are graded with",
                      task.name, timing.op));
    for (std::size_t i = 0; i < timing.inputs.size(); ++i) {
      try {
        const kit::CaseData data = oracle_({.task = task.name,
                                            .op = timing.op,
                                            .input = timing.inputs[i],
                                            .n = kSmall,
                                            .parameters = timing.parameters,
                                            .seed = 1});
        check_parameters(timing.parameters, data, timing.where);
        for (std::size_t o = 0; o < data.outputs.size(); ++o) data.length_output(o);
        check_growth(data, timing, timing.inputs[i]);
        if (std::ranges::any_of(data.outputs,
                                [&](const kit::ExpectedArray& out) { return rounds(out, task); }))
          add(timing.op_where,
              fmt::format("{} can't be timed with \"{}\", whose results round and have no [task.tolerance]: "
                          "write one, or use an operator over integers",
                          task.name, timing.op));
      } catch (const kit::UnknownName& error) {
        const bool is_input = error.what_kind == "input" && i < timing.input_where.size();
        add(is_input ? timing.input_where[i] : timing.op_where, unknown(error));
      } catch (const std::exception& error) {
        add(timing.where, fmt::format("{} can't make the input to time: {}", exercise_.name, error.what()));
      }
    }
  }

  void throw_if_any() const {
    if (!diagnostics_.empty()) throw spec::SpecError(diagnostics_);
  }

 private:
  /// If the large case is made from strips: checks that it can be made in each of the timed sizes.
  void check_growth(const kit::CaseData& data, const spec::Timing& timing, const std::string& input) {
    const std::uint64_t strip = data.growth.strip;
    const bool needs_strips =
        std::ranges::any_of(data.inputs, [](const kit::Array& array) { return array.strips.in_one_piece; });
    if (strip == 0 && needs_strips)
      add(timing.where,
          fmt::format("\"{}\" can't be timed: a large input can't be made from a small one (it has "
                      "no strips); use another input",
                      input));
    for (const std::uint64_t n : timing.sizes) {
      if (strip > 0 && n % strip != 0)
        add(timing.where,
            fmt::format("{} can't be timed with \"{}\": use a multiple of {}", n, input, strip));
      if (strip > 0 && n > data.growth.largest_n)
        add(timing.where,
            fmt::format("{} is too large for \"{}\": use at most {}", n, input, data.growth.largest_n));
    }
  }

  void check_one(const spec::Task& task, const spec::CaseGroup& group, std::size_t o, std::size_t i,
                 const std::string& input) {
    try {
      const kit::CaseData data = oracle_({.task = task.name,
                                          .op = group.operators[o],
                                          .input = input,
                                          .n = *std::min_element(group.sizes.begin(), group.sizes.end()),
                                          .parameters = group.parameters,
                                          .seed = 1});
      check_parameters(group.parameters, data, group.where);
    } catch (const kit::UnknownName& error) {
      const bool is_operator = error.what_kind == "operator";
      add(is_operator ? entry(group.operator_where, o, group) : entry(group.input_where, i, group),
          unknown(error));
    } catch (const std::exception& error) {
      add(group.where, fmt::format("{} can't make these cases: {}", exercise_.name, error.what()));
    }
  }

  /// Checks that the oracle knows each parameter: an oracle puts those that it knows into its case.
  void check_parameters(const std::map<std::string, std::int64_t>& given, const kit::CaseData& data,
                        const spec::Location& where) {
    for (const auto& [name, value] : given) {
      if (data.parameters.contains(name)) continue;
      std::vector<std::string> known;
      for (const auto& entry : data.parameters) known.push_back(entry.first);
      const std::string advice = known.empty() ? "remove it" : fmt::format("use {}", fmt::join(known, ", "));
      add(where, fmt::format("{} has no parameter \"{}\": {}", exercise_.name, name, advice));
    }
  }

  std::string unknown(const kit::UnknownName& error) const {
    const std::string guess = did_you_mean(error.value, error.known);
    return fmt::format("{} has no {} \"{}\": use one of {}{}{}", exercise_.name, error.what_kind, error.value,
                       fmt::join(error.known, ", "), guess.empty() ? "" : ".", guess);
  }

  /// An operator is tried with several inputs, but its mistake is reported once.
  void add(const spec::Location& where, std::string message) {
    if (reported_.insert(where.str() + message).second) diagnostics_.push_back({where, std::move(message)});
  }

  const spec::Exercise& exercise_;
  const kit::Oracle& oracle_;
  std::set<std::string> reported_;
  std::vector<spec::Diagnostic> diagnostics_;
};

}  // namespace

void check_against_oracle(const spec::Exercise& exercise, const kit::Oracle& oracle) {
  OracleCheck check(exercise, oracle);
  for (const spec::Task& task : exercise.tasks) {
    for (const spec::CaseGroup& group : task.cases)
      if (!group.sizes.empty()) check.check(task, group);
    check.check_measured(task);
    if (task.timing) check.check_timed(task, *task.timing);
  }
  check.throw_if_any();
}

}  // namespace warpgrade::judge
