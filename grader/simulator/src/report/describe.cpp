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

std::string number(std::int64_t n) { return std::to_string(n); }

/// name[index], and what is wrong with the index.
std::string element(const std::string& name, std::int64_t offset, std::size_t bytes,
                    std::size_t element_size) {
  const auto size = std::int64_t(element_size != 0 ? element_size : 1);
  std::int64_t index = offset / size, rest = offset % size;
  if (rest < 0) --index, rest += size;
  std::string text = name + "[" + number(index) + "]";
  if (rest != 0) text += " (byte " + number(rest) + " of the element)";
  if (bytes == 0) return text + ", but " + name + " is empty";
  if (offset < 0 || std::size_t(offset) >= bytes)
    text += ", outside " + name + "[0.." + number(std::int64_t(bytes) / size) + ")";
  return text;
}

/// The same for memory without a name: by bytes.
std::string byte_of(const Allocation& a, std::int64_t offset) {
  const auto end = std::int64_t(a.bytes);
  std::string text = "byte " + number(offset) + " of the " + number(end) + "-byte allocation";
  if (a.made.file != nullptr) text += " made at " + short_place(a.made);
  if (offset < 0) return text + ", before its start";
  if (offset == end) return text + ", just past its end";
  return offset > end ? text + ", past its end" : text;
}

std::string describe_allocation(const Allocation& a, std::uintptr_t address) {
  const auto offset = std::int64_t(address - a.start);
  std::string text =
      a.name.empty() ? byte_of(a, offset) : element(a.name, offset, a.usable_bytes(), a.element_size);
  if (a.state == Allocation::State::freed) {
    text += a.freed.file != nullptr ? ", which was freed at " + short_place(a.freed) : ", which was freed";
  }
  return text;
}

std::string describe_shared(std::int64_t offset) {
  const SharedVariable& v = simulation.shared_layout->nearest(offset);
  if (v.key == nullptr && v.bytes == 0) return "shared memory that is not declared";
  return element(v.name, offset - std::int64_t(v.offset), v.bytes, v.element_size) + " (__shared__)";
}

std::string hexadecimal(std::uintptr_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", std::size_t(address));
  return text;
}

}  // namespace

std::string describe_address(const void* pointer) {
  const auto a = reinterpret_cast<std::uintptr_t>(pointer);
  if (const Allocation* allocation = allocation_meant_by(a)) return describe_allocation(*allocation, a);
  if (const Variable* v = device_variable_at(a)) {
    const char* kind = v->constant ? "__constant__" : "__device__";
    return std::string("the ") + kind + " variable " + (v->name.empty() ? "at " + hexadecimal(a) : v->name) +
           (a != v->start ? " (byte " + number(std::int64_t(a - v->start)) + " of " +
                                number(std::int64_t(v->bytes)) + ")"
                          : "");
  }
  if (running.thread != nullptr && is_at_own_shared(a))
    return describe_shared(std::int64_t(a - running.shared_base));
  if (space.contains(a) && space.slot_of(a) == kSharedSlot)
    return is_shared_arena(a) ? "the shared memory of another block" : "shared memory that no block has";
  if (space.contains(a) && space.slot_of(a) == kStackSlot) return "a local variable of another thread";
  if (space.contains(a)) return "address " + hexadecimal(a) + ", where no memory was ever allocated";
  if (a < 4096)
    return a == 0 ? "the null pointer" : "address " + hexadecimal(a) + " (a null pointer plus an offset)";
  return "host address " + hexadecimal(a);
}

}  // namespace wgsim::core
