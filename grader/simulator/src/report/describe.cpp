#include "report/describe.hpp"

#include <algorithm>
#include <cstdio>

#include "grid/grid.hpp"
#include "memory/allocations.hpp"
#include "memory/shared_memory.hpp"
#include "program/device_variables.hpp"
#include "report/findings.hpp"
#include "state/simulation.hpp"
#include "state/space.hpp"

namespace wgsim::core {

namespace {

std::string hexadecimal(std::uintptr_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", std::size_t(address));
  return text;
}

/// name[index], and what is wrong with the index.
std::string element(const std::string& name, std::int64_t offset, std::size_t bytes,
                    std::size_t element_size) {
  const auto size = std::int64_t(element_size != 0 ? element_size : 1);
  std::int64_t index = offset / size, rest = offset % size;
  if (rest < 0) --index, rest += size;
  const Facts facts = {
      {"name", name}, {"index", index}, {"byte", rest}, {"elements", std::int64_t(bytes) / size}};
  std::string text = words(Phrase::element, facts);
  if (rest != 0) text += words(Phrase::byte_of_element, facts);
  if (bytes == 0) return text + words(Phrase::of_empty_array, facts);
  if (offset < 0 || std::size_t(offset) >= bytes) text += words(Phrase::outside_array, facts);
  return text;
}

/// Nothing where the place is not known.
std::string with_place(Phrase phrase, const Where& where) {
  const Place place = place_of(where, nullptr);
  return place.file.empty() ? "" : words(phrase, {{"place", short_place({place.file.c_str(), place.line})}});
}

/// The same for memory without a name: by bytes.
std::string byte_of(const Allocation& a, std::int64_t offset) {
  const auto end = std::int64_t(a.bytes);
  const std::string text = words(Phrase::byte_of_allocation, {{"byte", offset}, {"bytes", end}}) +
                           with_place(Phrase::made_at, a.made);
  if (offset < 0) return text + words(Phrase::before_start);
  if (offset == end) return text + words(Phrase::just_past_end);
  return offset > end ? text + words(Phrase::past_end) : text;
}

std::string describe_allocation(const Allocation& a, std::uintptr_t address) {
  const auto offset = std::int64_t(address - a.start);
  const std::string text =
      a.name.empty() ? byte_of(a, offset) : element(a.name, offset, a.usable_bytes(), a.element_size);
  if (a.state != Allocation::State::freed) return text;
  const std::string freed_at = with_place(Phrase::freed_at, a.freed);
  return text + (freed_at.empty() ? words(Phrase::freed) : freed_at);
}

std::string describe_shared(std::int64_t offset) {
  const SharedVariable& v = simulation.shared_layout->nearest(offset);
  if (v.key == nullptr && v.bytes == 0) return words(Phrase::undeclared_shared);
  return words(Phrase::in_shared,
               {{"element", element(v.name, offset - std::int64_t(v.offset), v.bytes, v.element_size)}});
}

std::string describe_variable(const Variable& v, std::uintptr_t address) {
  const Facts facts = {
      {"name", v.name}, {"address", hexadecimal(address)}, {"byte", address - v.start}, {"bytes", v.bytes}};
  const std::string text =
      words(v.constant ? Phrase::constant_variable : Phrase::device_variable,
            {{"name", v.name.empty() ? words(Phrase::variable_without_name, facts) : v.name}});
  return address == v.start ? text : text + words(Phrase::byte_of_variable, facts);
}

}  // namespace

std::string describe_address(const void* pointer) {
  const auto a = reinterpret_cast<std::uintptr_t>(pointer);
  if (const Allocation* allocation = allocation_meant_by(a)) return describe_allocation(*allocation, a);
  if (const Variable* v = device_variable_at(a)) return describe_variable(*v, a);
  if (running.thread != nullptr && is_at_own_shared(a))
    return describe_shared(std::int64_t(a - running.shared_base));
  const Facts facts = {{"address", hexadecimal(a)}};
  if (!space.contains(a))
    return words(a == 0 ? Phrase::null : a < 4096 ? Phrase::near_null : Phrase::host_address, facts);
  const unsigned slot = space.slot_of(a);
  if (slot == kSharedSlot)
    return words(is_shared_arena(a) ? Phrase::shared_of_another_block : Phrase::shared_of_no_block);
  return words(space.is_of_stacks(slot) ? Phrase::local_of_another_thread : Phrase::never_allocated, facts);
}

}  // namespace wgsim::core
