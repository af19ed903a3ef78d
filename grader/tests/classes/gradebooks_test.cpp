// Gradebooks and the page of a class, where a class that is graded can't lead: a fault of the grader, ids of
// Moodle, a thousand students.
#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/page/class_page.hpp"

namespace warpgrade::classes {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Grade grade_of(const Student& student, const std::vector<std::optional<double>>& points) {
  return {.student = student, .attempt = student.id, .points = points, .most = {8, 2.5}};
}

Gradebook sample_book() {
  Gradebook book{.exercises = {"scan", "map"}, .grades = {}};
  book.grades.push_back(
      grade_of({.id = "11", .name = "Ada", .mail = "ada@x.edu", .moodle_id = "11"}, {8, 2.5}));
  book.grades.push_back(
      grade_of({.id = "12", .name = "Bob", .mail = "bob@x.edu", .moodle_id = "12"}, {std::nullopt, 0}));
  Grade missing = grade_of({.id = "13", .name = "Eve", .mail = "eve@x.edu", .moodle_id = "13"}, {0, 0});
  missing.attempt.clear();
  book.grades.push_back(missing);
  return book;
}

std::string form(const std::string& file, const Gradebook& book) {
  for (const FilledForm& filled : filled_forms(book))
    if (filled.file == file) return filled.text;
  return "there is none";
}

/// Of a class of twenty who are right in scan/blelloch: how many have which shape and counts.
std::string same_work_of(const std::vector<std::tuple<std::string, std::string, int>>& groups) {
  Roll roll;
  Overview overview;
  for (const auto& [shape, counts, students] : groups)
    for (int i = 0; i < students; ++i) {
      Entry entry;
      entry.attempt.id = entry.attempt.student.id = fmt::format("{}{}", counts, i);
      overview.work[{"scan", "blelloch", shape, counts}].push_back({entry.attempt.id, ""});
      roll.entries.push_back(std::move(entry));
    }
  overview.reference_work = {{"scan", "blelloch", "usual", "ref"}};
  const std::string page = class_page({roll, {}, overview, {}, {}});
  const std::size_t begin = page.find("<section id=\"same_work\">");
  return begin == page.npos ? "" : page.substr(begin, page.find("</section>", begin) - begin);
}

TEST(SameWork, TheUsualSolutionIsNotListedAndALargeGroupWithAnotherOneIs) {
  EXPECT_EQ("", same_work_of({{"usual", "ref", 19}, {"own", "x", 1}}));
  const std::string text = same_work_of({{"usual", "ref", 12}, {"copied", "c", 8}});
  EXPECT_THAT(text, HasSubstr(">8<"));
  EXPECT_THAT(text, Not(HasSubstr(">ref0<")));
}

TEST(SameWork, TheSameKernelWithOtherBlocksIsTheSame) {
  EXPECT_THAT(same_work_of({{"usual", "ref", 17}, {"copied", "b128", 1}, {"copied", "b256", 2}}),
              HasSubstr(">3<"));
}

TEST(SameWork, AmongTheUsualSolutionsThoseAreListedWhoseCountsAreTheSameAndOnlyTheirs) {
  const std::string text = same_work_of({{"usual", "ref", 12}, {"usual", "b96", 2}, {"usual", "b128", 6}});
  EXPECT_THAT(text, HasSubstr(">2<"));
  EXPECT_THAT(text, HasSubstr(">6<"));
  EXPECT_THAT(text, Not(HasSubstr(">ref0<")));
}

TEST(GradebookForms, WhatCouldNotBeGradedHasNoGradeAndNoZero) {
  EXPECT_EQ(
      "Full name,ID number,Email address,Username,scan,map\n"
      "Ada,,ada@x.edu,,8,2.5\n"
      "Bob,,bob@x.edu,,-,0\n"
      "Eve,,eve@x.edu,,-,-\n",
      form("gradebook_moodle.csv", sample_book()));
  EXPECT_EQ(
      "Student,ID,SIS User ID,SIS Login ID,Section,scan,map\n"
      "Points Possible,,,,,8,2.5\n"
      "Ada,,,,,8,2.5\n"
      "Bob,,,,,,0\n"
      "Eve,,,,,,\n",
      form("gradebook_canvas.csv", sample_book()));
}

TEST(GradebookForms, AWorksheetOfMoodleHasOneGrade) {
  EXPECT_EQ(
      "Identifier,Full name,Email address,Last modified (grade),Grade,Maximum Grade\n"
      "Participant 11,Ada,ada@x.edu,-,10.5,10.5\n"
      "Participant 12,Bob,bob@x.edu,-,,10.5\n"
      "Participant 13,Eve,eve@x.edu,-,,10.5\n",
      form("gradebook_moodle_worksheet.csv", sample_book()));
}

TEST(GradebookForms, AnIdOfUnknownKindIsANumberAndALogin) {
  Student ada;
  ada.id = "ada";
  Gradebook book{.exercises = {"scan", "map"}, .grades = {grade_of(ada, {8, 2.5})}};
  book.grades[0].student.name = "Ada";
  EXPECT_THAT(form("gradebook_canvas.csv", book), HasSubstr("\nAda,,ada,,,8,2.5"));
  EXPECT_THAT(form("gradebook_blackboard.csv", book), HasSubstr("\n\"ada\",\"\",\"8\",\"2.5\""));
}

TEST(GradebookForms, PointsGoToTheAssignmentThatCanvasHas) {
  spec::Exercise exercise;
  exercise.name = "bitonic_sort";
  exercise.title = "Sorting by a network";
  EXPECT_EQ("Bitonic Sort (4711)", assignment_of(exercise, {"Student", "Bitonic Sort (4711)", "Sum (3)"}));
  EXPECT_EQ("Sorting by a network (12)", assignment_of(exercise, {"Sorting by a network (12)"}));
  EXPECT_EQ("bitonic_sort",
            assignment_of(exercise, {"bitonic_sort (old)", "bitonic (12)", "bitonic_sort ()"}));
  Gradebook book = sample_book();
  book.assignments = {"scan", "Map (12)"};
  EXPECT_THAT(form("gradebook_canvas.csv", book), HasSubstr("Section,scan,Map (12)\n"));
  EXPECT_THAT(form("gradebook_moodle.csv", book), HasSubstr(",scan,map\n"));
}

TEST(GradebookForms, NobodyIsNoForm) {
  EXPECT_TRUE(filled_forms({.exercises = {"scan"}, .grades = {}}).empty());
}

TEST(ClassPage, AFaultOfTheGraderIsShownApartAndIsNoZero) {
  Gradebook book = sample_book();
  book.grades[1].faults = {"scan: the disk is full"};
  Overview overview;
  overview.exercises = {{"scan", "Scan", {{"blelloch", "Up and down", 8}}}};
  overview.cells["12"] = {{.verdict = Verdict::not_run, .is_graded = false}};
  const std::string page = class_page({{}, book, overview, {}, {}});
  EXPECT_THAT(page, HasSubstr("<td>!</td><td class=\"u\">!</td>"));
  EXPECT_THAT(page, HasSubstr(">Bob</a>: scan: the disk is full</li>"));
  EXPECT_THAT(page, HasSubstr("the median of 1 student;")) << "Bob's total is not known";
}

TEST(ClassPage, TheSameMistakeIsTheSameButForNumbers) {
  EXPECT_EQ(
      "Race on sums[N] (__shared__): thread (N) of block N writes it at line N.",
      without_numbers("Race on sums[31] (__shared__): thread (31,0,0) of block 2 writes it at line 19."));
  EXPECT_EQ("N elements of sum_i32 and x2 are wrong",
            without_numbers("1,024 elements of sum_i32 and x2 are wrong"));
}

/// Attempts with these multiples of the reference's time, at two sizes.
Overview timed(const std::vector<double>& ratios) {
  spec::Course course;
  spec::Exercise& exercise = course.exercises.emplace_back();
  exercise.name = "scan";
  exercise.tasks.emplace_back().name = "blelloch";
  Overview overview = empty_overview(course);
  for (const double ratio : ratios) {
    Entry entry;
    entry.attempt.id = fmt::format("{}", ratio);
    AttemptResult graded;
    ExerciseResult& result = graded.result.exercises.emplace_back();
    result.name = "scan";
    TaskResult& task = result.tasks.emplace_back();
    task.name = "blelloch";
    task.verdict = Verdict::pass;
    for (const std::uint64_t n : {1 << 20, 1 << 10}) {
      TimingResult& timing = task.timing.emplace_back();
      timing.n = n;
      timing.input = "random";
      timing.ms = {1, 1, 1};
      timing.reference_ratio = Measured{n == 1 << 20 ? ratio : 100, 0, 0};
    }
    add_attempt(overview, entry, graded, {});
  }
  return overview;
}

TEST(ClassPage, TimesAreRatiosToTheReferenceAtTheLargestSize) {
  const Overview overview = timed({1.25, 1, 4, 2, 1.5});
  const Gradebook book = sample_book();
  EXPECT_THAT(
      class_page({{}, book, overview, {}, {}}),
      HasSubstr("<th scope=\"row\">scan/blelloch</th><td>random</td><td>1048576</td><td>5</td><td>1</td>"
                "<td>1.25</td><td>1.5</td><td>2</td><td>4</td><td>4</td><td>× the reference's time</td>"));
}

TEST(ClassPage, AThousandStudentsAreAFewMegabytes) {
  constexpr std::size_t kStudents = 1000, kExercises = 19, kTasks = 3;
  Gradebook book;
  Overview overview;
  for (std::size_t i = 0; i < kExercises; ++i) {
    book.exercises.push_back(fmt::format("exercise_{}", i));
    overview.exercises.push_back({book.exercises.back(), "An exercise", {}});
    for (std::size_t k = 0; k < kTasks; ++k)
      overview.exercises.back().columns.push_back({fmt::format("task_{}", k), "A task", 2});
  }
  for (std::size_t i = 0; i < kStudents; ++i) {
    Grade& grade = book.grades.emplace_back();
    grade.student.id = grade.attempt = fmt::format("student{:04}", i);
    grade.student.name = "Wolfeschlegelsteinhausen Bergerdorff";
    grade.points.assign(kExercises, 3.0);
    grade.most.assign(kExercises, 6.0);
    for (std::size_t k = 0; k < kExercises * kTasks; ++k) {
      Cell cell{.verdict = Verdict::pass, .score = 2};
      if ((i + k) % 2 == 0) cell = {.verdict = Verdict::race, .section = "exercise_10/task_1"};
      overview.cells[grade.attempt].push_back(cell);
    }
  }
  EXPECT_LT(class_page({{}, book, overview, {}, {}}).size(), 6u << 20);
}

}  // namespace
}  // namespace warpgrade::classes
