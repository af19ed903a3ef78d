// Finds __device__ and __constant__ variables through the linker's section symbols and the symbol table.
#include "program/device_variables.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "program/symbols.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

#ifdef __APPLE__
extern char wgsim_device_begin __asm("section$start$__DATA$wgsim_device");
extern char wgsim_device_end __asm("section$end$__DATA$wgsim_device");
extern char wgsim_constant_begin __asm("section$start$__DATA$wgsim_constant");
extern char wgsim_constant_end __asm("section$end$__DATA$wgsim_constant");
#define WGSIM_BOUNDS(name) \
  { reinterpret_cast<std::uintptr_t>(&name##_begin), reinterpret_cast<std::uintptr_t>(&name##_end) }
#else
// Weak, since a program without such variables has no such section.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_device[], __stop_wgsim_device[];
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_constant[], __stop_wgsim_constant[];
}
#define WGSIM_BOUNDS(name) \
  { reinterpret_cast<std::uintptr_t>(__start_##name), reinterpret_cast<std::uintptr_t>(__stop_##name) }
#endif

namespace wgsim::core {

namespace {

/// A copy of both sections, taken before main.
struct Snapshot {
  Section section;
  std::vector<char> bytes;
  explicit Snapshot(const Section& s)
      : section(s), bytes(reinterpret_cast<char*>(s.begin), reinterpret_cast<char*>(s.end)) {}
  void restore() const {
    if (!bytes.empty()) std::memcpy(reinterpret_cast<void*>(section.begin), bytes.data(), bytes.size());
  }
};
const Snapshot initial_device(device_section());
const Snapshot initial_constant(constant_section());

/// Appends the named variables of a section, and a nameless one for each gap between them, so that each
/// address of the section belongs to a variable.
void append(std::vector<Variable>& all, const Section& section, bool constant) {
  std::uintptr_t covered = section.begin;
  for (Symbol& s : data_symbols(section.begin, section.end)) {
    if (s.start < covered) continue;
    if (s.start > covered) all.push_back({covered, s.start - covered, constant, ""});
    covered = s.start + s.bytes;
    all.push_back({s.start, s.bytes, constant, std::move(s.name)});
  }
  if (covered < section.end) all.push_back({covered, section.end - covered, constant, ""});
}

const std::vector<Variable>& variables() {
  static const std::vector<Variable>& all = *[] {  // never destroyed: see simulation_forever
    auto* const all_of_it = new std::vector<Variable>;
    std::vector<Variable>& list = *all_of_it;
    append(list, device_section(), false);
    append(list, constant_section(), true);
    std::sort(list.begin(), list.end(), [](auto& a, auto& b) { return a.start < b.start; });
    return all_of_it;
  }();
  return all;
}

Section hull(const Section& a, const Section& b) {
  if (a.begin == a.end) return b;
  if (b.begin == b.end) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace

const Section program_variables = hull(device_section(), constant_section());

const Section& device_section() {
  static const Section section = WGSIM_BOUNDS(wgsim_device);
  return section;
}

const Section& constant_section() {
  static const Section section = WGSIM_BOUNDS(wgsim_constant);
  return section;
}

const Variable* device_variable_at(std::uintptr_t address) {
  if (!device_section().contains(address) && !constant_section().contains(address)) return nullptr;
  const auto after = std::upper_bound(variables().begin(), variables().end(), address,
                                      [](std::uintptr_t a, const Variable& v) { return a < v.start; });
  return after == variables().begin() ? nullptr : &*std::prev(after);
}

bool is_managed_variable(const Variable& variable) {
  const std::vector<std::uintptr_t>& managed = simulation.managed_variables;
  return std::any_of(managed.begin(), managed.end(), [&](std::uintptr_t address) {
    return address >= variable.start && address - variable.start < variable.bytes;
  });
}

void restore_device_variables() {
  initial_device.restore();
  initial_constant.restore();
}

}  // namespace wgsim::core

void wgsim::register_managed_variable(const void* variable) {
  core::simulation.managed_variables.push_back(reinterpret_cast<std::uintptr_t>(variable));
}
