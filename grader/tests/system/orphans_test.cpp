#include "system/orphans.hpp"

#include <signal.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "system/process.hpp"
#include "tests/system/shell.hpp"

namespace warpgrade::system {
namespace {

bool is_alive(pid_t process) { return kill(process, 0) == 0; }

#ifdef __linux__
TEST(Orphans, EndWithTheCommandAlthoughTheyLeftItsGroup) {
  const CommandResult result =
      run_command(shell("setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1' & sleep 0.3"), {});
  const pid_t left_behind = pid_t(std::stol(result.output));
  EXPECT_FALSE(is_alive(left_behind));
}

TEST(Orphans, EndWithTheirOwnChildren) {
  const CommandResult result = run_command(
      shell("setsid sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 60\" & sleep 60' & sleep 0.3"), {});
  const pid_t left_behind = pid_t(std::stol(result.output));
  EXPECT_FALSE(is_alive(left_behind));
}
#endif

TEST(Orphans, AreNeitherOtherCommandsNorWhatIsInTheirGroup) {
  Process other({.command = shell("sh -c 'sleep 60 & echo $!'; sleep 60"), .descriptors = {}});
  Output output(100);
  while (output.text().find('\n') == std::string::npos) output.read_from(other.output());
  const pid_t orphan_in_its_group = pid_t(std::stol(output.text()));

  EXPECT_TRUE(run_command({"true"}, {}).status.success());
  EXPECT_FALSE(other.has_ended());
  EXPECT_TRUE(is_alive(orphan_in_its_group));
}

TEST(Orphans, AreNotWhatAProcessStartsItself) {
  run_command({"true"}, {});
  const pid_t child = fork_child();
  if (child == 0) _exit(7);
  run_command({"true"}, {});
  EXPECT_EQ(WEXITSTATUS(reap_child(child)), 7);
}

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
