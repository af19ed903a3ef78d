// What tests of child processes need: commands of the shell, and whether somebody is still there.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "system/descriptor.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::system {

inline std::vector<std::string> shell(const std::string& commands) { return {"/bin/sh", "-c", commands}; }

/// A pipe with a name, to see whether a process that holds it open is there.
class HeldOpen {
 public:
  HeldOpen() {
    if (mkfifo(path().c_str(), 0600) != 0) ADD_FAILURE() << "no pipe";
    reader_ = Descriptor(open(path().c_str(), O_RDONLY | O_NONBLOCK));
  }
  std::string path() const { return folder_.path() / "pipe"; }
  /// Waits for the first word from who holds it.
  bool wait_until_held() const { return wait_for(POLLIN); }
  bool wait_until_nobody_holds_it() {
    char byte;
    while (read(reader_.get(), &byte, 1) > 0) continue;
    return wait_for(POLLHUP);
  }

 private:
  bool wait_for(short event) const {
    pollfd waiting{reader_.get(), event, 0};
    return poll(&waiting, 1, 20'000) == 1 && (waiting.revents & event);
  }
  TemporaryFolder folder_;
  Descriptor reader_;
};

}  // namespace warpgrade::system
