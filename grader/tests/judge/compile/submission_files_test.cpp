#include "judge/compile/submission_files.hpp"

#include <fstream>
#include <sstream>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using warpgrade::support::TemporaryFolder;
namespace fs = std::filesystem;

struct Course {
  TemporaryFolder folder;
  spec::Exercise exercise;
  Course() {
    folder.write("assignments/scan.cuh", "// the exercise's own header\n");
    exercise.source = "scan.cu";
    exercise.folder = folder.path() / "assignments";
  }
  SubmissionFiles collect(const std::string& name = "scan.cu") const {
    return collect_submission(exercise, folder.path() / "student" / name, "student/" + name);
  }
};

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(SubmissionFiles, TakesTheFileUnderTheNameThatTheExerciseExpects) {
  Course course;
  course.folder.write("student/wrong.cu", "int x;\n");
  const SubmissionFiles submission = course.collect("wrong.cu");
  ASSERT_EQ(submission.files.size(), 1u);
  EXPECT_EQ(submission.files[0].name, "scan.cu");
  EXPECT_EQ(submission.files[0].shown_as, "student/wrong.cu");
  EXPECT_TRUE(submission.findings.empty());
}

TEST(SubmissionFiles, AFileWithoutCodeOrInAnotherEncodingIsSaidToBeSo) {
  Course course;
  const auto told = [&](const std::string& text) {
    course.folder.write("student/scan.cu", text);
    const SubmissionFiles submission = course.collect();
    return submission.findings.empty() ? "" : submission.findings.front().message;
  };
  EXPECT_EQ(told(""), "student/scan.cu has no code in it.");
  EXPECT_EQ(told("// later\n#pragma once\n"), "student/scan.cu has no code in it.");
  EXPECT_EQ(told("#include \"scan.cuh\"\n"), "");
  EXPECT_EQ(told("#error the file was not handed in\n"), "") << "the compiler says why";
  EXPECT_EQ(told(std::string("\xFF\xFEi\0n\0t\0", 8)),
            "student/scan.cu is stored as UTF-16, which compilers don't read.");
  EXPECT_EQ(told(std::string("int\0x;", 6)), "student/scan.cu holds bytes that no text has.");
}

TEST(SubmissionFiles, APathFromTheCurrentFolderIsAPathToo) {
  Course course;
  course.folder.write("student/scan.cu", "#include \"a.cuh\"\n");
  course.folder.write("student/a.cuh", "int a;\n");
  const fs::path source = fs::relative(course.folder.path() / "student/scan.cu");
  const SubmissionFiles submission = collect_submission(course.exercise, source, "scan.cu");
  EXPECT_EQ(submission.files.size(), 2u);
  EXPECT_TRUE(submission.findings.empty());
}

TEST(SubmissionFiles, FollowsOwnIncludesButNotThoseOfTheExercise) {
  Course course;
  course.folder.write("student/scan.cu",
                      "#include \"scan.cuh\"\n#include \"own/a.cuh\"\n#include \"absent.h\"\n");
  course.folder.write("student/scan.cuh", "// not this one\n");
  course.folder.write("student/own/a.cuh", "#include \"b.cuh\"\n#include \"a.cuh\"\n");
  course.folder.write("student/own/b.cuh", "int b;\n");
  const SubmissionFiles submission = course.collect();
  ASSERT_EQ(submission.files.size(), 3u);
  EXPECT_EQ(submission.files[1].name, "own/a.cuh");
  EXPECT_EQ(submission.files[1].shown_as, "student/own/a.cuh");
  EXPECT_EQ(submission.files[2].name, "own/b.cuh");
}

TEST(SubmissionFiles, NothingIsForbiddenInAFileOfTheCourse) {
  Course course;
  const fs::path cub = course.folder.write("assignments/cub.cu", "#include <cub/cub.cuh>\n");
  EXPECT_EQ(collect_submission(course.exercise, cub, "cub.cu").findings.size(), 1u);
  const SubmissionFiles trusted = collect_submission(course.exercise, cub, "cub.cu", true);
  EXPECT_TRUE(trusted.findings.empty());
  ASSERT_EQ(trusted.files.size(), 1u);
  EXPECT_EQ(trusted.files[0].name, "scan.cu");
}

TEST(SubmissionFiles, FastReferencesOfAllUnitsShareAFolder) {
  Course course;
  const fs::path fast =
      course.folder.write("reference/unit/fast/scan.cu", "#include \"ring.cuh\"\n#include \"own.cuh\"\n");
  course.folder.write("reference/unit/fast/own.cuh", "int own;\n");
  course.folder.write("reference/fast/ring.cuh", "int ring;\n");
  course.folder.write("reference/fast/own.cuh", "// not this one\n");
  const SubmissionFiles trusted = collect_submission(course.exercise, fast, "fast/scan.cu", true);
  ASSERT_EQ(trusted.files.size(), 3u);
  EXPECT_EQ(trusted.files[1].name, "ring.cuh");
  EXPECT_EQ(trusted.files[1].text, "int ring;\n");
  EXPECT_EQ(trusted.files[2].text, "int own;\n");
  EXPECT_EQ(collect_submission(course.exercise, fast, "fast/scan.cu").files.size(), 2u)
      << "not a submission's";
}

