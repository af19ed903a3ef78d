#include "app/watch/course_progress.hpp"

#include <gtest/gtest.h>

#include "app/last_results.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::app {

namespace {

class BookmarkTest : public testing::Test {
 protected:
  BookmarkTest() { installation_.cache = folder_.path() / "cache"; }
  support::TemporaryFolder folder_;
  Installation installation_;
};

TEST_F(BookmarkTest, EachSubmissionHasItsOwn) {
  write_bookmark(installation_, "/a", {"scan/blelloch", 1});
  write_bookmark(installation_, "/b", {"map/write", 0});
  write_bookmark(installation_, "/a", {"scan/blelloch", 2});
  EXPECT_EQ((Bookmark{"scan/blelloch", 2}), read_bookmark(installation_, "/a"));
  EXPECT_EQ((Bookmark{"map/write", 0}), read_bookmark(installation_, "/b"));
}

TEST_F(BookmarkTest, WithoutAFileOrWithABrokenOneNothingIsKnown) {
  EXPECT_EQ(Bookmark{}, read_bookmark(installation_, "/a"));
  folder_.write("cache/bookmarks.json", R"({"/a": {"task": 7}, "/b")");
  EXPECT_EQ(Bookmark{}, read_bookmark(installation_, "/a"));
  folder_.write("cache/bookmarks.json", R"({"/a": {"task": 7}})");
  EXPECT_EQ(Bookmark{}, read_bookmark(installation_, "/a"));
  write_bookmark(installation_, "/a", {"map/write", 1});
  EXPECT_EQ((Bookmark{"map/write", 1}), read_bookmark(installation_, "/a"));
}

constexpr const char* kSource =
    "shared\n// ==== first: 1 ====\na\n// ==== second: 2 ====\nb\n// ==== third: 3 ====\nc\n";

std::string with(std::string text, const std::string& old_part, const std::string& new_part) {
  return text.replace(text.find(old_part), old_part.size(), new_part);
}

/// An exercise `one` with the tasks 0, 1 and 2, and an exercise `other` with task 3.
class CourseProgressTest : public testing::Test {
 protected:
  CourseProgressTest() {
    installation_.cache = folder_.path() / "cache";
    add_exercise("one", {"first", "second", "third"});
    add_exercise("other", {"only"});
    file_ = folder_.write("submission/unit/one.cu", kSource);
    folder_.write("submission/unit/other.cu", "x\n");
  }
  void add_exercise(const std::string& name, const std::vector<std::string>& tasks) {
    spec::Exercise& exercise = course_.exercises.emplace_back();
    exercise.unit = "unit";
    exercise.name = name;
    exercise.source = name + ".cu";
    for (const std::string& task : tasks) exercise.tasks.emplace_back().name = task;
  }
  CourseProgress progress() {
    return CourseProgress(installation_, folder_.path() / "submission", course_,
                          {{"one", ""}, {"other", ""}});
  }
  void grade(const std::string& task, Verdict verdict) {
    Result result;
    ExerciseResult& exercise = result.exercises.emplace_back();
    exercise.name = "one";
    exercise.tasks.emplace_back().name = task;
    exercise.tasks.back().verdict = verdict;
    const auto submission = folder_.path() / "submission";
    remember_results(installation_, submission, sources_of_tasks({&course_.exercises[0]}, submission),
                     result);
  }
  void save(const std::string& text) { folder_.write("submission/unit/one.cu", text); }

  support::TemporaryFolder folder_;
  Installation installation_;
  spec::Course course_;
  std::filesystem::path file_;
};

TEST_F(CourseProgressTest, TheTaskWhoseLinesChangedIsLookedAtFirst) {
  CourseProgress progress = this->progress();
  save(with(kSource, "b\n", "B\n"));
  EXPECT_EQ(1u, progress.task_to_look_at(file_, 0));
  save(with(kSource, "c\n", "C\n"));  // `second` is as it was before
  EXPECT_EQ(1u, progress.task_to_look_at(file_, 0));
  save(kSource);
  EXPECT_EQ(2u, progress.task_to_look_at(file_, 0));
}

TEST_F(CourseProgressTest, IfSeveralTasksChangedTheCurrentOneComesFirstUnlessItIsRight) {
  grade("first", Verdict::pass);
  grade("second", Verdict::race);
  CourseProgress progress = this->progress();
  save(with(kSource, "shared\n", "1\n"));
  EXPECT_EQ(2u, progress.task_to_look_at(file_, 2));
  save(with(kSource, "shared\n", "2\n"));
  EXPECT_EQ(1u, progress.task_to_look_at(file_, 0));
  EXPECT_EQ(2u, progress.task_to_look_at(file_, 2)) << "saved without a change";
  save(with(kSource, "a\n", "A\n"));
  progress.task_to_look_at(file_, 0);
  save(with(kSource, "a\n", "AA\n"));
  EXPECT_EQ(0u, progress.task_to_look_at(file_, 2)) << "right, but nothing else changed";
}

TEST_F(CourseProgressTest, AFileOfNoExerciseIsNoReasonToGrade) {
  CourseProgress progress = this->progress();
  EXPECT_EQ(4u, progress.task_to_look_at(folder_.path() / "submission/unit/own_test.cu", 0));
  EXPECT_EQ(3u, progress.task_to_look_at(folder_.path() / "submission/unit/common.cuh", 3));
}

TEST_F(CourseProgressTest, ATaskIsBegunOnceItChangedOrWasGraded) {
  grade("first", Verdict::wrong_answer);
  grade("third", Verdict::not_started);
  CourseProgress progress = this->progress();
  EXPECT_TRUE(progress.tasks()[0].is_begun());
  EXPECT_FALSE(progress.tasks()[1].is_begun()) << "never graded";
  EXPECT_FALSE(progress.tasks()[2].is_begun());

  save(with(kSource, "c\n", "C\n"));
  progress.task_to_look_at(file_, 0);
  EXPECT_FALSE(progress.tasks()[1].is_begun());
  EXPECT_TRUE(progress.tasks()[2].is_begun());
  grade("third", Verdict::not_started);
  progress.refresh({2});
  EXPECT_FALSE(progress.tasks()[2].is_begun()) << "graded, and still not started";
}

TEST_F(CourseProgressTest, AVerdictOfOtherLinesThanThoseOfTheFileIsForgotten) {
  grade("first", Verdict::pass);
  grade("second", Verdict::pass);
  save(with(kSource, "b\n", "B\n"));
  CourseProgress progress = this->progress();
  EXPECT_TRUE(progress.tasks()[0].is_right()) << "its lines are the same";
  EXPECT_FALSE(progress.tasks()[1].is_right());
  EXPECT_TRUE(progress.tasks()[1].is_begun());
}

TEST_F(CourseProgressTest, TheNextOpenTaskIsOneOfTheSameExerciseFirst) {
  grade("second", Verdict::pass);
  CourseProgress progress = this->progress();
  EXPECT_EQ(0u, progress.first_open());
  EXPECT_EQ(0u, progress.next_open(1));
  grade("first", Verdict::pass);
  grade("third", Verdict::too_slow);
  progress.refresh();
  EXPECT_EQ(3u, progress.right());
  EXPECT_EQ(3u, progress.next_open(1));
  EXPECT_EQ(3u, progress.find("other/only"));
  EXPECT_EQ(4u, progress.find("other/none"));
}

}  // namespace

}  // namespace warpgrade::app
