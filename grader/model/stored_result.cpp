// One function for each struct names its fields in order; a writer and a reader visit them. A struct becomes
// the array of its fields.
#include "model/stored_result.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

template <class T, class Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

// ---- The fields of each struct ------------------------------------------------------------------------

void visit(Is<Place> auto& x, auto& fields) { fields(x.file, x.line, x.column, x.kernel, x.block, x.thread); }
void visit(Is<Mismatch> auto& x, auto& fields) { fields(x.array, x.index, x.expected, x.got); }
void visit(Is<Finding> auto& x, auto& fields) {
  fields(x.verdict, x.kind, x.message, x.remedy, x.place, x.other, x.mismatches, x.mismatch_count,
         x.order_dependence, x.names_mistake, x.call_dependence);
}
void visit(Is<HotLine> auto& x, auto& fields) {
  fields(x.file, x.line, x.kernel, x.kind, x.requests, x.transactions, x.ideal);
}
void visit(Is<PictureFile> auto& x, auto& fields) { fields(x.name, x.png); }
void visit(Is<QuestionResult> auto& x, auto& fields) { fields(x.name, x.answer, x.right); }
void visit(Is<QuizResult> auto& x, auto& fields) {
  fields(x.file, x.points, x.questions, x.problem, x.marked);
}
void visit(Is<Measured> auto& x, auto& fields) { fields(x.value, x.low, x.high); }
void visit(Is<TimingResult> auto& x, auto& fields) {
  fields(x.n, x.op, x.input, x.ms, x.gb_per_second, x.copy_fraction, x.reference_ratio, x.cub_ratio,
         x.repetitions, x.discarded, x.seconds, x.checking_seconds, x.tier, x.in_doubt, x.note);
}
void visit(Is<TierResult> auto& x, auto& fields) { fields(x.points, x.kind, x.threshold, x.measurable); }
void visit(Is<CostResult> auto& x, auto& fields) { fields(x.measured, x.bound, x.formula, x.n, x.takes_all); }
void visit(Is<Proof> auto& x, auto& fields) { fields(x.claim, x.n); }
void visit(Is<SanitizerResult> auto& x, auto& fields) { fields(x.tool, x.verdicts, x.note); }
void visit(Is<TaskDrawing> auto& x, auto& fields) { fields(x.n, x.svg, x.sentences, x.command); }
void visit(Is<CaseResult> auto& x, auto& fields) {
  fields(x.name, x.device, x.verdict, x.n, x.measures, x.group, x.seconds, x.hidden, x.findings, x.warnings,
         x.cost, x.hot_lines, x.proof, x.pictures, x.output, x.reproduce);
}
void visit(Is<TaskResult> auto& x, auto& fields) {
  fields(x.name, x.title, x.hint, x.is_repair, x.points, x.cost_points, x.cost_score, x.timing_points,
         x.score, x.waiting_points, x.verdict, x.findings, x.warnings, x.cases, x.cost, x.hot_lines, x.proofs,
         x.timing, x.tiers, x.tier, x.timing_note, x.sanitizers, x.drawing);
}
void visit(Is<ExerciseResult> auto& x, auto& fields) {
  fields(x.unit, x.name, x.title, x.source, x.tasks, x.quiz, x.build_seconds);
}
void visit(Is<DeviceInfo> auto& x, auto& fields) { fields(x.kinds, x.name, x.facts); }
void visit(Is<Result> auto& x, auto& fields) {
  fields(x.seed, x.device, x.sandbox, x.submission, x.command, x.exercises, x.seconds);
}

// ---- Writing ------------------------------------------------------------------------------------------

// All are declared first, since each may meet any other.
template <class T>
json write(const T& value);
template <class T>
json write(const std::optional<T>& value);
template <class T>
json write(const std::vector<T>& values);
template <class T, std::size_t n>
json write(const std::array<T, n>& values);
json write(const std::vector<std::uint8_t>& bytes);
template <class T>
json write(const std::map<std::string, T>& values);

struct Writer {
  json array = json::array();
  void operator()(const auto&... fields) { (array.push_back(write(fields)), ...); }
};

template <class T>
json write_range(const T& values) {
  json array = json::array();
  for (const auto& value : values) array.push_back(write(value));
  return array;
}