TEST(SubmissionFiles, AForbiddenWordInAnIncludedFileIsFoundThere) {
  Course course;
  course.folder.write("student/scan.cu", "#include \"a.cuh\"\n");
  course.folder.write("student/a.cuh", "\n#include <cub/cub.cuh>\n");
  const SubmissionFiles submission = course.collect();
  ASSERT_EQ(submission.findings.size(), 1u);
  EXPECT_EQ(submission.findings[0].place.file, "student/a.cuh");
  EXPECT_EQ(submission.findings[0].place.line, 2);
}

TEST(SubmissionFiles, AnOwnHeaderHasNoNameOfASystemHeader) {
  Course course;
  course.folder.write("student/scan.cu", "#include \"limits.h\"\n#include \"cuda_runtime.h\"\n");
  course.folder.write("student/limits.h", "#define CHAR_BIT 8\n");
  const SubmissionFiles submission = course.collect();
  ASSERT_EQ(submission.findings.size(), 1u) << "cuda_runtime.h is that of the system";
  EXPECT_EQ(submission.findings[0].verdict, Verdict::forbidden);
  EXPECT_EQ(submission.findings[0].message, "student/limits.h has the name of a header of the system.");
}

TEST(SubmissionFiles, AnOwnHeadersNameMayBeginLikeASystemHeaders) {
  Course course;
  course.folder.write("student/scan.cu", "#include \"thread_index.cuh\"\n#include \"futures.cuh\"\n");
  course.folder.write("student/thread_index.cuh", "inline int a;\n");
  course.folder.write("student/futures.cuh", "inline int b;\n");
  const SubmissionFiles submission = course.collect();
  EXPECT_TRUE(submission.findings.empty());
  EXPECT_EQ(submission.files.size(), 3u);
}

/// Why nothing of a file was read.
std::string refusal(const SubmissionFiles& submission, Verdict verdict) {
  if (submission.findings.size() != 1) return "there is no single finding";
  EXPECT_EQ(submission.findings[0].verdict, verdict);
  for (const SubmissionFile& file : submission.files) EXPECT_EQ(file.text.find("secret"), std::string::npos);
  return submission.findings[0].message;
}

TEST(SubmissionFiles, WhatIsNoFileOfTheSubmissionIsNotRead) {
  Course course;
  const fs::path student = course.folder.path() / "student";
  const fs::path secret = course.folder.write("reference/unit/scan.cu", "secret\n");
  course.folder.write("student/scan.cu", "#include \"other.cuh\"\n");
  const auto refused = [&] {
    const std::string why = refusal(course.collect(), Verdict::forbidden);
    fs::remove(student / "other.cuh");
    return why;
  };
  fs::create_symlink(secret, student / "other.cuh");
  EXPECT_EQ(refused(), "student/other.cuh is reached by a symbolic link.");
  fs::create_hard_link(secret, student / "other.cuh");
  EXPECT_EQ(refused(), "student/other.cuh is a file of another folder too (a hard link).");
  ASSERT_EQ(mkfifo((student / "other.cuh").c_str(), 0600), 0);
  EXPECT_EQ(refused(), "student/other.cuh is a pipe and no file.");
  course.folder.write("student/other.cuh", std::string(1'000'001, '\n'));
  EXPECT_EQ(refused(), "student/other.cuh is larger than 1 MB.");

  course.exercise.unit = "unit";
  fs::create_directory_symlink(course.folder.path() / "reference/unit", student / "unit");
  EXPECT_EQ(refusal(course.collect("unit/scan.cu"), Verdict::forbidden),
            "student/unit/scan.cu is reached by a symbolic link.");
  EXPECT_EQ(refusal(course.collect("absent.cu"), Verdict::compile_error), "student/absent.cu is missing.");
}

TEST(SubmissionFiles, AFolderThatItsUserNamedMayBeALink) {
  Course course;
  course.exercise.unit = "unit";
  course.folder.write("elsewhere/unit/scan.cu", "int x;\n");
  fs::create_directory_symlink(course.folder.path() / "elsewhere", course.folder.path() / "student");
  EXPECT_EQ(course.collect("unit/scan.cu").files.size(), 1u);
}

TEST(SubmissionFiles, CopiesNameTheirOriginals) {
  Course course;
  course.folder.write("student/scan.cu", "\xEF\xBB\xBFint x;\n");
  write_copies(course.collect(), course.folder.path() / "copies");
  EXPECT_EQ(read(course.folder.path() / "copies/scan.cu"), "#line 1 \"student/scan.cu\"\nint x;\n");
}

}  // namespace
}  // namespace warpgrade::judge
