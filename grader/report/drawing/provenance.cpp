// Steps are found in one pass over the events, since an operand is always made before it is used; which of
// them are used, in one pass back from the outputs.
#include "report/drawing/provenance.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr std::uint32_t kIdentity = 0;

class Tracer {
 public:
  explicit Tracer(Provenance& provenance) : p_(provenance), recording_(*provenance.recording) {}

  void trace() {
    for (const RecordedEvent& event : recording_.events)
      if (event.kind == RecordedKind::apply && !event.is_comparator) add(event);
    for (Step& step : p_.steps) std::ranges::sort(step.threads);
    for (const RecordedOutput& output : recording_.outputs) use(p_.value_of(output.node));
    mark_races();
    find_first_wrong();
  }

 private:
  using Key = std::tuple<unsigned, unsigned, unsigned, Value, Value>;  ///< launch, block, phase, operands

  void add(const RecordedEvent& event) {
    const Value left = p_.value_of(event.left), right = p_.value_of(event.right);
    if (left.kind == Value::Kind::identity || right.kind == Value::Kind::identity) {
      p_.values[event.low] = left.kind == Value::Kind::identity ? right : left;
      return;
    }
    ++p_.combinations;
    const auto [at, is_new] =
        known_.try_emplace(Key{event.launch, event.block, event.phase, left, right}, p_.steps.size());
    if (is_new) p_.steps.push_back(step_of(event, left, right));
    Step& step = p_.steps[at->second];
    if (std::ranges::find(step.threads, event.thread) == step.threads.end())
      step.threads.push_back(event.thread);
    p_.values[event.low] = {Value::Kind::step, at->second};
  }

  Step step_of(const RecordedEvent& event, const Value& left, const Value& right) const {
    Step step{.left = left,
              .right = right,
              .contents = joined(p_.contents_of(left), p_.contents_of(right)),
              .launch = event.launch,
              .block = event.block,
              .phase = event.phase,
              .line = event.line};
    step.level = 1 + std::max(level_of(left), level_of(right));
    step.sound = is_sound(step.contents, p_.operands);
    return step;
  }

  unsigned level_of(const Value& value) const {
    return value.kind == Value::Kind::step ? p_.steps[value.index].level : 0;
  }

  void use(const Value& value) {
    if (value.kind != Value::Kind::step) return;
    std::vector<std::size_t> open = {value.index};
    p_.depth = std::max(p_.depth, p_.steps[value.index].level);
    while (!open.empty()) {
      Step& step = p_.steps[open.back()];
      open.pop_back();
      if (step.used) continue;
      step.used = true;
      for (const Value& operand : {step.left, step.right})
        if (operand.kind == Value::Kind::step) open.push_back(operand.index);
    }
  }

  // ---- What went wrong ---------------------------------------------------------------------------------

  bool was_at(const Place& place, const Step& step) const {
    if (place.line == 0 || !place.thread || !place.block || step.line >= recording_.lines.size())
      return false;
    const RecordedLaunch& launch = recording_.launches[step.launch];
    const auto flat = [](const std::array<unsigned, 3>& at, const std::array<unsigned, 3>& of) {
      return at[0] + of[0] * (at[1] + of[1] * at[2]);
    };
    return recording_.lines[step.line].line == place.line && flat(*place.block, launch.grid) == step.block &&
           std::ranges::count(step.threads, flat(*place.thread, launch.block)) > 0;
  }

  void mark_races() {
    for (const Finding& finding : recording_.findings) {
      if (finding.verdict != Verdict::race) continue;
      for (Step& step : p_.steps)
        if (was_at(finding.place, step) || (finding.other && was_at(*finding.other, step))) step.raced = true;
    }
  }

  bool is_sound_value(const Value& value) const {
    if (value.kind == Value::Kind::step) return p_.steps[value.index].sound;
    return value.kind != Value::Kind::foreign;
  }

  void find_first_wrong() {
    p_.first_wrong = p_.steps.size();
    if (std::ranges::all_of(recording_.outputs, &RecordedOutput::right)) return;
    for (std::size_t i = p_.steps.size(); i-- > 0;)
      if (p_.steps[i].used && !p_.steps[i].sound) p_.first_wrong = i;
  }

  Provenance& p_;
  const Recording& recording_;
  std::map<Key, std::size_t> known_;
};

// ---- Sentences -------------------------------------------------------------------------------------------

std::string at_place(const Recording& recording, unsigned line) {
  const std::string place = place_in_words(recording, line);
  return place.empty() ? "" : ", at " + place;
}

std::string words_of(const Provenance& p, const Value& value) {
  if (value.kind == Value::Kind::identity) return "the identity";
  return in_words(p.contents_of(value), p.operands);
}

std::string first_wrong_in_words(const Provenance& p) {
  const Step& step = p.steps[p.first_wrong];
  const bool one = step.threads.size() == 1;
  return fmt::format("The first step that went wrong: {} {} {} with {}, {}{}. The result is {}.",
                     threads_in_words(*p.recording, step.threads, step.launch, step.block),
                     one ? "combines" : "combine", words_of(p, step.left), words_of(p, step.right),
                     when_in_words(step.phase), at_place(*p.recording, step.line),
                     in_words(step.contents, p.operands));
}

