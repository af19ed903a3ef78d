// Nodes become states in one pass over the events. That a network sorts every input is tried with all inputs
// of zeros and ones (Knuth, The Art of Computer Programming, vol. 3, 5.3.4), 64 of them at a time.
#include "report/drawing/network.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "report/drawing/provenance.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr unsigned kMostProved = 16;  ///< elements: 2^16 inputs

class NetworkTracer {
 public:
  explicit NetworkTracer(Network& network) : network_(network), recording_(*network.recording) {}

  void trace() {
    for (unsigned wire = 0; wire < network_.wires; ++wire) states_[wire + 1] = State{wire, State::kInput};
    states_[0] = std::nullopt;  // the identity: what a row is filled up with
    for (const RecordedEvent& event : recording_.events)
      if (event.kind == RecordedKind::apply && event.is_comparator) add(event);
    for (Comparator& comparator : network_.comparators) std::ranges::sort(comparator.threads);
    for (const RecordedOutput& output : recording_.outputs)
      network_.outputs.push_back(output.written ? state_of(output.node) : std::nullopt);
  }

 private:
  std::optional<State> state_of(std::uint32_t node) const {
    const auto state = states_.find(node);
    return state == states_.end() ? std::nullopt : state->second;
  }

  void add(const RecordedEvent& event) {
    const std::optional<State> left = state_of(event.left), right = state_of(event.right);
    if (!left || !right) {  // the one element comes first, and nothing was compared
      states_[event.low] = left ? left : right;
      states_[event.high] = std::nullopt;
      return;
    }
    const auto [at, is_new] = known_.try_emplace({*left, *right}, network_.comparators.size());
    if (is_new) {
      const bool reused = taken_.contains(*left) || taken_.contains(*right) || *left == *right;
      taken_.insert({*left, *right});
      network_.comparators.push_back({.left = *left,
                                      .right = *right,
                                      .launch = event.launch,
                                      .block = event.block,
                                      .phase = event.phase,
                                      .line = event.line,
                                      .reused = reused});
    }
    std::vector<unsigned>& threads = network_.comparators[at->second].threads;
    if (std::ranges::find(threads, event.thread) == threads.end()) threads.push_back(event.thread);
    states_[event.low] = State{left->wire, at->second};
    states_[event.high] = State{right->wire, at->second};
  }

  Network& network_;
  const Recording& recording_;
  std::map<std::uint32_t, std::optional<State>> states_;  ///< of nodes
  std::map<std::pair<State, State>, std::size_t> known_;  ///< comparators by their arguments
  std::set<State> taken_;
};

// ---- Running a network -----------------------------------------------------------------------------------

/// What comparators do with `inputs`, one for each wire. T: a number, or 64 bits side by side.
template <class T, class Compare>
class NetworkRun {
 public:
  NetworkRun(const Network& network, std::vector<T> inputs, Compare compare) : inputs_(std::move(inputs)) {
    for (const Comparator& comparator : network.comparators)
      results_.push_back(compare(value_of(network, comparator.left), value_of(network, comparator.right)));
  }
  T value_of(const Network& network, const State& state) const {
    if (state.maker == State::kInput) return inputs_[state.wire];
    const bool is_low = network.comparators[state.maker].left.wire == state.wire;
    return is_low ? results_[state.maker].first : results_[state.maker].second;
  }
  const std::pair<T, T>& result(std::size_t comparator) const { return results_[comparator]; }

 private:
  std::vector<T> inputs_;
  std::vector<std::pair<T, T>> results_;
};

std::vector<long long> numbers_of(const std::vector<std::string>& texts) {
  std::vector<long long> numbers;
  for (const std::string& text : texts) {
    long long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    numbers.push_back(number);
  }
  return numbers;
}

/// Finds out whether this operator puts the smaller or the larger element first: the one that gives the
/// outputs of the call. If neither does, the values are not known.
void find_values(Network& network, bool smaller_first) {
  std::vector<long long> inputs = numbers_of(network.recording->input_values);
  if (inputs.size() != network.wires) return;
  const auto compare = [smaller_first](long long a, long long b) {
    return (a <= b) == smaller_first ? std::pair(a, b) : std::pair(b, a);
  };
  const NetworkRun<long long, decltype(compare)> run(network, inputs, compare);
  for (std::size_t i = 0; i < network.outputs.size(); ++i)
    if (network.outputs[i] &&
        fmt::format("{}", run.value_of(network, *network.outputs[i])) != network.recording->outputs[i].value)
      return;
  for (std::size_t i = 0; i < network.comparators.size(); ++i) {
    Comparator& comparator = network.comparators[i];
    const auto [low, high] = run.result(i);
    comparator.low = low;
    comparator.high = high;
    comparator.exchanged = low != run.value_of(network, comparator.left);
  }
  network.values = std::move(inputs);
}

/// Bit b of the result is bit i of the number first + b.
std::uint64_t bits_of(std::uint64_t first, unsigned i) {
  std::uint64_t bits = 0;
  for (unsigned b = 0; b < 64; ++b) bits |= ((first + b) >> i & 1) << b;
  return bits;
}

