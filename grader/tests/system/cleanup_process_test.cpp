#include "system/cleanup_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "system/process.hpp"
#include "system/temporary_folder.hpp"
#include "tests/system/shell.hpp"

namespace warpgrade::system {
namespace {

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

/// A judge that is running a command when the signal ends it.
void end_a_judge_at_work(int signal, const HeldOpen& held, const std::string& command) {
  const pid_t judge = fork();
  if (judge == 0) {
    const CleanupProcess cleanup;
    run_command(shell(command), {});
    _exit(0);
  }
  EXPECT_TRUE(held.wait_until_held());
  kill(judge, signal);
  waitpid(judge, nullptr, 0);
}

TEST(CleanupProcess, ProcessesOfTheJudgesChildrenEndWithTheJudge) {
  for (const int signal : {SIGKILL, SIGINT, SIGTERM}) {
    HeldOpen held;
    end_a_judge_at_work(signal, held, "exec 3>" + held.path() + "; (echo >&3; sleep 60) & sleep 60");
    EXPECT_TRUE(held.wait_until_nobody_holds_it()) << "signal " << signal;
  }
}

TEST(CleanupProcess, EndsWithTheJudgeWhereNothingIsLeft) {
  const pid_t judge = fork();
  if (judge == 0) {
    int code = 1;
    {
      const CleanupProcess cleanup;
      code = run_command(shell("exit 3"), {}).status.code;
    }
    _exit(waitpid(-1, nullptr, 0) < 0 ? code : 99);  // no child is left, not even one that has ended
  }
  int status = 0;
  waitpid(judge, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

}  // namespace
}  // namespace warpgrade::system
