// What a notebook holds. Whether its cells work in a kernel, tests/python asks.
#include "handout/notebook.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "course_handout.hpp"
#include "handout/lesson.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::handout;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace fs = std::filesystem;

std::string text_of(const json& cell) {
  std::string text;
  for (const json& line : cell["source"]) text += line.get<std::string>();
  return text;
}

class NotebookOfThisCourse : public ::testing::Test {
 protected:
  NotebookSources sources(const std::string& wheel = "") const {
    return {{HANDOUT_ROOT, HANDOUT_TEMPLATES}, wheel, {{"scan", "blelloch"}}};
  }
  json cells(const std::string& exercise, const std::string& wheel = "") const {
    return json::parse(notebook(sources(wheel), course, exercise))["cells"];
  }
  std::string cell(const std::string& exercise, const std::string& id, const std::string& wheel = "") const {
    for (const json& one : cells(exercise, wheel))
      if (one["id"] == id) return text_of(one);
    return "there is none";
  }

  support::TemporaryFolder folder;
  spec::Course course = load_course(this_course());
};

TEST_F(NotebookOfThisCourse, TheSameFilesGiveTheSameText) {
  EXPECT_EQ(notebook(sources(), course, "map"), notebook(sources(), course, "map"));
}

TEST_F(NotebookOfThisCourse, NothingInALessonLeadsToWhereNothingWillBe) {
  for (const std::string exercise : {"scan", "spmv", "tone_mapping"}) {
    std::set<std::string> ids;
    for (const json& one : cells(exercise)) {
      EXPECT_TRUE(ids.insert(one["id"]).second) << one["id"];
      const std::string text = text_of(one);
      if (one["cell_type"] != "markdown") continue;
      EXPECT_THAT(text, Not(HasSubstr("./grade")));
      for (std::size_t at = 0; (at = text.find("](", at)) != text.npos; ++at) {
        const std::string link = text.substr(at + 2, text.find_first_of(") \n", at) - at - 2);
        EXPECT_TRUE(link.starts_with("data:image/png;base64,") ||
                    fs::exists(HANDOUT_ROOT / fs::path(link).lexically_relative(exercise)))
            << link;
      }
    }
  }
}

TEST_F(NotebookOfThisCourse, ThereAreCellsForWhatTheExerciseHas) {
  EXPECT_THAT(cell("scan", "stub"), StartsWith("%%grade scan/hillis_steele\n// Scan (prefix sum)"));
  EXPECT_EQ("%grade draw scan/blelloch", cell("scan", "draw"));
  EXPECT_EQ("there is none", cell("map", "draw"));
  EXPECT_THAT(cell("map", "quiz"), StartsWith("%%grade quiz map\nindex_of_a_thread = \"\"  # a number"));
  course.exercises.front().quiz.reset();
  EXPECT_EQ("there is none", cell(course.exercises.front().name, "quiz"));
}

TEST_F(NotebookOfThisCourse, TheFirstCellInstallsTheWheelThatIsNamed) {
  EXPECT_THAT(cell("map", "install"), HasSubstr("%pip install --quiet warpgrade-*.whl\n"));
  EXPECT_THAT(cell("map", "install", "https://a.edu/w.whl"), HasSubstr(" https://a.edu/w.whl\n"));
  const fs::path wheel = folder.write("warpgrade-1-py3-none-any.whl", "a wheel");
  EXPECT_THAT(cell("map", "install", wheel), HasSubstr(" warpgrade-1-py3-none-any.whl\n"));

  make_notebooks(sources(wheel), part_of(course, {"map", "guard"}), folder.path() / "made");
  EXPECT_THAT(files_in(folder.path() / "made"),
              ElementsAre("guard.ipynb", "map.ipynb", "warpgrade-1-py3-none-any.whl"));
}

TEST_F(NotebookOfThisCourse, AWheelThatIsNoneIsRefused) {
  EXPECT_THAT(problem_of([] { check_is_wheel("warpgrade_1.0_amd64.deb"); }), HasSubstr("is no wheel"));
  EXPECT_THAT(problem_of([] { check_is_wheel("/nowhere/warpgrade-1.whl"); }), HasSubstr("there is no file"));
}

TEST(CellsOfALesson, ArePagesSectionsWithLinksThatWork) {
  const support::TemporaryFolder folder;
  folder.write("whole/assignments/loops/other/README.md", "");
  folder.write("course/assignments/loops/sum/sum.cuh", "");
  folder.write("course/assignments/loops/sum/tree.svg", "<svg/>");
  folder.write(
      "course/assignments/loops/sum/README.md",
      "# Sum\n```\n## no heading\n```\n## One\n[sum.cuh](sum.cuh), [other](../other/README.md#part),\n"
      "[web](https://a.edu) and a[i](x)\n\n   ![a \"tree\"](tree.svg)\n");
  const auto cells = lesson_cells("assignments/loops/sum/README.md", folder.path() / "course",
                                  folder.path() / "whole", "sum");
  ASSERT_EQ(2u, cells.size());
  EXPECT_EQ("# Sum\n```\n## no heading\n```", text_of(cells[0]));
  EXPECT_EQ(
      "## One\n[sum.cuh](sum/assignments/loops/sum/sum.cuh), other,\n[web](https://a.edu) and a[i](x)\n\n"
      "   <img alt=\"a 'tree'\" src=\"data:image/svg+xml;base64,PHN2Zy8+\"/>",
      text_of(cells[1]));
}

TEST(QuestionsOfANotebook, ShowWhatIsNoMarkdownAsItIs) {
  spec::Quiz quiz;
  quiz.questions = {{.name = "races",
                     .text = "Is 2*n*m in `a*b`?",
                     .kind = spec::QuestionKind::line,
                     .options = {"x[i]"},
                     .unit = {},
                     .at = {},
                     .code = "a\nb\n",
                     .measure = {},
                     .where = {}}};
  EXPECT_THAT(questions(quiz),
              HasSubstr("**`races`** Is 2\\*n\\*m in `a*b`?\n\n```\n  1 | a\n  2 | b\n```\n\n- a) x\\[i]\n"));
}

}  // namespace
