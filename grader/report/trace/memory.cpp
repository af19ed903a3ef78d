// Two passes over the steps: the first finds which elements are accessed, and what stood in them before; the
// second replays every access, byte by byte.
#include "report/trace/memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace warpgrade::report::trace {
namespace {

constexpr std::size_t kMostCells = 512;       // of one array
constexpr std::uint64_t kMostUntouched = 64;  // elements of an argument that nobody accesses, still shown

std::optional<ElementType> type_of_size(const Recording& recording, unsigned bytes) {
  for (const RecordedArray& array : recording.arrays)
    if (array.type && array.type->size() == bytes) return array.type;
  switch (bytes) {
    case 1: return ElementType{Scalar::u8, 1};
    case 4: return ElementType{Scalar::i32, 1};
    case 8: return ElementType{Scalar::i64, 1};
    default: return std::nullopt;
  }
}

template <class Float>
bool is_almost_zero(const std::byte* bytes) {
  Float value;
  std::memcpy(&value, bytes, sizeof value);
  return std::fpclassify(value) == FP_SUBNORMAL;
}

/// A kernel may keep whole numbers of its own, counts for example, where the task's elements are floats. Read
/// as floats they would be almost zero, by which they are recognised.
bool looks_like_a_whole_number(ElementType type, const std::byte* bytes) {
  if (type == ElementType{Scalar::f32, 1}) return is_almost_zero<float>(bytes);
  return type == ElementType{Scalar::f64, 1} && is_almost_zero<double>(bytes);
}

std::string in_hexadecimal(const std::vector<std::byte>& bytes) {
  std::string text = "0x";
  for (std::size_t i = bytes.size(); i > 0; --i) text += fmt::format("{:02x}", unsigned(bytes[i - 1]));
  return text;
}

std::string text_of(const Recording& recording, const std::optional<ElementType>& known,
                    const std::vector<std::byte>& bytes) {
  const auto type = known ? known : type_of_size(recording, unsigned(bytes.size()));
  if (!type || type->size() != bytes.size()) return in_hexadecimal(bytes);
  if (!known && looks_like_a_whole_number(*type, bytes.data()))
    return format_element({bytes.size() == 4 ? Scalar::i32 : Scalar::i64, 1}, bytes.data());
  return format_element(*type, bytes.data());
}

/// Where an element lies: shared memory of each launch and block is another.
struct Address {
  unsigned array = 0, launch = 0, block = 0;
  auto operator<=>(const Address&) const = default;
};

/// Bytes of one element, as far as they are known.
struct Element {
  std::vector<std::byte> bytes = {};
  std::vector<bool> is_known = {};

