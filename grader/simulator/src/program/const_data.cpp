// Asks the loader which parts of the program and its libraries can't be written.
#include "program/const_data.hpp"

#include <utility>
#include <vector>

#include "state/simulation.hpp"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#else
#include <link.h>
#endif

namespace wgsim::core {

using Ranges = std::vector<std::pair<std::uintptr_t, std::uintptr_t>>;

struct ConstData {
  Ranges known;
};

namespace {

#ifdef __APPLE__

Ranges read_only_ranges() {
  Ranges ranges;
  const auto* header = reinterpret_cast<const mach_header_64*>(_dyld_get_image_header(0));
  for (const char* segment : {"__TEXT", "__DATA_CONST"}) {
    unsigned long bytes = 0;
    const auto begin = reinterpret_cast<std::uintptr_t>(getsegmentdata(header, segment, &bytes));
    if (begin != 0) ranges.emplace_back(begin, begin + bytes);
  }
  return ranges;
}

#else

/// Segments without write permission, and segments that lose it after relocation (tables of pointers).
Ranges read_only_ranges() {
  Ranges ranges;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = info->dlpi_phdr[i];
          const bool plain = segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0;
          if (!plain && segment.p_type != PT_GNU_RELRO) continue;
          const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
          static_cast<Ranges*>(out)->emplace_back(begin, begin + segment.p_memsz);
        }
        return 0;
      },
      &ranges);
  return ranges;
}

#endif

bool contains(const Ranges& ranges, std::uintptr_t address) {
  for (const auto& [begin, end] : ranges)
    if (address - begin < end - begin) return true;
  return false;
}

}  // namespace

bool is_const_data(std::uintptr_t address) {
  Ranges& known = simulation.const_data->known;
  if (contains(known, address)) return true;
  known = read_only_ranges();  // a library may have been loaded since
  return contains(known, address);
}

}  // namespace wgsim::core
