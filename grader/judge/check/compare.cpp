// Finds the wrong elements, then words the finding.
#include "judge/check/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judge/check/pattern.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::size_t kShownMismatches = 5;

/// The allowed difference of element i; 0 where nothing is rounded.
double tolerance_at(const kit::ExpectedArray& expected, const Tolerances& tolerances, std::uint64_t i) {
  if (i >= expected.magnitude.size()) return 0;
  const ElementType type{expected.values.type.scalar};
  const auto allowed = tolerances.find(type.name());
  if (allowed == tolerances.end()) return 0;
  return allowed->second.sum_abs * type.epsilon() * expected.magnitude[i];
}

bool floats_match(ElementType type, const std::byte* got, const std::byte* expected, double tolerance) {
  for (int c = 0; c < type.components; ++c)
    if (!is_close(floating_value(type, got, c), floating_value(type, expected, c), tolerance)) return false;
  return true;
}

/// An element that still holds its poison was never written, so it is wrong even if a large tolerance would
/// allow its value. Only rounded types have a tolerance, and they hold their poison by chance once in 2^32.
std::vector<std::uint64_t> wrong_elements(const kit::ExpectedArray& expected, const Bytes& got,
                                          const Bytes& poison, const Tolerances& tolerances) {
  const kit::Array& values = expected.values;
  const std::size_t size = values.type.size();
  std::vector<std::uint64_t> wrong;
  if (std::equal(values.bytes.begin(), values.bytes.end(), got.begin()))
    return wrong;  // the usual case, and the fastest
  for (std::uint64_t i = 0; i < values.count(); ++i) {
    const std::byte *g = got.data() + i * size, *e = values.bytes.data() + i * size;
    if (std::memcmp(g, e, size) == 0) continue;
    const bool unwritten = poison.size() == got.size() && std::memcmp(g, poison.data() + i * size, size) == 0;
    if (unwritten || expected.every_bit || !values.type.is_floating() ||
        !floats_match(values.type, g, e, tolerance_at(expected, tolerances, i)))
      wrong.push_back(i);
  }
  return wrong;
}

/// The wrong elements that still hold their poison. A byte holds it by chance once in 256, so elements that
/// small count only if all of the wrong ones do.
std::vector<std::uint64_t> unwritten_elements(const WrongArray& array, const Bytes& poison) {
  const std::size_t size = array.expected->type.size();
  std::vector<std::uint64_t> unwritten;
  if (poison.size() != array.got->size()) return unwritten;
  for (const std::uint64_t i : array.wrong)
    if (std::memcmp(array.got->data() + i * size, poison.data() + i * size, size) == 0)
      unwritten.push_back(i);
  if (size < 4 && unwritten.size() != array.wrong.size()) unwritten.clear();
  return unwritten;
}

std::string describe(const WrongArray& array, const std::vector<std::uint64_t>& unwritten) {
  const std::uint64_t count = array.expected->count();
  const std::size_t wrong = array.wrong.size();
  std::string text = wrong == count && count > 1
                         ? fmt::format("\"{}\": all {} elements are wrong", array.expected->name, count)
                         : fmt::format("\"{}\": {} of {} {} wrong", array.expected->name, wrong,
                                       count == 1 ? "1 element" : fmt::format("{} elements", count),
                                       wrong == 1 ? "is" : "are");
  if (const std::string where = describe_positions(array.wrong, count); !where.empty()) text += ": " + where;
  text += ".";
  if (unwritten.size() == wrong)
    text += wrong == 1 ? " It was never written." : " They were never written.";
  else if (!unwritten.empty())
    text += fmt::format(" {} of them {} never written (the first: index {}).", unwritten.size(),
                        unwritten.size() == 1 ? "was" : "were", unwritten.front());
  else if (const std::string values = describe_values(array); !values.empty())
    text += " " + values;
  return text;
}

std::string element_of(const kit::Array& array, std::uint64_t i) {
  return format_element(array.type, array.bytes.data() + i * array.type.size());
}

/// "The first has in[5] = -12.": the first wrong element, where inputs have one for each. Others are told as
/// a whole where they are small: "Here in = 1, 2."
std::string describe_inputs(const WrongArray& array) {
  constexpr std::uint64_t kSmall = 8;
  const std::uint64_t first = array.wrong.front();
  std::vector<std::string> values, small;
  for (const kit::Array& input : *array.inputs) {
    const std::uint64_t count = input.count();
    if (input.sealed || count == 0) continue;
    if (count == array.expected->count() && count > 1) {
      values.push_back(fmt::format("{}[{}] = {}", input.name, first, element_of(input, first)));
    } else if (count <= kSmall) {
      std::vector<std::string> elements;
      for (std::uint64_t i = 0; i < count; ++i) elements.push_back(element_of(input, i));
      small.push_back(fmt::format("{} = {}", input.name, fmt::join(elements, ", ")));
    }
  }
  const std::string of_first =
      values.empty() ? "" : fmt::format("The first has {}.", fmt::join(values, ", "));
  const std::string whole = small.empty() ? "" : fmt::format("Here {}.", fmt::join(small, "; "));
  return of_first + (of_first.empty() || whole.empty() ? "" : " ") + whole;
}