  explicit Element(unsigned size = 0) : bytes(size), is_known(size) {}
  bool is_whole() const {
    return std::ranges::all_of(is_known, [](bool known) { return known; });
  }
};

using Elements = std::map<std::uint64_t, Element>;

class Replay {
 public:
  Replay(const Recording& recording, const std::vector<Step>& steps) : recording_(recording), steps_(steps) {
    collect();
    for (auto& [address, elements] : elements_) add_array(address, elements);
    sort_arrays();
    for (std::size_t i = 0; i < memory_.arrays.size(); ++i) {
      const ShownArray& shown = memory_.arrays[i];
      number_of_[{shown.array, shown.launch, shown.block}] = i;
    }
    memory_.accesses.resize(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
      for (const std::size_t event : steps[i].events) replay(event, memory_.accesses[i]);
  }

  Memory take() { return std::move(memory_); }

 private:
  const RecordedArray& array(const RecordedEvent& event) const { return recording_.arrays[event.array]; }

  Address address(const RecordedEvent& event) const {
    if (!array(event).shared) return {event.array, 0, 0};
    return {event.array, event.launch, event.block};
  }

  /// Calls use(element's index, element, byte within it, byte within the event) for each byte.
  template <class Use>
  void each_byte(const RecordedEvent& event, Use use) {
    Elements& elements = elements_[address(event)];
    const unsigned size = cell_bytes(array(event));
    for (unsigned i = 0; i < event.bytes; ++i) {
      const std::uint64_t at = event.byte + i;
      auto& element = elements.try_emplace(at / size, size).first->second;
      use(at / size, element, std::size_t(at % size), i);
    }
  }

  /// After this, elements_ holds what stood there before the first step.
  void collect() {
    std::map<Address, std::set<std::uint64_t>> touched;  // bytes
    for (const Step& step : steps_)
      for (const std::size_t i : step.events) {
        const RecordedEvent& event = recording_.events[i];
        if (!is_access(event.kind)) continue;
        std::set<std::uint64_t>& bytes = touched[address(event)];
        const bool shows_what_was = event.kind != RecordedKind::write && !was_never_written(event);
        each_byte(event, [&](std::uint64_t, Element& element, std::size_t at, unsigned k) {
          if (!bytes.insert(event.byte + k).second || !shows_what_was) return;
          element.bytes[at] = std::byte(event.before >> (8 * k));
          element.is_known[at] = true;
        });
      }
  }

  /// Did this event read memory that nobody had written? In shared memory this is so if it is the first
  /// access; elsewhere the simulator says so.
  bool was_never_written(const RecordedEvent& event) const {
    if (array(event).shared) return true;
    const int line = recording_.lines.empty() ? 0 : recording_.lines[event.line].line;
    return std::ranges::any_of(recording_.findings, [&](const Finding& finding) {
      return finding.verdict == Verdict::uninitialized_read && finding.place.line == line;
    });
  }

  Role role_of(const Address& address) const {
    const RecordedArray& one = recording_.arrays[address.array];
    if (one.shared) return Role::shared;
    const bool is_output = std::ranges::any_of(
        recording_.outputs, [&](const RecordedOutput& output) { return output.array == one.name; });
    return is_output ? Role::output : one.type ? Role::input : Role::global;
  }

  void add_array(const Address& address, Elements& elements) {
    const RecordedArray& one = recording_.arrays[address.array];
    if (one.shared && address.block >= kMostBlocks) return;
    ShownArray shown{
        .array = address.array, .role = role_of(address), .launch = address.launch, .block = address.block};
    if (one.type && one.elements <= kMostUntouched)
      for (std::uint64_t i = 0; i < one.elements; ++i) elements.try_emplace(i, one.element_bytes);
    for (const auto& [index, element] : elements) {
      if (shown.elements.size() == kMostCells) {
        ++shown.left_out;
        continue;
      }
      shown.elements.push_back(index);
      shown.before.push_back(before(shown, index, element));
    }
    memory_.arrays.push_back(std::move(shown));
  }

  std::string before(const ShownArray& shown, std::uint64_t index, const Element& element) const {
    const RecordedArray& one = recording_.arrays[shown.array];
    if (element.is_whole()) return text_of(recording_, one.type, element.bytes);
    const bool is_the_input = shown.role == Role::input && one.elements == recording_.input_values.size() &&
                              !has_other_input(shown);
    return is_the_input && index < one.elements ? recording_.input_values[index] : "";
  }

  bool has_other_input(const ShownArray& shown) const {
    for (unsigned i = 0; i < recording_.arrays.size(); ++i) {
      const RecordedArray& other = recording_.arrays[i];
      if (i != shown.array && role_of({i, 0, 0}) == Role::input &&
          other.elements == recording_.input_values.size())
        return true;
    }
    return false;
  }

  /// By role, shared memory block after block.
  void sort_arrays() {
    std::ranges::stable_sort(memory_.arrays, [](const ShownArray& a, const ShownArray& b) {
      return std::tie(a.role, a.launch, a.block, a.array) < std::tie(b.role, b.launch, b.block, b.array);
    });
  }

  void replay(std::size_t i, std::vector<CellAccess>& accesses) {
    const RecordedEvent& event = recording_.events[i];
    if (!is_access(event.kind)) return;
    const bool reads = event.kind == RecordedKind::read;
    const bool is_known = !reads || !was_never_written(event);
    std::vector<std::uint64_t> indices;
    each_byte(event, [&](std::uint64_t index, Element& element, std::size_t at, unsigned k) {
      if (indices.empty() || indices.back() != index) indices.push_back(index);
      if (!is_known) return;
      element.bytes[at] = std::byte((reads ? event.before : event.after) >> (8 * k));
      element.is_known[at] = true;
    });
    const auto number = number_of_.find(address(event));
    if (number == number_of_.end()) return;
    const ShownArray& shown = memory_.arrays[number->second];
    for (const std::uint64_t index : indices) {
      const auto cell = std::ranges::lower_bound(shown.elements, index);
      if (cell == shown.elements.end() || *cell != index) continue;
      const Element& element = elements_[address(event)].at(index);
      accesses.push_back(
          {.event = i,
           .array = number->second,
           .cell = std::size_t(cell - shown.elements.begin()),
           .text = element.is_whole() ? text_of(recording_, array(event).type, element.bytes) : ""});
    }
  }

  const Recording& recording_;
  const std::vector<Step>& steps_;
  std::map<Address, Elements> elements_;
  std::map<Address, std::size_t> number_of_;
  Memory memory_;
};

}  // namespace

unsigned cell_bytes(const RecordedArray& array) {
  constexpr unsigned kMostBytes = 16, kWord = 4;
  if (array.type || array.element_bytes <= kMostBytes) return std::max(array.element_bytes, 1u);
  return array.element_bytes % kWord == 0 ? kWord : 1;
}

Memory memory_of(const Recording& recording, const std::vector<Step>& steps) {
  return Replay(recording, steps).take();
}

std::string value_text(const Recording& recording, std::uint64_t bits, unsigned bytes) {
  std::vector<std::byte> value(bytes);
  for (unsigned i = 0; i < bytes; ++i) value[i] = i < 8 ? std::byte(bits >> (8 * i)) : std::byte{};
  return text_of(recording, std::nullopt, value);
}

}  // namespace warpgrade::report::trace
