// One end of a socket over which a process exchanges lines of text with a child. This end never waits for the
// other one longer than it is told, and it knows who writes to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "system/descriptor.hpp"

namespace warpgrade::system {

class LineSocket {
 public:
  LineSocket();  ///< makes both ends; throws std::system_error

  int other_end() const { return other_.get(); }  ///< for the child
  void close_other_end() { other_.reset(); }      ///< once the child has it
  int descriptor() const { return own_.get(); }   ///< to poll
  void close() { own_.reset(); }

  /// False: the other side is closed, or takes nothing for that long.
  bool send(std::string_view text, double timeout_s);
  /// Takes in what has arrived, without waiting. False if the other side is closed.
  bool receive();
  /// A line that has been received, without its end.
  std::optional<std::string> take_line();
  std::size_t waiting_bytes() const { return received_.size(); }  ///< received, and not yet taken
  /// Is there anything that was not taken, received or not?
  bool has_something() const;

  /// The process that wrote first, as the kernel says; 0: none has, or the system does not tell (macOS).
  pid_t writer() const { return writer_; }
  /// Has another process written since?
  bool has_other_writer() const { return has_other_writer_; }

 private:
  void note_writer(pid_t process);

  Descriptor own_, other_;
  std::string received_;
  pid_t writer_ = 0;
  bool has_other_writer_ = false;
};

}  // namespace warpgrade::system
