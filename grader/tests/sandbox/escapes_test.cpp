// Runs each attempt of escape_attempts.cpp under each tier that works here. Exactly the attempts that are
// declared below get out. grader/docs/sandbox.md tells the same as a table.
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <set>
#include <sstream>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sandbox/sandbox.hpp"
#include "system/process_info.hpp"
#include "tests/sandbox/world.hpp"

namespace warpgrade::sandbox {
namespace {

using Names = std::set<std::string>;

/// Compilers write to a folder; a task needs none. One that is timed shares the numbers of processes.
enum class Use { build, run, time };

struct Setting {
  SandboxTier tier;
  Use use;
};

/// The attempts that get out.
Names declared(const Setting& setting) {
  // Landlock protects the contents of a file, but a program can still ask whether the file is there. Tools of
  // a build must be able to set the rights of files; a submission's code does not run then.
  if (setting.tier == SandboxTier::landlock && setting.use == Use::run)
    return {"learns_that_a_file_exists", "sees_the_judge"};
  if (setting.tier == SandboxTier::landlock)
    return {"learns_that_a_file_exists", "sees_the_judge", "changes_the_rights_of_a_file",
            "changes_the_time_of_a_file"};
  if (setting.use == Use::time)
    return {"sees_the_judge", "reads_the_judges_command_line", "signals_the_judge",
            "signals_the_judge_by_descriptor"};
  if (setting.tier == SandboxTier::bubblewrap) return {};
  // Attempts that succeed because the owners of the files allow it to everybody.
  Names names = {"learns_that_a_file_exists",
                 "sees_the_judge",
                 "lists_the_course",
                 "reads_the_reference",
                 "reads_the_hidden_cases",
                 "reads_the_oracle",
                 "reads_the_spec",
                 "reads_another_submission",
                 "reads_a_result",
                 "reads_the_build_cache",
                 "reads_the_home_folder",
                 "reads_from_the_folder_above",
                 "reads_the_users_of_the_machine",
                 "reads_the_judges_command_line",
                 "leaves_a_file_in_tmp",
                 "leaves_a_file_in_dev_shm",
                 "fills_tmp",
                 "fills_dev_shm"};
  if (setting.use == Use::build) names.insert("reads_through_a_link");
  return names;
}

Names all_attempts() {
  std::istringstream names(system::run_command({ESCAPE_ATTEMPTS}, {}).output);
  Names found;
  for (std::string name; names >> name;) found.insert(name);
  return found;
}

/// Is somebody still holding the other end?
bool is_held(int end) {
  pollfd hangup{end, 0, 0};
  return ::poll(&hangup, 1, 20'000) != 1;
}

/// Runs one attempt to its end; returns whether it got out.
bool escapes(const Setting& setting, World& world, const std::string& name) {
  int held[2];
  EXPECT_EQ(0, ::pipe2(held, O_CLOEXEC));
  const system::Descriptor reading(held[0]);
  system::Descriptor writing(held[1]);
  system::ProcessOptions options{.command = {ESCAPE_ATTEMPTS, name},
                                 .descriptors = {{writing.get(), 3}, {world.terminal(), 4}}};
  for (std::string& fact : world.facts()) options.command.push_back(std::move(fact));
  Permissions permissions{.readable = {ESCAPE_ATTEMPTS}};
  permissions.shares_processes = setting.use == Use::time;
  if (setting.use == Use::build) permissions.writable = {world.scratch()};
  options = Sandbox(setting.tier).confine(std::move(options), permissions);
  const system::CommandResult ran = system::run_command(options, {.timeout_s = 60});
  EXPECT_NE(2, ran.status.code) << name << " is not known: " << ran.output;
  writing.reset();
  const bool left_something = is_held(reading.get()) || !world.take_traces().empty();
  return (ran.status.signal == 0 && ran.status.code == 0) || left_something;
}

class Escapes : public testing::TestWithParam<Setting> {
 protected:
  void SetUp() override { system::hide_from_other_processes(); }
};

TEST_P(Escapes, AreThoseThatAreDeclared) {
  if (const std::string why = why_not(GetParam().tier); !why.empty()) GTEST_SKIP() << why;
  Names escaped;
  for (const std::string& name : all_attempts()) {
    World world(ESCAPE_ATTEMPTS);
    if (escapes(GetParam(), world, name)) escaped.insert(name);
  }
  EXPECT_EQ(declared(GetParam()), escaped);
}

INSTANTIATE_TEST_SUITE_P(
    OfEachTier, Escapes,
    testing::Values(Setting{SandboxTier::bubblewrap, Use::build}, Setting{SandboxTier::bubblewrap, Use::run},
                    Setting{SandboxTier::bubblewrap, Use::time}, Setting{SandboxTier::landlock, Use::build},
                    Setting{SandboxTier::landlock, Use::run}, Setting{SandboxTier::user, Use::build},
                    Setting{SandboxTier::user, Use::run}),
    [](const auto& setting) {
      return std::string(to_string(setting.param.tier)) + (setting.param.use == Use::build ? "_build"
                                                           : setting.param.use == Use::run ? "_run"
                                                                                           : "_time");
    });

TEST(EscapeAttempts, GetOutWhereThereIsNoSandbox) {
  for (const char* name :
       {"reads_the_reference", "reads_another_submission", "writes_into_the_course", "removes_a_file",
        "leaves_a_file_in_tmp", "connects_over_tcp", "sends_over_udp", "connects_to_an_abstract_socket",
        "connects_to_a_socket_in_a_folder", "signals_the_judge", "limits_the_judge", "sees_the_judge",
        "attaches_shared_memory_of_the_judge", "leaves_shared_memory", "leaves_a_setuid_file",
        "makes_a_setuid_file", "reads_through_a_link", "reads_from_the_folder_above"}) {
    World world(ESCAPE_ATTEMPTS);
    EXPECT_TRUE(escapes({SandboxTier::none, Use::build}, world, name)) << name;
  }
}

}  // namespace
}  // namespace warpgrade::sandbox
