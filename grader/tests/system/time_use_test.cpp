#include "system/time_use.hpp"

#include <functional>
#include <sched.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "system/process.hpp"
#include "tests/system/shell.hpp"

namespace warpgrade::system {
namespace {

Process start(const std::string& commands) {
  return Process({.command = shell(commands), .descriptors = {}});
}

/// Looks until that holds, or half a minute has passed.
void look_until(TimeUse& time, const std::function<bool()>& holds) {
  for (int i = 0; i < 600 && !holds(); ++i) {
    usleep(50'000);
    time.look();
  }
  EXPECT_TRUE(holds());
}

TEST(TimeUse, ASleepingProcessIsWaiting) {
  const Process sleeping({.command = {"sleep", "60"}, .descriptors = {}});
  TimeUse time(sleeping.id());
  look_until(time, [&] { return time.waited_s() >= 0.2; });
  EXPECT_LT(time.computed_s(), 0.2);
}

TEST(TimeUse, TheTimeOfAProcessThatWaitsForItsChildIsThatOfTheChild) {
  const Process parent = start("sh -c 'while :; do :; done'; :");
  TimeUse time(parent.id());
  look_until(time, [&] { return time.computed_s() >= 0.2; });
}

TEST(TimeUse, TheTimeOfChildrenThatHaveEndedCounts) {
  const Process parent = start(
      "i=0; while [ $i -lt 100 ]; do sh -c 'j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done'; i=$((i+1)); "
      "done");
  TimeUse time(parent.id());
  look_until(time, [&] { return time.computed_s() >= 0.2; });
}

#ifdef __linux__

TEST(TimeUse, AProcessDoesNotWaitWhenOthersHaveTheProcessor) {
  cpu_set_t before, one;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof before, &before));
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(0, sched_setaffinity(0, sizeof one, &one));  // and that of the children
  const Process other = start("while :; do :; done"), another = start("while :; do :; done");
  const Process process = start("while :; do :; done");
  ASSERT_EQ(0, sched_setaffinity(0, sizeof before, &before));
  TimeUse beginning(process.id());
  look_until(beginning, [&] { return beginning.computed_s() > 0.02; });  // loaded, and in its loop
  TimeUse time(process.id());
  look_until(time, [&] { return time.computed_s() >= 0.2; });
  EXPECT_EQ(0, time.waited_s());
}

#endif

}  // namespace
}  // namespace warpgrade::system
