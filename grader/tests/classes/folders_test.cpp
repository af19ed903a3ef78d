// A folder of folders, of archives and of loose files: whose is what, and which file counts.
#include <chrono>
#include <ctime>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/classes/pile_test.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Folders : public PileTest {
 protected:
  static void set_age(const fs::path& file, int hours) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  }
};

TEST_F(Folders, OneForEachStudentWithFilesAnywhereInIt) {
  write("ada/scan.cu", "flat");
  write("bob/sums/scan.cu", "in its unit");
  write("eve/hw3/src/scan.cu", "deep");
  write("eve/hw3/src/reduce.cu", "deep too");
  EXPECT_THAT(told(read()), ElementsAre("ada: scan = flat", "bob: scan = in its unit",
                                        "eve: reduce = deep too; scan = deep"));
  const Pile pile = read();
  EXPECT_EQ("ada", pile.attempts[0].student.id);
  EXPECT_EQ(this->pile() / "ada", pile.attempts[0].origin);
  EXPECT_FALSE(pile.attempts[0].handed_in) << "a folder's time is no time of handing in";
  EXPECT_THAT(pile.remarks, IsEmpty());
}

TEST_F(Folders, FilesStayInPlaceWithTheirNeighbours) {
  const fs::path file = write("ada/scan.cu");
  EXPECT_EQ(file, read().attempts.at(0).files.at(0).file);
}

TEST_F(Folders, HiddenOnesAndBuildsAreLeftOut) {
  for (const char* place : {".git", "build", "__MACOSX", "src/.cache"})
    write(fmt::format("ada/{}/scan.cu", place));
  write(".DS_Store");
  EXPECT_THAT(told(read()), ElementsAre("ada: unreadable: empty: there is no file in it"));
}

TEST_F(Folders, TheNewestOfSeveralFilesCounts) {
  set_age(write("ada/old/scan.cu", "old"), 2);
  set_age(write("ada/new/scan.cu", "new"), 1);
  EXPECT_THAT(told(read()),
              ElementsAre("ada: scan = new; 2 files named scan.cu: new/scan.cu, old/scan.cu; the newest "
                          "counts, new/scan.cu"));
}

TEST_F(Folders, OfFilesOfOneTimeThatInTheFolderOfItsUnitCounts) {
  const auto now = fs::file_time_type::clock::now();
  for (const char* name : {"ada/sums/scan.cu", "ada/z/scan.cu", "bob/a/scan.cu", "bob/b/scan.cu"})
    fs::last_write_time(write(name, name), now);
  const auto lines = told(read());
  EXPECT_THAT(lines.at(0), HasSubstr("scan = ada/sums/scan.cu"));
  EXPECT_THAT(lines.at(1), HasSubstr("the last by name counts, b/scan.cu"));
}

TEST_F(Folders, NamesThatComputersChangedAreUnderstood) {
  write("ada/Scan.CU");
  write("bob/scan (1).cu");
  write("eve/scan-2.cu");
  EXPECT_THAT(told(read()), ElementsAre("ada: scan = code; Scan.CU is taken for scan.cu",
                                        "bob: scan = code; scan (1).cu is taken for scan.cu",
                                        "eve: scan = code; scan-2.cu is taken for scan.cu"));
}

TEST_F(Folders, TheOnlyFileThatMayBeMeantIsTaken) {
  for (const char* name : {"ada/scan_final_v2.cu", "bob/Copy of scan.cu", "cem/scan - Kopie.cu",
                           "dov/scan.cu.txt", "eve/scanner.cu", "fay/scan_a.cu", "fay/scan_b.cu"})
    write(name);
  const auto lines = told(read());
  const auto taken = [](const std::string& student, const std::string& name) {
    return student + ": scan = code; " + name + " is taken for scan.cu";
  };
  EXPECT_EQ(lines.at(0), taken("ada", "scan_final_v2.cu"));
  EXPECT_EQ(lines.at(1), taken("bob", "Copy of scan.cu"));
  EXPECT_EQ(lines.at(2), taken("cem", "scan - Kopie.cu"));
  EXPECT_EQ(lines.at(3), taken("dov", "scan.cu.txt"));
  EXPECT_THAT(lines.at(4), HasSubstr("unreadable: no file has the name of an exercise"));
  EXPECT_THAT(lines.at(5), HasSubstr("2 files belong to no exercise: scan_a.cu, scan_b.cu"));
}

