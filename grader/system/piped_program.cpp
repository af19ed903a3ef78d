#include "system/piped_program.hpp"

#include <cerrno>
#include <csignal>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "system/pipe.hpp"

namespace warpgrade::system {
PipedProgram::PipedProgram(const std::vector<std::string>& command) {
  Pipe to = make_pipe(), from = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from.write.get(), STDOUT_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int error = ::posix_spawnp(&pid_, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), command.front());
  input_ = std::move(to.write);
  output_ = std::move(from.read);
  std::signal(SIGPIPE, SIG_IGN);  // write() tells it
}

PipedProgram::~PipedProgram() { end(); }

bool PipedProgram::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(input_.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(std::size_t(count));
  }
  return true;
}

std::optional<std::string> PipedProgram::read_line(std::size_t most) {
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = read_.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return line;
    }
    searched = read_.size();
    if (searched > most) throw std::runtime_error("a line is too long");
    char buffer[1 << 16];
    const ssize_t count = ::read(output_.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    read_.append(buffer, std::size_t(count));
  }
}

int PipedProgram::end() {
  input_.reset();
  if (pid_ < 0) return code_;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return code_;
}

}  // namespace warpgrade::system