/// Tries all rows with all zeros and ones.
void try_zeros_and_ones(Network& network) {
  const auto n = unsigned(network.recording->n);
  if (n == 0 || n > kMostProved || network.wires % n != 0 || network.outputs.size() != network.wires) return;
  if (std::ranges::any_of(network.outputs, [](const auto& output) { return !output; })) return;
  const auto compare = [](std::uint64_t a, std::uint64_t b) { return std::pair(a & b, a | b); };
  for (std::uint64_t first = 0; first < std::uint64_t(1) << n; first += 64) {
    std::vector<std::uint64_t> inputs;
    for (unsigned wire = 0; wire < network.wires; ++wire) inputs.push_back(bits_of(first, wire % n));
    const NetworkRun<std::uint64_t, decltype(compare)> run(network, inputs, compare);
    for (unsigned i = 0; i + 1 < network.wires; ++i) {
      if ((i + 1) % n == 0) continue;
      const std::uint64_t bad =
          run.value_of(network, *network.outputs[i]) & ~run.value_of(network, *network.outputs[i + 1]);
      if (bad == 0) continue;
      const std::uint64_t input = first + std::uint64_t(std::countr_zero(bad));
      std::string text;
      for (unsigned wire = 0; wire < n; ++wire)
        text += fmt::format("{}{}", wire == 0 ? "" : " ", input >> wire & 1);
      network.counterexample = text;
      return;
    }
  }
  network.proved = true;
}

// ---- Sentences -------------------------------------------------------------------------------------------

std::string value_in_words(const Network& network, std::size_t i) {
  const RecordedOutput& output = network.recording->outputs[i];
  return fmt::format("{}[{}] = {}", output.array, output.index, output.value);
}

std::string maker_of(const Network& network, const State& state) {
  if (state.maker == State::kInput) return "no comparator touched it";
  return in_words(network, network.comparators[state.maker]);
}

/// Which comparator is to blame for outputs i and i + 1, which are out of order.
std::string pair_in_words(const Network& network, std::size_t i) {
  std::string text =
      fmt::format("{} and {} are out of order. ", value_in_words(network, i), value_in_words(network, i + 1));
  const auto &low = network.outputs[i], &high = network.outputs[i + 1];
  if (!low || !high) return text + "One of them is no element of this call.";
  if (low->maker != State::kInput && low->maker == high->maker)
    return text + "The last comparator put them in this order: " +
           in_words(network, network.comparators[low->maker]) + ". Are its arguments in the right order?";
  return text + fmt::format("No comparator compares them any more. The last ones were: {}; and {}.",
                            maker_of(network, *low), maker_of(network, *high));
}

std::string reused_in_words(const Network& network, const Comparator& comparator) {
  return fmt::format(
      "The first step that went wrong: {}. One of the two elements had gone on to another comparator before: "
      "from here on it is there twice, and another one is lost.",
      in_words(network, comparator));
}

std::optional<std::size_t> first_pair_out_of_order(const Network& network) {
  const std::vector<RecordedOutput>& outputs = network.recording->outputs;
  std::vector<std::string> texts;
  for (const RecordedOutput& output : outputs) texts.push_back(output.written ? output.value : "?");
  const std::vector<long long> numbers = numbers_of(texts);
  const auto n = std::size_t(network.recording->n);
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i)
    if ((i + 1) % std::max<std::size_t>(n, 1) != 0 && numbers[i] > numbers[i + 1]) return i;
  return std::nullopt;
}

}  // namespace

std::size_t Network::blamed() const {
  const auto reused = std::ranges::find(comparators, true, &Comparator::reused);
  if (reused != comparators.end()) return std::size_t(reused - comparators.begin());
  if (!out_of_order) return comparators.size();
  const auto &one = outputs[*out_of_order], &next = outputs[*out_of_order + 1];
  const bool same = one && next && one->maker != State::kInput && one->maker == next->maker;
  return same ? one->maker : comparators.size();
}

Network trace_network(const Recording& recording) {
  Network network{.recording = &recording, .wires = recording.inputs};
  NetworkTracer(network).trace();
  find_values(network, true);
  if (network.values.empty()) find_values(network, false);
  if (recording.is_right())
    try_zeros_and_ones(network);
  else
    network.out_of_order = first_pair_out_of_order(network);
  network.right = recording.is_right() && !network.counterexample;
  return network;
}

std::vector<std::string> explain(const Network& network) {
  const Recording& recording = *network.recording;
  std::vector<std::string> sentences;
  for (const Finding& finding : recording.findings)  // they are why something is out of order
    if (finding.verdict != Verdict::wrong_answer) sentences.push_back(finding.message);
  if (network.counterexample)
    sentences.push_back(
        fmt::format("It sorts the input of this call, but not every input: not {}, for example.",
                    *network.counterexample));
  else if (network.right)
    sentences.push_back(
        network.proved
            ? fmt::format("Every output is right, and this network sorts every input of {} elements: "
                          "it sorts all {} inputs of zeros and ones.",
                          recording.n, 1ull << recording.n)
            : "Every output is right.");
  if (!std::ranges::all_of(recording.outputs, &RecordedOutput::right)) {
    const auto unwritten = std::ranges::find(recording.outputs, false, &RecordedOutput::written);
    const std::size_t blamed = network.blamed();
    if (blamed < network.comparators.size() && network.comparators[blamed].reused)
      sentences.push_back(reused_in_words(network, network.comparators[blamed]));
    else if (network.out_of_order)
      sentences.push_back(pair_in_words(network, *network.out_of_order));
    else if (unwritten != recording.outputs.end())
      sentences.push_back(fmt::format("Nobody wrote {}[{}].", unwritten->array, unwritten->index));
  }
  for (const Finding& finding : recording.findings)
    if (sentences.empty()) sentences.push_back(finding.message);
  return sentences;
}

std::string in_words(const Network& network, const Comparator& comparator) {
  const Recording& recording = *network.recording;
  const std::string words = fmt::format(
      "{} exchanges wires {} and {}, {}",
      threads_in_words(recording, {comparator.threads.front()}, comparator.launch, comparator.block),
      comparator.left.wire, comparator.right.wire, when_in_words(comparator.phase));
  const std::string place = place_in_words(recording, comparator.line);
  return place.empty() ? words : words + ", at " + place;
}

}  // namespace warpgrade::report::drawing