TEST_F(Folders, ATimeThatIsStillToComeSaysNothing) {
  write("ada/new/scan.cu", "new");
  fs::last_write_time(write("ada/future/scan.cu", "future"),
                      fs::file_time_type::clock::now() + std::chrono::hours(24));
  EXPECT_THAT(told(read()).at(0), HasSubstr("scan = new"));
}

TEST_F(Folders, TheExactNameComesBeforeOneLikeIt) {
  set_age(write("ada/scan.cu", "exact"), 1);
  write("ada/scan (1).cu", "newer");
  EXPECT_THAT(told(read()), ElementsAre("ada: scan = exact; scan.cu counts, and not 1 with a name like it: "
                                        "scan (1).cu"));
}

TEST_F(Folders, OtherFilesAreNamedButForAFew) {
  write("ada/scan.cu");
  write("ada/scan.quiz.toml");
  for (const char* name : {"a.txt", "b.txt", "c.txt", "scann.cu"}) write(fmt::format("ada/{}", name));
  write("bob/notes.txt");
  EXPECT_THAT(
      told(read()),
      ElementsAre("ada: scan = code; 4 files belong to no exercise: scann.cu, a.txt, b.txt, …",
                  "bob: 1 file belongs to no exercise: notes.txt; unreadable: no file has the name of "
                  "an exercise"));
}

TEST_F(Folders, FilesOfExercisesThatAreNotGradedNowAreNoStrangers) {
  write("ada/scan.cu");
  write("ada/reduce.cu");
  write("ada/reduce.quiz.toml");
  course_.exercises.erase(course_.exercises.begin());
  EXPECT_THAT(told(read()), ElementsAre("ada: scan = code"));
}

TEST_F(Folders, NothingIsFollowedThatLeadsOut) {
  const fs::path secret = folder_.write("reference/scan.cu", "the solution");
  fs::create_directories(pile() / "ada");
  fs::create_symlink(secret, pile() / "ada/scan.cu");
  fs::create_directories(pile() / "bob");
  fs::create_directory_symlink(secret.parent_path(), pile() / "bob/src");
  fs::create_directory_symlink(secret.parent_path(), pile() / "eve");
  const Pile pile = read();
  EXPECT_THAT(told(pile), ElementsAre("ada: unreadable: scan.cu is a symbolic link, which is not followed",
                                      "bob: 1 refused: src is a symbolic link, which is not followed; "
                                      "unreadable: no file in it can be read"));
  EXPECT_THAT(pile.remarks, ElementsAre(HasSubstr("eve is a symbolic link, which is not followed")));
}

TEST_F(Folders, WhatIsNoFileIsToldAsWhatItIs) {
  fs::create_directories(pile() / "ada/scan.cu");
  fs::create_directories(pile() / "bob");
  ASSERT_EQ(0, mkfifo((pile() / "bob/scan.cu").c_str(), 0600));
  ASSERT_EQ(0, mkfifo((pile() / "eve").c_str(), 0600));
  const Pile pile = read();
  EXPECT_EQ("scan.cu is a folder and no file", pile.attempts.at(0).unreadable);
  EXPECT_EQ("scan.cu is a pipe and no file", pile.attempts.at(1).unreadable);
  EXPECT_THAT(pile.remarks, ElementsAre(HasSubstr("eve is a pipe and no file")));
}

TEST_F(Folders, LooseFilesAreThoseOfTheStudentTheyBeginWith) {
  write("ada_scan.cu", "of ada");
  write("ada_reduce.cu", "of ada too");
  write("scan.cu");
  write("README.md");
  const Pile pile = read();
  EXPECT_THAT(told(pile), ElementsAre("ada: reduce = of ada too; scan = of ada"));
  EXPECT_EQ("scan.cu", pile.attempts[0].files[1].file.filename());
  EXPECT_EQ(pile.attempts[0].files[0].file.parent_path(), pile.attempts[0].files[1].file.parent_path());
  EXPECT_THAT(pile.remarks, ElementsAre(HasSubstr("belong to nobody")));
  EXPECT_THAT(pile.remarks[0], HasSubstr("README.md, scan.cu"));
}

