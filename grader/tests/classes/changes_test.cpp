// Why points change, where a class that is graded can't lead: another grader, another seed, times.
#include "classes/changes.hpp"

#include <filesystem>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::classes {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Books books_with(double points) {
  Books books{
      .when = "monday", .grader = "g1", .seed = 1, .students = {}, .changes = {}, .changes_since = {}};
  books.students["ada"]["scan"] = {
      .points = points, .tasks = {{"blelloch", points}}, .files = "f1", .exercise = "e1"};
  return books;
}

BookedExercise& scan_of(Books& books) { return books.students["ada"]["scan"]; }

/// The one change, as a line.
std::string change(const Books& before, const Books& now) {
  const auto all = changes_between(before, now);
  return all.size() == 1
             ? as_csv(all, CsvForm::comma).substr(std::string("student,exercise,task,from,to,why\n").size())
             : std::to_string(all.size()) + " changes";
}

TEST(Changes, EachReasonIsTold) {
  const Books before = books_with(4);
  const auto with = [&](const std::function<void(Books&)>& edit) {
    Books now = books_with(3);
    edit(now);
    return change(before, now);
  };
  EXPECT_EQ("ada,scan,blelloch,4,3,other files\n", with([](Books& b) { scan_of(b).files = "f2"; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,no longer handed in\n", with([](Books& b) { scan_of(b).files = ""; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,the exercise was changed\n",
            with([](Books& b) { scan_of(b).exercise = "e2"; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,another version of the grader\n", with([](Books& b) { b.grader = "g2"; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,another seed\n", with([](Books& b) { b.seed = 2; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,times on a GPU\n", with([](Books& b) { scan_of(b).waiting = 1; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,points by hand\n", with([](Books& b) { scan_of(b).by_hand = "x"; }));
  EXPECT_EQ("ada,scan,blelloch,4,3,graded again\n", with([](Books&) {}));
  EXPECT_EQ("ada,scan,blelloch,4,3,\"other files, another seed\"\n", with([](Books& b) {
              scan_of(b).files = "f2";
              b.seed = 2;
            }));
}

TEST(Changes, WhatTakesNoPointsIsNone) {
  Books now = books_with(4);
  now.seed = 2;
  now.grader = "g2";
  scan_of(now).exercise = "e2";
  EXPECT_THAT(changes_between(books_with(4), now), IsEmpty());
}

TEST(Changes, APenaltyChangesTheExerciseAndNoTask) {
  Books now = books_with(4);
  scan_of(now).points = 3;
  scan_of(now).penalty_percent = 25;
  EXPECT_EQ("ada,scan,,4,3,how late it is\n", change(books_with(4), now));
}

TEST(Changes, WhoComesAndGoesIsTold) {
  Books now = books_with(4);
  now.students["bob"]["scan"] = {.points = 2, .tasks = {{"blelloch", 2}}, .files = "f9", .exercise = "e1"};
  EXPECT_EQ("bob,scan,blelloch,0,2,handed in\n", change(books_with(4), now));
  EXPECT_EQ("bob,scan,,2,,no longer in the class\n", change(now, books_with(4)));
}

TEST(Changes, WhatCouldNotBeGradedIsNoZero) {
  Books now = books_with(4);
  scan_of(now).points = std::nullopt;
  EXPECT_EQ("ada,scan,,4,,graded again\n", change(books_with(4), now));
}

TEST(Changes, BooksAreReadAsTheyWereWritten) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "books";
  std::filesystem::create_directories(folder);
  const ResultsFolder results(folder);
  EXPECT_FALSE(read_books(results));
  Books books = books_with(4);
  scan_of(books).points = std::nullopt;
  write_books_file(results, books);
  const auto again = read_books(results);
  ASSERT_TRUE(again);
  EXPECT_THAT(changes_between(books, *again), IsEmpty());
  EXPECT_FALSE(again->students.at("ada").at("scan").points);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace warpgrade::classes
