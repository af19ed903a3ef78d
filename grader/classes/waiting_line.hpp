// Who waits for the course's GPU: one is served at a time, the first who came. A place is a file in a folder,
// locked by the process that waits, so who was killed waits no longer.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "system/descriptor.hpp"

namespace warpgrade::classes {

class WaitingLine {
 public:
  /// Takes the last place. `student`: fit for a file's name. Throws std::runtime_error.
  WaitingLine(const std::filesystem::path& folder, const std::string& student);
  ~WaitingLine();  ///< leaves the line
  WaitingLine(const WaitingLine&) = delete;
  WaitingLine& operator=(const WaitingLine&) = delete;

  struct Place {
    std::size_t before = 0;    ///< so many come first; 0: it is our turn
    bool is_replaced = false;  ///< the same student came again later
  };
  Place place() const;

 private:
  std::filesystem::path folder_;
  std::string name_, student_;
  system::Descriptor file_;
};

}  // namespace warpgrade::classes
