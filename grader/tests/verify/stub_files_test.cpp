#include "verify/stub_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kLong = "out[i] = in[i] + in[i - stride];\n";

class StubFiles : public ::testing::Test {
 protected:
  StubFiles() {
    installation.course = folder.path();
    exercise.unit = "unit";
    exercise.name = "scan";
    exercise.source = "scan.cu";
    exercise.tasks.emplace_back();
  }
  std::vector<std::string> problems(const std::string& stub, const std::string& reference) const {
    const auto file = [](const std::string& block) { return "a\n// TODO\n" + block + "// END TODO\n"; };
    folder.write("student/unit/scan.cu", file(stub));
    folder.write("reference/unit/scan.cu", file(reference));
    std::vector<std::string> found;
    verify::check_stub(installation, exercise, found);
    return found;
  }

  support::TemporaryFolder folder;
  Installation installation;
  spec::Exercise exercise;
};

TEST_F(StubFiles, EmptyBlocksAndCommentsAreNoSolution) {
  EXPECT_THAT(problems("", kLong), IsEmpty());
  EXPECT_THAT(problems("// a remark\n", "// a remark\n"), IsEmpty());
}

TEST_F(StubFiles, ALineToStartFromIsNoSolution) {
  EXPECT_THAT(problems("const int blocks = 1;\n", "const int blocks = (n + 255) / 256;\n"), IsEmpty());
}

TEST_F(StubFiles, TheReferencesBlockIsASolution) {
  EXPECT_THAT(problems("x = 1;\n", "  x = 1;\n"),
              ElementsAre(HasSubstr("student/unit/scan.cu:3: this TODO block holds code of the reference")));
}

TEST_F(StubFiles, ALineOfTheReferenceIsASolution) {
  EXPECT_THAT(problems(std::string("y;\n") + kLong, std::string("x;\n") + kLong),
              ElementsAre(HasSubstr("scan.cu:4: this TODO block")));
}

TEST_F(StubFiles, ARepairTaskMayShareLinesButNotAll) {
  exercise.tasks.front().repair = Verdict::race;
  EXPECT_THAT(problems(kLong, std::string("__syncthreads();\n") + kLong), IsEmpty());
  EXPECT_THAT(problems(kLong, kLong), ElementsAre(HasSubstr("scan.cu:3: this TODO block")));
}

}  // namespace