void add_mismatches(Finding& finding, const WrongArray& array) {
  const ElementType type = array.expected->type;
  finding.mismatch_count += array.wrong.size();
  for (const std::uint64_t i : array.wrong) {
    if (finding.mismatches.size() == kShownMismatches) return;
    finding.mismatches.push_back({array.expected->name, i,
                                  format_element(type, array.expected->bytes.data() + i * type.size()),
                                  format_element(type, array.got->data() + i * type.size())});
  }
}

/// For outputs that are made one from the other: names the wrong ones that follow the first wrong one.
std::string describe_later_stages(const std::vector<std::string>& wrong) {
  if (wrong.size() < 2) return "";
  std::vector<std::string> later;
  for (std::size_t i = 1; i < wrong.size(); ++i) later.push_back(fmt::format("\"{}\"", wrong[i]));
  return fmt::format(" Look at \"{}\" first: {}, made from it, {} wrong too.", wrong.front(),
                     fmt::join(later, ", "), later.size() == 1 ? "is" : "are");
}

Bytes poison_of(const std::vector<Bytes>& poison, std::size_t output) {
  return output < poison.size() ? poison[output] : Bytes{};
}

std::optional<Finding> wrong_sizes(const kit::CaseData& data, const std::vector<Bytes>& got) {
  bool same = got.size() == data.outputs.size();
  for (std::size_t i = 0; same && i < got.size(); ++i)
    same = got[i].size() == data.outputs[i].capacity_bytes();
  if (same) return std::nullopt;
  return make_finding(
      Verdict::grader_error, "The runner handed back arrays of another size than it was asked for.",
      "This is the grader's fault, not yours: please report it with the command that shows it.");
}

Finding not_started(const kit::CaseData& data) {
  std::vector<std::string> names;
  for (const kit::ExpectedArray& output : data.outputs)
    if (output.capacity() > 0) names.push_back(fmt::format("\"{}\"", output.values.name));
  return make_finding(Verdict::not_started, fmt::format("Nothing was written to {}.", fmt::join(names, ", ")),
                      "Fill in the TODO block of this task and launch your kernel.");
}

}  // namespace

bool is_close(double got, double expected, double tolerance) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (std::isinf(got) || std::isinf(expected)) return got == expected;
  return std::abs(got - expected) <= tolerance;
}

std::optional<Finding> compare_outputs(const kit::CaseData& data, const std::vector<Bytes>& got,
                                       const std::vector<Bytes>& poison, const Tolerances& tolerances) {
  if (auto finding = wrong_sizes(data, got)) return finding;
  Finding finding;
  finding.verdict = Verdict::wrong_answer;
  bool any_unwritten = false;
  std::vector<std::string> wrong_outputs;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const Bytes before = poison_of(poison, i);
    WrongArray array{&data.outputs[i].values, &got[i], &data.inputs,
                     wrong_elements(data.outputs[i], got[i], before, tolerances)};
    if (array.wrong.empty()) continue;
    wrong_outputs.push_back(array.expected->name);
    if (data.outputs_are_stages && wrong_outputs.size() > 1) continue;
    const auto unwritten = unwritten_elements(array, before);
    any_unwritten |= !unwritten.empty();
    if (!finding.message.empty()) finding.message += " ";
    finding.message += describe(array, unwritten);
    const bool note_tells_inputs = data.note.find("[i] = ") != std::string::npos;
    if (finding.inputs.empty() && unwritten.size() < array.wrong.size() && !note_tells_inputs)
      finding.inputs = describe_inputs(array);
    add_mismatches(finding, array);
  }
  if (finding.mismatch_count == 0) return std::nullopt;
  if (got == poison) return not_started(data);
  if (data.outputs_are_stages) finding.message += describe_later_stages(wrong_outputs);
  finding.remedy = data.note;
  if (any_unwritten) {
    if (!finding.remedy.empty()) finding.remedy += " ";
    finding.remedy += "Check that every element has a thread: the last block, the tail, small n.";
  }
  return finding;
}

}  // namespace warpgrade::judge
