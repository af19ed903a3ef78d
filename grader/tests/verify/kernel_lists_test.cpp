#include "verify/kernel_lists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// An exercise with a table of one mutant and a file.
class KernelLists : public ::testing::Test {
 protected:
  KernelLists() {
    installation.course = folder.path();
    installation.cache = folder.path() / "cache";
    exercise.unit = "unit";
    exercise.name = "scan";
    exercise.source = "scan.cu";
    folder.write("reference/unit/scan.cu", "a\nb\n");
    folder.write("reference/unit/wrong/scan/another.cu", "// expect: timeout\n");
    write_table("race", "b");
  }
  void write_table(const std::string& verdict, const std::string& find) const {
    folder.write("reference/unit/wrong/scan.toml", "format = 1\n[no_barrier]\ngets = \"" + verdict +
                                                       "\"\nline = 'c'\nwhy = \"x\"\nedits = [{find = '" +
                                                       find + "', replace = 'c'}]\n");
  }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const verify::WrongKernel& kernel : verify::wrong_kernels(installation, exercise, problems))
      names.push_back(kernel.file.stem().string());
    return names;
  }
  TemporaryFolder folder;
  Installation installation;
  spec::Exercise exercise;
  std::vector<std::string> problems;
};

TEST_F(KernelLists, MutantsAndFilesComeByName) {
  EXPECT_THAT(names(), ElementsAre("another", "no_barrier"));
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "cache/mutants/unit/scan/no_barrier.cu"));
}

TEST_F(KernelLists, AMutantThatCanNotBeMadeIsAProblem) {
  write_table("race", "x");
  EXPECT_THAT(names(), ElementsAre("another"));
  EXPECT_THAT(problems, ElementsAre(HasSubstr("scan.toml:6:18: this text must stand exactly once")));
}

TEST_F(KernelLists, ATableThatCanNotBeReadIsAProblem) {
  write_table("slow", "b");
  EXPECT_THAT(names(), ElementsAre("another"));
  EXPECT_THAT(problems, ElementsAre(HasSubstr("'slow' is no verdict")));
}

TEST_F(KernelLists, AFileMayNotHaveTheNameOfAMutant) {
  folder.write("reference/unit/wrong/scan/no_barrier.cu", "// expect: timeout\n");
  names();
  EXPECT_THAT(problems, ElementsAre(HasSubstr("no_barrier.cu: a mutant has this name, too")));
}

}  // namespace
