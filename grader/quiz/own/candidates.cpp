#include "quiz/own/candidates.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "quiz/own/words.hpp"

namespace warpgrade::quiz {
namespace {

using Kind = RecordedKind;
using BlockKey = std::pair<unsigned, unsigned>;  // launch, block

BlockKey block_of(const RecordedEvent& event) { return {event.launch, event.block}; }
bool writes(const RecordedEvent& event) { return event.kind == Kind::write || event.kind == Kind::atomic; }

/// Events that a question is about together: one of them as an example, and what is counted.
struct Group {
  RecordedEvent event;
  std::set<std::uint64_t> members = {};
};

template <class Key>
class Groups : public std::map<Key, Group> {
 public:
  void note(const Key& key, const RecordedEvent& event, std::uint64_t member) {
    this->try_emplace(key, Group{event}).first->second.members.insert(member);
  }
};

/// A minute is enough to follow so many barriers or turns of a loop.
constexpr std::size_t kSoon = 8;
bool is_soon(const RecordedEvent& event) { return event.phase < kSoon; }

class Maker {
 public:
  Maker(const Recording& recording, std::string_view source) : words_(recording, source) {
    for (const RecordedEvent& event : recording.events)
      if (words_.is_first_launch(event)) events_.push_back(event);
  }

  void values();
  void readers();
  void shuffles();
  void barriers();
  void waits();
  void active_threads();
  void writers();
  void elements();
  void idle_threads();
  void blocks();

  Candidates take() { return std::move(all_); }

 private:
  /// `subject`: what the question is about. A text that has two answers is no question.
  void add(const std::string& kind, const std::string& subject, const std::string& text,
           std::int64_t answer) {
    const auto [known, is_new] = all_[kind][subject].try_emplace(text, answer);
    if (known->second != answer) known->second = kNoAnswer;
  }
  std::string line_of(const RecordedEvent& event) const { return std::to_string(words_.line(event)); }
  std::string array_of(const RecordedEvent& event) const {
    return words_.recording.launches[event.launch].kernel + " " + words_.array(event).name;
  }
  /// More than one, and another number than all of them.
  bool is_telling(const Group& group) const {
    const std::size_t count = group.members.size();
    return count > 1 && count != threads_in_block(group) && count != words_.recording.n;
  }
  std::size_t threads_in_block(const Group& group) const {
    return words_.recording.launches[group.event.launch].threads_per_block();
  }

  std::set<unsigned> arrays_of_small_numbers() const;

