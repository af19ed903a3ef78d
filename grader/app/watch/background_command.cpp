// Its children end when it does (system/cleanup_process.hpp), so SIGKILL leaves nothing behind.
#include "app/watch/background_command.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace warpgrade::app {
namespace {

volatile pid_t running = 0;  // for end_all()

std::string this_program() {
  std::error_code unknown;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", unknown);
  return unknown ? WARPGRADE_PROGRAM : path.string();
}

/// In a group of its own, so that it can be ended with what it has in it; it reads no keys.
pid_t spawn(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t process = 0;
  const int error =
      ::posix_spawn(&process, arguments.front(), &files, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start " + words.front());
  return process;
}

}  // namespace

void BackgroundCommand::start(const std::vector<std::string>& arguments) {
  end();
  std::vector<std::string> words{this_program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  running = process_ = spawn(std::move(words));
}

std::optional<int> BackgroundCommand::take_exit_code() {
  int status = 0;
  if (process_ <= 0 || ::waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
  running = process_ = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void BackgroundCommand::end_all() noexcept {
  if (running > 0) ::kill(-running, SIGKILL);
}

void BackgroundCommand::end() {
  if (process_ <= 0) return;
  end_all();
  ::waitpid(process_, nullptr, 0);
  running = process_ = 0;
}

}  // namespace warpgrade::app
