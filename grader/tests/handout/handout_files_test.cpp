// What is in the handout of this course, and above all what is not.
#include <regex>
#include <set>
#include <string.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "course/source_blocks.hpp"
#include "course_handout.hpp"
#include "verify/stub_files.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::handout;
namespace fs = std::filesystem;

/// Lines of solutions that lessons and questions show to everybody.
const std::set<std::string> kShownOnPurpose{
    "const int i = threadIdx.x;",
    "for (int stride = 1; stride < n; stride *= 2) {",
    "const int bin = bin_of(in[i]);",
};

class HandoutFiles : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { handout_ = new CourseHandout; }
  static void TearDownTestSuite() { delete handout_; }
  static const CourseHandout& handout() { return *handout_; }

 private:
  static inline CourseHandout* handout_ = nullptr;
};

std::set<std::string> code_in_todo_blocks(const fs::path& source) {
  std::set<std::string> code;
  for (const auto& block : split_source(read_text(source)).todo_blocks)
    for (const SourceLine& line : block.code) code.insert(line.text);
  return code;
}

/// All lines of a source, without their indentation. (A stub may contain a helper that another exercise asks
/// for.)
std::set<std::string> lines_of(const fs::path& source) {
  std::set<std::string> lines;
  std::ifstream stream(source);
  for (std::string line; std::getline(stream, line);)
    if (const auto first = line.find_first_not_of(' '); first != std::string::npos)
      lines.insert(line.substr(first));
  return lines;
}

/// Lines that tell how the course's solutions work, without those that are in a stub.
std::set<std::string> secret_lines(const spec::Course& course) {
  std::set<std::string> secret, known = kShownOnPurpose;
  for (const spec::Exercise& exercise : course.exercises) {
    secret.merge(code_in_todo_blocks(verify::reference_of(this_course(), exercise)));
    known.merge(lines_of(verify::stub_of(this_course(), exercise)));
  }
  std::erase_if(secret, [&](const std::string& line) {
    return line.size() <= verify::kTellingLine || known.contains(line);
  });
  return secret;
}

bool holds(const std::string& text, const std::string& line) {
  return ::memmem(text.data(), text.size(), line.data(), line.size()) != nullptr;
}

TEST_F(HandoutFiles, NoFileHoldsALineOfASolution) {
  const std::set<std::string> secret = secret_lines(handout().course);
  ASSERT_GT(secret.size(), 300u);
  for (const std::string& file : files_in(handout().folder)) {
    const std::string text = read_text(handout().folder / file);
    for (const std::string& line : secret) EXPECT_FALSE(holds(text, line)) << file << " holds: " << line;
  }
}

TEST_F(HandoutFiles, NothingOfTheInstructorIsThere) {
  const std::regex forbidden(
      R"((^|/)(reference|tests|wrong|right|fast|cheats|\.git|\.ci)(/|$)|^build|hidden\.toml$|\w+\.quiz\.toml$)");
  for (const std::string& file : files_in(handout().folder))
    EXPECT_FALSE(std::regex_search(file, forbidden)) << file;
}

TEST_F(HandoutFiles, EachExerciseIsThereAsTheCourseHasIt) {
  ASSERT_FALSE(handout().course.exercises.empty());
  for (const spec::Exercise& exercise : handout().course.exercises) {
    const fs::path stub = fs::path("student") / exercise.unit / exercise.source;
    EXPECT_EQ(read_text(HANDOUT_ROOT / stub), read_text(handout().folder / stub)) << stub;
    EXPECT_EQ(read_text(HANDOUT_ROOT / stub),
              read_text(handout().folder / "assignments" / exercise.unit / exercise.name / "stub.cu"));
    const fs::path folder = handout().folder / "assignments" / exercise.unit / exercise.name;
    for (const char* file : {"exercise.toml", "README.md", "oracle.cpp", "bind.cu"})
      EXPECT_TRUE(fs::is_regular_file(folder / file)) << folder / file;
  }
  Installation installation;
  installation.course = handout().folder;
  EXPECT_EQ(handout().course.exercises.size(), load_course(installation).exercises.size());
}

TEST_F(HandoutFiles, TheCountsAreThoseOfTheFiles) {
  const auto files = files_in(handout().folder);
  EXPECT_EQ(files.size(), handout().made.files);
  std::uintmax_t bytes = 0;
  for (const std::string& file : files) bytes += fs::file_size(handout().folder / file);
  EXPECT_EQ(bytes, handout().made.bytes);
}

TEST_F(HandoutFiles, ReadmeIsForStudentsAndListsUnitsAndExercises) {
  const std::string text = read_text(handout().folder / "README.md");
  EXPECT_THAT(text, ::testing::HasSubstr("Your instructor has more"));
  EXPECT_THAT(text, ::testing::HasSubstr("- [First kernels](assignments/first_kernels/README.md): "
                                         "[map](assignments/first_kernels/map/README.md), "));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("{{")));
}

/// Without links to other sites, and without the places within a page. A lambda in a line of code is no link.
std::vector<std::string> links_in(const std::string& page) {
  static const std::regex code("`[^`\n]*`");
  const std::string text = std::regex_replace(page, code, "");
  static const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  std::vector<std::string> links;
  for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it)
    links.push_back((*it)[1]);
  return links;
}

TEST_F(HandoutFiles, EachLinkOfAPageLeadsToAFile) {
  int links = 0;
  for (const std::string& file : files_in(handout().folder)) {
    if (!file.ends_with(".md")) continue;
    const fs::path page = handout().folder / file;
    for (const std::string& link : links_in(read_text(page))) {
      EXPECT_TRUE(fs::exists(page.parent_path() / link)) << file << " links to " << link;
      ++links;
    }
  }
  EXPECT_GT(links, 20);
}

}  // namespace
