// Targets for attempts to get out of a sandbox: the files of a course and of its students, a judge (this
// process), its sockets and memory.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "system/descriptor.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::sandbox {

class World {
 public:
  explicit World(const std::string& program);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// What the attempts must be told: "judge=123", …
  std::vector<std::string> facts() const;
  std::filesystem::path scratch() const { return folder_.path() / "scratch"; }
  int terminal() const { return terminal_.get(); }

  /// What an attempt has left behind, in words; empty: nothing. Removes it.
  std::string take_traces();

 private:
  int port_of(int socket) const;

  support::TemporaryFolder folder_;
  std::string program_, mark_, abstract_;
  system::Descriptor tcp_, udp_, named_, unnamed_, open_file_, terminal_master_, terminal_;
  int shared_ = -1;
  key_t key_ = 0;
};

}  // namespace warpgrade::sandbox