TEST_F(Folders, ResultsAndTheRosterMayLieAmongThem) {
  write("ada/scan.cu");
  options_.work = pile() / "results" / "unpacked";
  options_.roster = write("roster.csv", "id\nada\n");
  fs::create_directories(options_.work);
  const Pile pile = read();
  EXPECT_THAT(told(pile), ElementsAre("ada: scan = code"));
  EXPECT_THAT(pile.remarks, IsEmpty());
}

TEST_F(Folders, IdsAreFitForNamesOfFilesAndStayTheSame) {
  for (const char* name : {"Ada", "ada", "zoë müller", "-rf", "a\nb", "\xFF", "..x"})
    write(fmt::format("{}/scan.cu", name));
  std::vector<std::string> ids;
  for (const Attempt& attempt : read().attempts) {
    EXPECT_EQ(attempt.id.npos, attempt.id.find_first_of(" /\n\xFF")) << attempt.id;
    EXPECT_FALSE(attempt.id.starts_with('-'));
    EXPECT_FALSE(attempt.id.starts_with('.'));
    EXPECT_EQ(1U, attempt.files.size());
    ids.push_back(attempt.id);
  }
  EXPECT_EQ(6U, ids.size()) << "..x is hidden";
  std::vector<std::string> again;
  for (const Attempt& attempt : read().attempts) again.push_back(attempt.id);
  EXPECT_EQ(ids, again);
  EXPECT_THAT(ids, ::testing::IsSupersetOf({"Ada", "ada_"}));
}

TEST_F(Folders, AFolderAndAnArchiveOfOneStudentAreTwoAttempts) {
  write("ada/scan.cu");
  write("ada.zip", "no archive");
  const Pile pile = read();
  ASSERT_EQ(2U, pile.attempts.size());
  EXPECT_EQ("ada", pile.attempts[0].id);
  EXPECT_EQ("ada-2", pile.attempts[1].id);
  EXPECT_THAT(told(pile).at(1), HasSubstr("without times the order of names"));
}

TEST_F(Folders, AListNamesThem) {
  folder_.write("elsewhere/x/scan.cu", "of ada");
  folder_.write("elsewhere/y.cu", "of bob");
  const fs::path list = folder_.write(
      "list.csv", "id,path,name\nada,elsewhere/x,Ada Lovelace\nbob,elsewhere/missing,\neve,list.csv,\n");
  const Pile pile = read(list);
  EXPECT_THAT(told(pile), ElementsAre("ada: scan = of ada", HasSubstr("unreadable: missing does not exist"),
                                      HasSubstr("unreadable: no file has the name")));
  EXPECT_EQ("Ada Lovelace", pile.attempts[0].student.name);
  EXPECT_THAT(error_of(folder_.write("bad.csv", "who,path\nada,x\n")),
              HasSubstr("bad.csv:1: a list of submissions has the columns id and path"));
  EXPECT_THAT(error_of(folder_.write("bad.csv", "id,path\n\nada,\n")),
              HasSubstr("bad.csv:3: each line has an id"));
}

TEST_F(Folders, WhatIsNoPileIsAnError) {
  EXPECT_THAT(error_of("/nonexistent"), HasSubstr("/nonexistent does not exist"));
  EXPECT_THAT(error_of(write("scan.cu")), HasSubstr("neither a folder, nor an archive"));
  fs::remove(pile() / "scan.cu");
  EXPECT_THAT(read().remarks, ElementsAre(HasSubstr("holds no submission")));
}

TEST_F(Folders, HundredsAreReadAtOnce) {
  for (int i = 0; i < 300; ++i)
    for (const char* file : {"scan.cu", "reduce.cu", "notes.txt"})
      write(fmt::format("s{:03}/src/{}", i, file));
  const std::clock_t begin = std::clock();  // of computing: tests run beside each other
  EXPECT_EQ(300U, read().attempts.size());
  EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace warpgrade::classes