std::string name_of(const RecordedOutput& output) {
  return fmt::format("{}[{}]", output.array, output.index);
}

/// Which step made a wrong value, for the case that no step went wrong.
std::string maker_in_words(const Provenance& p, const Value& value) {
  if (value.kind != Value::Kind::step) return "Nothing was combined for it.";
  const Step& step = p.steps[value.index];
  return fmt::format("It was made by {}, {}{}.",
                     threads_in_words(*p.recording, step.threads, step.launch, step.block),
                     when_in_words(step.phase), at_place(*p.recording, step.line));
}

std::string output_in_words(const Provenance& p, const RecordedOutput& output, bool say_maker) {
  if (!output.written) return fmt::format("Nobody wrote {}.", name_of(output));
  const Value value = p.value_of(output.node);
  const Contents expected = p.expected_in(output);
  std::string text = fmt::format("{} holds {} and must hold {}", name_of(output), words_of(p, value),
                                 in_words(expected, p.operands));
  if (value.kind == Value::Kind::foreign) return text + ".";
  const std::string difference = difference_in_words(p.contents_of(value), expected, p.operands);
  if (!difference.empty()) text += ": " + difference;
  return say_maker ? text + ". " + maker_in_words(p, value) : text + ".";
}

std::string wrong_outputs_in_words(const Provenance& p) {
  const auto& outputs = p.recording->outputs;
  const auto first = std::ranges::find(outputs, false, &RecordedOutput::right);
  const auto wrong = std::size_t(std::ranges::count(outputs, false, &RecordedOutput::right));
  const bool no_step = p.first_wrong == p.steps.size();
  const std::string count = outputs.size() == 1 ? ""
                                                : fmt::format("{} of {} outputs {} wrong. ", wrong,
                                                              outputs.size(), wrong == 1 ? "is" : "are");
  return fmt::format("{}{}{}", no_step ? "No single step went wrong. " : "", count,
                     output_in_words(p, *first, no_step));
}

}  // namespace

Value Provenance::value_of(std::uint32_t node) const {
  if (node == kIdentity) return {Value::Kind::identity, 0};
  if (node <= recording->inputs) return {Value::Kind::input, node - 1};
  const auto value = values.find(node);
  return value == values.end() ? Value{} : value->second;
}

Contents Provenance::contents_of(const Value& value) const {
  switch (value.kind) {
    case Value::Kind::identity: return {};
    case Value::Kind::input: return {{std::uint32_t(value.index)}};
    case Value::Kind::step: return steps[value.index].contents;
    case Value::Kind::foreign: break;
  }
  return {{Contents::kForeign}};
}

Contents Provenance::expected_in(const RecordedOutput& output) const {
  Contents expected;
  const bool all = operands == Operands::any_order && output.last == 0;
  for (std::uint32_t i = output.first; i < (all ? recording->inputs : output.last); ++i)
    expected.inputs.push_back(i);
  return expected;
}

Provenance trace_back(const Recording& recording, Operands operands) {
  Provenance provenance{.recording = &recording, .operands = operands};
  Tracer(provenance).trace();
  return provenance;
}

std::vector<std::string> explain(const Provenance& provenance) {
  const Recording& recording = *provenance.recording;
  std::vector<std::string> sentences;
  const bool outputs_right = std::ranges::all_of(recording.outputs, &RecordedOutput::right);
  if (outputs_right && recording.findings.empty() && !recording.outputs.empty())
    sentences.push_back("Every output is right.");
  if (provenance.first_wrong < provenance.steps.size()) sentences.push_back(first_wrong_in_words(provenance));
  if (!outputs_right) sentences.push_back(wrong_outputs_in_words(provenance));
  for (const Finding& finding : recording.findings) {
    if (!sentences.empty() && finding.verdict == Verdict::wrong_answer) continue;  // said above, and better
    sentences.push_back(finding.message);
  }
  return sentences;
}

std::string threads_in_words(const Recording& recording, const std::vector<unsigned>& threads,
                             unsigned launch, unsigned block) {
  const bool in_a_row = threads.back() - threads.front() + 1 == threads.size();
  std::string words;
  if (threads.size() == 1)
    words = fmt::format("thread {}", threads.front());
  else if (in_a_row)
    words = fmt::format("threads {} to {}", threads.front(), threads.back());
  else
    words = fmt::format("{} threads, the first of them {},", threads.size(), threads.front());
  if (recording.launches[launch].blocks() > 1) words += fmt::format(" of block {}", block);
  if (recording.launches.size() > 1) words += fmt::format(" in launch {}", launch + 1);
  return words;
}

std::string when_in_words(unsigned phase) {
  if (phase == 0) return "before the first barrier";
  return phase == 1 ? "after 1 barrier" : fmt::format("after {} barriers", phase);
}

std::string place_in_words(const Recording& recording, unsigned line) {
  if (line >= recording.lines.size() || recording.lines[line].line == 0) return "";
  return fmt::format("{}:{}", recording.lines[line].file, recording.lines[line].line);
}

}  // namespace warpgrade::report::drawing
