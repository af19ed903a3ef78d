#include "program/foreign_data.hpp"

#include <algorithm>

#include "program/device_variables.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

#ifdef __linux__
#include <cstdio>
#include <iostream>
#include <link.h>
#include <locale>
#include <unistd.h>

// Weak, since a program that is not graded has no such sections.
extern "C" {
extern void* __libc_stack_end;  // of the loader: where the program's stack begins
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_host_data[], __stop_wgsim_host_data[];
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_host_bss[], __stop_wgsim_host_bss[];
[[gnu::weak, gnu::visibility("hidden")]] extern char __start_wgsim_host_text[], __stop_wgsim_host_text[];
}
#endif

namespace wgsim::core {

#ifdef __linux__

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

/// Streams of the C and C++ libraries that the linker copies into the program.
std::array<Section, 5> library_variables() {
  return {object(std::cout), object(std::cerr), object(std::clog), object(stdout), object(stderr)};
}

/// How many bytes two ranges share.
std::uintptr_t overlap(const Section& a, const Section& b) {
  const std::uintptr_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
  return begin < end ? end - begin : 0;
}

Section own_data() { return between(__start_wgsim_host_data, __stop_wgsim_host_data); }
Section own_bss() { return between(__start_wgsim_host_bss, __stop_wgsim_host_bss); }

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

struct KeptFromHost {
  const Section variables = is_graded_program() ? variables_of_program() : Section{0, 0};
  Section heap{0, 0}, frames{0, 0};
};

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
  const Section range{begin, begin + bytes};
  const KeptFromHost& kept = *simulation.kept_from_host;
  if (overlap(range, kept.heap) > 0 || overlap(range, kept.frames) > 0) return true;
  if (is_stream_of_c(range)) return true;
  std::uintptr_t foreign = overlap(range, kept.variables);
  if (foreign == 0) return false;
  for (const Section& own : {own_data(), own_bss(), device_section(), constant_section()})
    foreign -= overlap(range, own);
  for (const Section& variable : library_variables()) foreign -= overlap(range, variable);
  return foreign > 0;
}

/// The pages on which the libraries' variables lie. The linker puts them first of those that begin as zeros;
/// behind them is an empty page (driver/library_calls.cpp).
static Section pages_of_libraries() {
  const auto variables = library_variables();
  const auto first = std::ranges::min(variables, {}, &Section::begin).begin;
  const std::uintptr_t page = std::uintptr_t(sysconf(_SC_PAGESIZE));
  return {first / page * page, (std::ranges::max(variables, {}, &Section::end).end + page - 1) / page * page};
}

Section grader_heap() { return simulation.kept_from_host->heap; }

std::vector<Section> grader_variables() {
  const Section program = simulation.kept_from_host->variables;
  if (program.begin == program.end) return {};
  const bool has_library = program.contains(reinterpret_cast<std::uintptr_t>(&std::locale::classic()));
  if (has_library) return {};
  std::array others = {own_data(), own_bss(), device_section(), constant_section(), pages_of_libraries()};
  std::ranges::sort(others, {}, &Section::begin);
  std::vector<Section> sections;
  std::uintptr_t begin = program.begin;
  for (const Section& other : others) {
    if (!program.contains(other.begin)) continue;
    if (begin < other.begin) sections.push_back({begin, other.begin});
    begin = std::max(begin, other.end);
  }
  if (begin < program.end) sections.push_back({begin, program.end});
  return sections;
}

std::uintptr_t stack_begin() { return reinterpret_cast<std::uintptr_t>(__libc_stack_end); }

std::array<Section, 2> own_variables() { return {own_data(), own_bss()}; }

#else

bool is_graded_program() { return false; }
bool is_foreign_data(std::uintptr_t, std::size_t) { return false; }
std::vector<Section> grader_variables() { return {}; }
Section grader_heap() { return {0, 0}; }
std::uintptr_t stack_begin() { return 0; }
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
  core::simulation.kept_from_host->heap = {address, address + bytes};
}

void keep_frames_from_host(const void* begin) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  core::simulation.kept_from_host->frames = {address, std::max(address, core::stack_begin())};
}

#else

bool is_graded_code(const void*) { return false; }
void keep_from_host(const void*, std::size_t) {}
void keep_frames_from_host(const void*) {}

#endif

}  // namespace wgsim
