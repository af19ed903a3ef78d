#include "program/foreign_data.hpp"

#include <algorithm>

#include "program/device_variables.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

#ifdef __linux__
#include <cstdio>
#include <iostream>
#include <link.h>

// Weak, since a program that is not graded has no such sections.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_host_data[], __stop_wgsim_host_data[];
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_host_bss[], __stop_wgsim_host_bss[];
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_host_text[], __stop_wgsim_host_text[];
}
#endif

namespace wgsim::core {

#ifdef __linux__

struct KeptFromHost {
  Section range{0, 0};
};

namespace {

Section between(const char* begin, const char* end) {
  return {reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(end)};
}

/// The linker copies some variables of libraries into the program.
template <class T>
Section object(const T& variable) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&variable);
  return {begin, begin + sizeof variable};
}

/// How many bytes two ranges share.
std::uintptr_t overlap(const Section& a, const Section& b) {
  const std::uintptr_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
  return begin < end ? end - begin : 0;
}

const Section& own_data() {
  static const Section section = between(__start_wgsim_host_data, __stop_wgsim_host_data);
  return section;
}
const Section& own_bss() {
  static const Section section = between(__start_wgsim_host_bss, __stop_wgsim_host_bss);
  return section;
}

/// What the program can still write when it runs: its writable segment behind what was relocated once.
Section variables_of_program() {
  Section found{0, 0};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        auto& section = *static_cast<Section*>(to);
        std::uintptr_t relocated_end = 0;
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& header = info->dlpi_phdr[i];
          const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr, end = begin + header.p_memsz;
          if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0) section = {begin, end};
          if (header.p_type == PT_GNU_RELRO) relocated_end = end;
        }
        if (section.contains(relocated_end)) section.begin = relocated_end;
        return 1;  // the first is the program; libraries come after it
      },
      &found);
  return found;
}

}  // namespace

bool is_graded_program() {
  const Section code = between(__start_wgsim_host_text, __stop_wgsim_host_text);
  return code.begin != code.end;
}

/// The fields of stdout and stderr: a buffer of one's own there would bring what a kernel prints to host
/// code, and another file number would bring it to the judge.
static bool is_stream_of_c(const Section& range) {
  return is_graded_program() && (overlap(range, object(*stdout)) > 0 || overlap(range, object(*stderr)) > 0);
}

bool is_foreign_data(std::uintptr_t begin, std::size_t bytes) {
  static const Section program = is_graded_program() ? variables_of_program() : Section{0, 0};
  const Section range{begin, begin + bytes};
  if (overlap(range, simulation.kept_from_host->range) > 0) return true;
  if (is_stream_of_c(range)) return true;
  std::uintptr_t foreign = overlap(range, program);
  if (foreign == 0) return false;
  for (const Section& own : {own_data(), own_bss(), device_section(), constant_section(), object(std::cout),
                             object(std::cerr), object(std::clog), object(stdout), object(stderr)})
    foreign -= overlap(range, own);
  return foreign > 0;
}

std::array<Section, 2> own_variables() { return {own_data(), own_bss()}; }

#else

bool is_graded_program() { return false; }
bool is_foreign_data(std::uintptr_t, std::size_t) { return false; }
std::array<Section, 2> own_variables() { return {Section{0, 0}, Section{0, 0}}; }

#endif

}  // namespace wgsim::core

namespace wgsim {

#ifdef __linux__

bool is_graded_code(const void* address) {
  return core::between(__start_wgsim_host_text, __stop_wgsim_host_text)
      .contains(reinterpret_cast<std::uintptr_t>(address));
}

void keep_from_host(const void* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  core::simulation.kept_from_host->range = {address, address + bytes};
}

#else

bool is_graded_code(const void*) { return false; }
void keep_from_host(const void*, std::size_t) {}

#endif

}  // namespace wgsim
