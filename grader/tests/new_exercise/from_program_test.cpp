// What a working program printed becomes what is right.
#include "new_exercise/from_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using ::testing::HasSubstr;

std::string spec_after(const std::vector<new_exercise::ProgramOutput>& runs) {
  const support::TemporaryFolder folder;
  folder.write("exercise.toml", "exit_code = 0\n");
  new_exercise::write_what_is_right(folder.path() / "exercise.toml", runs);
  return system::require_file_text(folder.path() / "exercise.toml");
}

TEST(FromProgram, ALineWithTheWordsOfOneThatDiffersIsNotRightByChance) {
  EXPECT_THAT(spec_after({{"sum 42\ntook 0.25 ms\nsum 7\ntook 0.30 ms\n", {}},
                          {"sum 42\ntook 0.25 ms\nsum 7\ntook 0.31 ms\n", {}}}),
              HasSubstr("prints    = [\"sum 42\", \"sum 7\"] "));
}

}  // namespace