template <class T>
json write(const std::optional<T>& value) {
  return value ? write(*value) : json();
}
template <class T>
json write(const std::vector<T>& values) {
  return write_range(values);
}
template <class T, std::size_t n>
json write(const std::array<T, n>& values) {
  return write_range(values);
}
json write(const std::vector<std::uint8_t>& bytes) { return json::binary(bytes); }
template <class T>
json write(const std::map<std::string, T>& values) {
  json object = json::object();
  for (const auto& [name, value] : values) object.emplace(name, write(value));
  return object;
}

template <class T>
json write(const T& value) {
  if constexpr (std::is_enum_v<T>)
    return json(static_cast<int>(value));
  else if constexpr (std::is_arithmetic_v<T>)
    return json(value);
  else if constexpr (std::same_as<T, std::string>)
    return json::binary({value.begin(), value.end()});  // what a submission prints need not be UTF-8
  else {
    Writer writer;
    visit(value, writer);
    return std::move(writer.array);
  }
}

// ---- Reading ------------------------------------------------------------------------------------------

template <class T>
void read(const json& j, T& value);
template <class T>
void read(const json& j, std::optional<T>& value);
template <class T>
void read(const json& j, std::vector<T>& values);
template <class T, std::size_t n>
void read(const json& j, std::array<T, n>& values);
void read(const json& j, std::vector<std::uint8_t>& bytes);
template <class T>
void read(const json& j, std::map<std::string, T>& values);

struct Reader {
  const json& array;
  std::size_t next = 0;
  void operator()(auto&... fields) { (read(array.at(next++), fields), ...); }
};

template <class T>
void read(const json& j, std::optional<T>& value) {
  if (!j.is_null()) read(j, value.emplace(T{}));  // clang 14 finds no emplace() for a struct within a struct
}
template <class T>
void read(const json& j, std::vector<T>& values) {
  for (const json& one : j) read(one, values.emplace_back());
}
template <class T, std::size_t n>
void read(const json& j, std::array<T, n>& values) {
  for (std::size_t i = 0; i < n; ++i) read(j.at(i), values[i]);
}
void read(const json& j, std::vector<std::uint8_t>& bytes) { bytes = j.get_binary(); }
template <class T>
void read(const json& j, std::map<std::string, T>& values) {
  for (const auto& [name, one] : j.items()) read(one, values[name]);
}

template <class T>
void read(const json& j, T& value) {
  if constexpr (std::is_enum_v<T>)
    value = static_cast<T>(j.get<int>());
  else if constexpr (std::is_arithmetic_v<T>)
    value = j.get<T>();
  else if constexpr (std::same_as<T, std::string>)
    value.assign(j.get_binary().begin(), j.get_binary().end());
  else {
    Reader reader{j};
    visit(value, reader);
  }
}

// ---- Changing -----------------------------------------------------------------------------------------

using Change = std::function<void(std::string&)>;

template <class T>
void change_in(T& value, const Change& change);
template <class T>
void change_in(std::optional<T>& value, const Change& change);
template <class T>
void change_in(std::vector<T>& values, const Change& change);
template <class T>
void change_in(std::map<std::string, T>& values, const Change& change);

struct Changer {
  const Change& change;
  void operator()(auto&... fields) { (change_in(fields, change), ...); }
};

template <class T>
void change_in(std::optional<T>& value, const Change& change) {
  if (value) change_in(*value, change);
}
template <class T>
void change_in(std::vector<T>& values, const Change& change) {
  for (T& value : values) change_in(value, change);
}
template <class T>
void change_in(std::map<std::string, T>& values, const Change& change) {
  for (auto& [name, value] : values) change_in(value, change);
}

template <class T>
void change_in(T& value, const Change& change) {
  if constexpr (std::same_as<T, std::string>) {
    change(value);
  } else if constexpr (requires(Changer & changer) { visit(value, changer); }) {
    Changer changer{change};
    visit(value, changer);
  }
}

}  // namespace

void for_each_text(Result& result, const std::function<void(std::string&)>& change) {
  change_in(result, change);
}

std::vector<std::uint8_t> stored(const Result& result) { return json::to_cbor(write(result)); }

Result restored(const std::vector<std::uint8_t>& bytes) {
  try {
    Result result;
    read(json::from_cbor(bytes), result);
    return result;
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format("this is no stored result: {}", error.what()));
  }
}

}  // namespace warpgrade
