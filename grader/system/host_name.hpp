// What this machine is called: to tell it from others that share a file system with it.
#pragma once

#include <string>
#include <unistd.h>

namespace warpgrade::system {

inline std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace warpgrade::system