  OwnWords words_;
  std::vector<RecordedEvent> events_;  ///< of the first launch of each kernel
  Candidates all_;
};

/// Of memory without a type: the whole number in it. Floats are huge as such.
std::int64_t whole_number(const RecordedEvent& event) { return std::int32_t(std::uint32_t(event.after)); }

std::set<unsigned> Maker::arrays_of_small_numbers() const {
  constexpr std::int64_t kSmall = 100'000;
  std::set<unsigned> small, others;
  for (const RecordedEvent& event : events_) {
    if (!is_access(event.kind) || !words_.array(event).shared) continue;
    const bool is_small = event.bytes == 4 && words_.has_one_index(event) &&
                          words_.array(event).element_bytes == 4 && std::abs(whole_number(event)) < kSmall;
    (is_small ? small : others).insert(event.array);
  }
  std::erase_if(small, [&](unsigned array) { return others.contains(array); });
  return small;
}

/// What stands in shared memory after a barrier, where it is neither what was read nor what stood there
/// first.
void Maker::values() {
  if (!words_.has_short_input()) return;
  struct Element {
    std::int64_t first = 0, now = 0;
    RecordedEvent last_write;
  };
  struct Block {
    std::size_t barriers = 0;
    std::map<std::pair<unsigned, std::uint64_t>, Element> elements;
    std::set<std::pair<unsigned, std::uint64_t>> changed;
  };
  const std::set<unsigned> small = arrays_of_small_numbers();
  const auto& inputs = words_.recording.input_values;
  const auto is_telling_value = [&](const Element& element) {
    return element.now != 0 && element.now != element.first &&
           std::ranges::find(inputs, std::to_string(element.now)) == inputs.end();
  };
  std::map<BlockKey, Block> blocks;
  for (const RecordedEvent& event : events_) {
    Block& block = blocks[block_of(event)];
    if (writes(event) && small.contains(event.array)) {
      const auto key = std::pair(event.array, words_.element(event));
      if (key.second >= words_.recording.n) continue;  // what pads the input
      const std::int64_t value = whole_number(event);
      const auto [known, is_new] = block.elements.try_emplace(key, Element{value, value, event});
      known->second.now = value;
      block.changed.insert(key);
    } else if (event.kind == Kind::barrier) {
      ++block.barriers;
      for (const auto& key : std::exchange(block.changed, {})) {
        const Element& element = block.elements.at(key);
        if (!is_telling_value(element)) continue;
        add("value", "",
            fmt::format("{}: what is in {}[{}] after the threads of {} have waited for each other {}?",
                        words_.call(true), words_.array(element.last_write).name, key.second,
                        words_.block(event), times(block.barriers)),
            element.now);
      }
    }
  }
}

/// Which line reads what a thread has written for others, and which thread has written what one reads.
void Maker::readers() {
  struct Write {
    RecordedEvent event;
    std::map<int, RecordedEvent> readers = {};  // of other threads, by line
  };
  std::map<std::tuple<unsigned, unsigned, unsigned, std::uint64_t>, Write> written;
  std::map<unsigned, std::set<int>> lines_that_read;  // an array
  for (const RecordedEvent& event : events_)
    if (event.kind == Kind::read) lines_that_read[event.array].insert(words_.line(event));
  const auto finish = [&](const Write& write) {
    if (write.readers.size() != 1 || lines_that_read[write.event.array].size() < 2) return;
    const RecordedEvent& reader = write.readers.begin()->second;
    if (!is_soon(write.event) || !words_.has_one_index(write.event) || !words_.can_name_line(write.event) ||
        !words_.can_name_line(reader) || words_.line(reader) == words_.line(write.event))
      return;
    add("reader", line_of(write.event),
        fmt::format("{}, {}: {} writes {}[{}] at {}. At which {} do other threads read it?", words_.call(),
                    words_.then(write.event), words_.thread(write.event), words_.array(write.event).name,
                    words_.element(write.event), words_.at_line(write.event), words_.line_of_file()),
        words_.line(reader));
  };
  for (const RecordedEvent& event : events_) {
    if (!is_access(event.kind) || !words_.array(event).shared) continue;
    const auto key = std::tuple(event.launch, event.block, event.array, words_.element(event));
    const auto found = written.find(key);
    if (writes(event)) {
      if (found != written.end()) finish(found->second);
      written.insert_or_assign(key, Write{event});
    } else if (found != written.end() && found->second.event.thread != event.thread) {
      found->second.readers.try_emplace(words_.line(event), event);
      if (!words_.is_flat(event) || !words_.can_name_line(event)) continue;
      if (const unsigned writer = found->second.event.thread; is_soon(event))
        add("source", line_of(event),
            fmt::format("{}, {}: {} reads at {} from {} what another thread has written there. Which "
                        "one?",
                        words_.call(), words_.then(event), words_.thread(event), words_.at_line(event),
                        words_.array(event).name),
            writer);
    }
  }
  for (const auto& [key, write] : written) finish(write);
}

void Maker::shuffles() {
  std::map<std::tuple<unsigned, unsigned, unsigned, int>, std::vector<RecordedEvent>> by_line;
  for (const RecordedEvent& event : events_)
    if (event.kind == Kind::shuffle && words_.is_flat(event) && words_.can_name_line(event))
      by_line[{event.launch, event.block, event.thread, words_.line(event)}].push_back(event);
  for (const auto& [key, turns] : by_line)
    for (std::size_t i = 0; i < std::min(turns.size(), kSoon); ++i)
      if (turns[i].source != turns[i].thread && turns[i].source != 0)
        add("shuffle", line_of(turns[i]),
            fmt::format("{}: in {}, {} comes to the shuffle at {} for the {} time. Which thread's value "
                        "does it get?",
                        words_.call(), words_.block(turns[i]), words_.thread(turns[i]),
                        words_.at_line(turns[i]), ordinal(i + 1)),
            turns[i].source);
}

/// At which of several lines the threads of a block wait the k-th time.
void Maker::barriers() {
  std::map<unsigned, std::set<int>> lines;  // of a launch
  std::map<unsigned, std::size_t> turn;
  for (const RecordedEvent& event : events_)
    if (event.kind == Kind::barrier) lines[event.launch].insert(words_.line(event));
  for (const RecordedEvent& event : events_) {
    if (event.kind != Kind::barrier || event.block > 0) continue;
    const std::size_t now = ++turn[event.launch];
    if (now == 1 || now > kSoon || lines[event.launch].size() == 1 || !words_.can_name_line(event)) continue;
    add("barrier", words_.recording.launches[event.launch].kernel,
        fmt::format("{}: at which {} do the threads of {} wait for each other for the {} time?",
                    words_.call(), words_.line_of_file(), words_.block(event), ordinal(now)),
        words_.line(event));
  }
}

/// How often the threads of a block wait at a line.
void Maker::waits() {
  Groups<std::pair<unsigned, int>> turns;
  for (const RecordedEvent& event : events_)
    if (event.kind == Kind::barrier && event.block == 0 && words_.can_name_line(event))
      turns.note({event.launch, words_.line(event)}, event, event.phase);
  for (const auto& [key, group] : turns)
    if (group.members.size() > 1)
      add("waits", line_of(group.event),
          fmt::format("{}: how many times do the threads of {} wait for each other at {}?", words_.call(),
                      words_.block(group.event), words_.at_line(group.event)),
          group.members.size());
}

void Maker::active_threads() {
  Groups<std::tuple<BlockKey, int, bool, unsigned>> threads;  // line, shared memory?, phase
  std::map<std::tuple<BlockKey, int>, std::set<unsigned>> phases;
  for (const RecordedEvent& event : events_) {
    if (!writes(event) || !words_.can_name_line(event) || !words_.is_first_or_last_block(event)) continue;
    threads.note({block_of(event), words_.line(event), words_.array(event).shared, event.phase}, event,
                 event.thread);
    phases[{block_of(event), words_.line(event)}].insert(event.phase);
  }
  for (const auto& [key, group] : threads) {
    const RecordedEvent& event = group.event;
    if (!is_telling(group) || !is_soon(event)) continue;
    const bool is_in_loop = phases[{block_of(event), words_.line(event)}].size() > 1;
    add("active", line_of(event),
        fmt::format("{}, {}: how many threads write to {} memory at {}?", words_.call(),
                    is_in_loop ? words_.then(event) : "in " + words_.block(event),
                    words_.array(event).shared ? "shared" : "global", words_.at_line(event)),
        group.members.size());
  }
}

/// Which thread writes an element, and which element a thread writes.
void Maker::writers() {
  Groups<std::pair<unsigned, std::uint64_t>> by_element;
  Groups<std::tuple<BlockKey, unsigned, unsigned>> by_thread;
  for (std::size_t i = 0; i < words_.recording.events.size(); ++i) {
    const RecordedEvent& event = words_.recording.events[i];
    if (event.kind != Kind::write || !words_.array(event).type || !words_.is_flat(event)) continue;
    by_element.note({event.array, words_.element(event)}, event, i);
    if (words_.is_first_launch(event))
      by_thread.note({block_of(event), event.thread, event.array}, event, words_.element(event));
  }
  const auto is_hidden = [](std::uint64_t answer, std::uint64_t named) {
    return answer != named && answer != 0;
  };
  for (const auto& [key, group] : by_element)
    if (group.members.size() == 1 && is_hidden(group.event.thread, key.second))
      add("writer", words_.array(group.event).name,
          fmt::format("{}: what is threadIdx.x of the thread that writes {}[{}]?", words_.call(),
                      words_.array(group.event).name, key.second),
          group.event.thread);
  for (const auto& [key, group] : by_thread)
    if (group.members.size() == 1 && is_hidden(*group.members.begin(), group.event.thread))
      add("element", array_of(group.event),
          fmt::format("{}: in {}, {} writes one element of {}. What is its index?", words_.call(),
                      words_.block(group.event), words_.thread(group.event), words_.array(group.event).name),
          *group.members.begin());
}

void Maker::elements() {
  Groups<std::tuple<BlockKey, unsigned, unsigned>> read;  // thread, array
  for (const RecordedEvent& event : events_) {
    const unsigned step = is_access(event.kind) ? words_.array(event).element_bytes : 0;
    if (event.kind != Kind::read || !words_.is_first_or_last_block(event) ||
        !(words_.array(event).type || (words_.array(event).shared && event.bytes == step)))
      continue;
    for (std::uint64_t byte = event.byte; byte < event.byte + event.bytes; byte += step)
      read.note({block_of(event), event.thread, event.array}, event, byte / step);
  }
  for (const auto& [key, group] : read)
    if (is_telling(group))
      add(group.members.size() == 2 ? "two_elements" : "elements", array_of(group.event),
          fmt::format("{}: in {}, how many different elements of {} does {} read?", words_.call(),
                      words_.block(group.event), words_.array(group.event).name, words_.thread(group.event)),
          group.members.size());
}

void Maker::idle_threads() {
  Groups<BlockKey> busy;
  for (const RecordedEvent& event : events_)
    if (is_access(event.kind) && words_.is_first_or_last_block(event))
      busy.note(block_of(event), event, event.thread);
  for (const auto& [key, group] : busy)
    if (const std::size_t idle = threads_in_block(group) - group.members.size(); idle > 0)
      add("idle", words_.recording.launches[group.event.launch].kernel,
          fmt::format("{}: how many threads of {} access neither shared nor global memory?", words_.call(),
                      words_.block(group.event)),
          idle);
}

void Maker::blocks() {
  for (const RecordedEvent& event : events_)
    if (const unsigned all = words_.recording.launches[event.launch].blocks(); all > 1)
      add("blocks", words_.recording.launches[event.launch].kernel,
          fmt::format("{}: how many blocks has {}?", words_.call(), words_.kernel(event)), all);
}

}  // namespace

Candidates with_input(const Recording& recording, std::string_view source) {
  Maker maker(recording, source);
  maker.values();
  return maker.take();
}

Candidates of_few(const Recording& recording, std::string_view source) {
  Maker maker(recording, source);
  maker.readers();
  maker.shuffles();
  maker.barriers();
  maker.active_threads();
  return maker.take();
}

Candidates of_many(const Recording& recording, std::string_view source) {
  Maker maker(recording, source);
  maker.waits();
  maker.active_threads();
  maker.writers();
  maker.elements();
  maker.idle_threads();
  maker.blocks();
  return maker.take();
}

Candidates in_both(const Candidates& a, const Candidates& b) {
  Candidates both;
  for (const auto& [kind, by_subject] : a) {
    const auto of_b = b.find(kind);
    if (of_b == b.end()) continue;
    for (const auto& [subject, alike] : by_subject)
      if (const auto same = of_b->second.find(subject); same != of_b->second.end() && same->second == alike)
        both[kind][subject] = alike;
  }
  return both;
}

}  // namespace warpgrade::quiz
