// One function for each struct names its fields in order; a writer and a reader visit them. A struct becomes
// the array of its fields.
#include "model/stored_result.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

template <class T, class Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

// ---- The fields of each struct ------------------------------------------------------------------------

void visit(Is<Place> auto& x, auto& fields) {
  fields(x.file, x.line, x.column, x.kernel, x.block, x.thread, x.called_at);
}
void visit(Is<Mismatch> auto& x, auto& fields) { fields(x.array, x.index, x.expected, x.got); }
void visit(Is<Finding> auto& x, auto& fields) {
  fields(x.verdict, x.kind, x.message, x.remedy, x.place, x.other, x.inputs, x.mismatches, x.mismatch_count,
         x.order_dependence, x.names_mistake, x.call_dependence);
}
void visit(Is<HotLine> auto& x, auto& fields) {
  fields(x.file, x.line, x.kernel, x.kind, x.requests, x.transactions, x.ideal);
}
void visit(Is<PictureFile> auto& x, auto& fields) { fields(x.name, x.png); }
void visit(Is<QuestionResult> auto& x, auto& fields) {
  fields(x.name, x.answer, x.right, x.points, x.own, x.stale);
}
void visit(Is<OwnQuestion> auto& x, auto& fields) { fields(x.name, x.text, x.answer); }
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
  fields(x.name, x.title, x.hint, x.is_repair, x.points, x.cost_points, x.cost_score, x.technique_loss,
         x.timing_points, x.score, x.waiting_points, x.verdict, x.findings, x.warnings, x.cases, x.cost,
         x.hot_lines, x.proofs, x.timing, x.tiers, x.tiers_of, x.tier, x.timing_note, x.sanitizers, x.drawing,
         x.own);
}
void visit(Is<ExerciseResult> auto& x, auto& fields) {
  fields(x.unit, x.name, x.title, x.source, x.tasks, x.quiz, x.build_seconds, x.points_by_hand);
}
void visit(Is<DeviceInfo> auto& x, auto& fields) { fields(x.kinds, x.name, x.facts); }
void visit(Is<Result> auto& x, auto& fields) {
  fields(x.seed, x.device, x.sandbox, x.submission, x.command, x.exercises, x.seconds);
}

// ---- Visiting them ------------------------------------------------------------------------------------

template <class T>
constexpr bool is_optional = requires(T value) {
  value.has_value();
};
template <class T>
constexpr bool is_map = requires {
  typename T::mapped_type;
};
template <class T>
constexpr bool is_text = std::same_as<T, std::string>;
template <class T>
constexpr bool is_bytes = std::same_as<T, std::vector<std::uint8_t>>;
template <class T>
constexpr bool is_number = std::is_enum_v<T> || std::is_arithmetic_v<T>;

/// Texts are bytes too, since what a submission prints need not be UTF-8.
template <class T>
json write(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return json(static_cast<int>(value));
  } else if constexpr (is_number<T>) {
    return json(value);
  } else if constexpr (is_text<T> || is_bytes<T>) {
    return json::binary({value.begin(), value.end()});
  } else if constexpr (is_optional<T>) {
    return value ? write(*value) : json();
  } else if constexpr (is_map<T>) {
    json object = json::object();
    for (const auto& [name, entry] : value) object.emplace(name, write(entry));
    return object;
  } else {
    json array = json::array();
    const auto fields = [&array](const auto&... each) { (array.push_back(write(each)), ...); };
    if constexpr (std::ranges::range<T>)
      for (const auto& each : value) fields(each);
    else
      visit(value, fields);
    return array;
  }
}

template <class T>
void read(const json& j, T& value) {
  if constexpr (std::is_enum_v<T>) {
    value = static_cast<T>(j.get<int>());
  } else if constexpr (is_number<T>) {
    value = j.get<T>();
  } else if constexpr (is_text<T> || is_bytes<T>) {
    value.assign(j.get_binary().begin(), j.get_binary().end());
  } else if constexpr (is_optional<T>) {
    if (!j.is_null()) read(j, value.emplace(typename T::value_type{}));  // clang 14 wants the argument
  } else if constexpr (is_map<T>) {
    for (const auto& [name, entry] : j.items()) read(entry, value[name]);
  } else {
    std::size_t next = 0;
    const auto fields = [&](auto&... each) { (read(j.at(next++), each), ...); };
    if constexpr (requires { value.resize(j.size()); }) value.resize(j.size());
    if constexpr (std::ranges::range<T>)
      for (auto& each : value) fields(each);
    else
      visit(value, fields);
  }
}

using Change = std::function<void(std::string&)>;

template <class T>
void change_in(T& value, const Change& change) {
  const auto fields = [&change](auto&... each) { (change_in(each, change), ...); };
  if constexpr (is_text<T>) {
    change(value);
  } else if constexpr (is_optional<T>) {
    if (value) fields(*value);
  } else if constexpr (is_map<T>) {
    for (auto& [name, entry] : value) fields(entry);
  } else if constexpr (std::ranges::range<T>) {
    for (auto& each : value) fields(each);
  } else if constexpr (!is_number<T>) {
    visit(value, fields);
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
