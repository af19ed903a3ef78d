#include "app/interrupt.hpp"

#include <cstdio>
#include <signal.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace {

TEST(InterruptDeathTest, SignalsEndTheCommandWithAWordAndTheShellsExitCode) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EXIT(
        {
          warpgrade::app::end_cleanly_when_interrupted();
          raise(signal);
        },
        ::testing::ExitedWithCode(128 + signal), "interrupted; no report was written");
}

TEST(InterruptDeathTest, WhatIsFinishedIsToldFirst) {
  EXPECT_EXIT(
      {
        warpgrade::app::tell_what_is_finished_when_interrupted([] { std::fputs("two tasks", stderr); });
        raise(SIGINT);
        while (true) pause();
      },
      ::testing::ExitedWithCode(128 + SIGINT), "two tasks");
}

}  // namespace
