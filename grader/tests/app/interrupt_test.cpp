#include "app/interrupt.hpp"

#include <signal.h>

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

}  // namespace
