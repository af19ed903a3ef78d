#include "quiz/seal_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/quiz/sample_quiz.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::quiz {
namespace {

using support::TemporaryFolder;
using ::testing::HasSubstr;
using testing::sample_quiz;
using testing::sample_seals;

std::string mistake_of(const spec::Quiz& quiz) {
  try {
    seals_of(quiz);
  } catch (const spec::SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(SealFile, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  spec::Quiz quiz = sample_quiz();
  quiz.file = folder.path() / "quiz.toml";
  folder.write("quiz.sealed.toml", seals_as_toml(quiz, sample_seals()));
  EXPECT_EQ(sample_seals(), seals_of(quiz));
}

TEST(SealFile, AQuizThatIsNotSealedSaysHowToSealIt) {
  const TemporaryFolder folder;
  spec::Quiz quiz = sample_quiz();
  quiz.file = folder.path() / "quiz.toml";
  EXPECT_THAT(mistake_of(quiz), HasSubstr("not sealed: make the file anew with `./grade quiz --seal`"));
  spec::Quiz shorter = quiz;
  shorter.questions.pop_back();
  folder.write("quiz.sealed.toml", seals_as_toml(shorter, {sample_seals()[0], sample_seals()[1]}));
  EXPECT_THAT(mistake_of(quiz), HasSubstr("has no seal for 'sort'"));
}

TEST(SealFile, BrokenTextsAreNamedWithTheirPlace) {
  const TemporaryFolder folder;
  for (const char* text : {"7", "\"\"", "\"abc\"", "\"xy\""}) {
    const auto file =
        folder.write("quiz.sealed.toml", std::string("format = 1\n[tree]\nsalt = \"1\"\nright = \"2\"\n"
                                                     "[tree.texts]\nab = ") +
                                             text + "\n");
    try {
      read_seals(file);
      ADD_FAILURE() << text;
    } catch (const spec::SpecError& error) {
      EXPECT_THAT(error.what(), HasSubstr(":6:1: this text is not in hexadecimal digits")) << text;
    }
  }
}

}  // namespace
}  // namespace warpgrade::quiz
