// A place in user code.
#pragma once

#include "wgsim/abi.h"

namespace wgsim::core {

/// Either a Site (known from a default argument) or a program counter, for which file and line are looked up
/// only when the findings are taken.
struct Where {
  const void* pc = nullptr;  ///< inside the instruction, i.e. the return address of its hook minus 1
  Site site = {nullptr, 0};
  Where() = default;
  Where(Site site) : site(site) {}
  explicit Where(const void* return_address) : pc(static_cast<const char*>(return_address) - 1) {}
  bool operator==(const Where& other) const {
    return pc == other.pc && site.file == other.site.file && site.line == other.site.line;
  }
};

}  // namespace wgsim::core
