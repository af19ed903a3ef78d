// What learning platforms hand out for download, and clones of repositories.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/submissions/times.hpp"
#include "tests/classes/archive_maker.hpp"
#include "tests/classes/pile_test.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Platforms : public PileTest {};

TEST_F(Platforms, CanvasNamesTheStudentTheFileAndWhetherItIsLate) {
  write("lovelaceada_1234_56789_scan.cu", "ada's");
  write("lovelaceada_1234_56790_helper.cuh", "header");
  write("hopper_grace_LATE_77_56791_reduce.cu", "grace's");
  write("LATE_anon_x1Yz2_56792_scan.cu", "nobody's");
  write("kahnbob_78_text.html");
  const Pile pile = read();
  EXPECT_THAT(told(pile), ElementsAre("1234: scan = ada's", "77: reduce = grace's; late, says Canvas",
                                      "78: unreadable: text or a link was handed in, and no file",
                                      "x1Yz2: scan = nobody's; late, says Canvas"));
  EXPECT_EQ("lovelaceada", pile.attempts[0].student.name);
  EXPECT_EQ("scan.cu", pile.attempts[0].files[0].file.filename());
  EXPECT_TRUE(fs::exists(pile.attempts[0].files[0].file.parent_path() / "helper.cuh"))
      << "beside it, as it was";
  EXPECT_FALSE(pile.attempts[0].late);
  EXPECT_TRUE(pile.attempts[1].late);
}

TEST_F(Platforms, CanvasNumbersFilesThatAreHandedInAgain) {
  write("lovelaceada_1_300_scan-1.cu", "new");
  write("lovelaceada_1_200_scan.cu", "old");
  write("lovelaceada_1_100_scan-2.cu", "older");
  EXPECT_THAT(told(read()),
              ElementsAre("1: scan = new; 3 files named scan.cu: scan-1.cu, scan-2.cu, scan.cu; "
                          "the newest counts, scan-1.cu"));
}

TEST_F(Platforms, CanvasArchivesAreOpened) {
  make_archive(pile() / "lovelaceada_1_300_hw.zip", {{"hw/scan.cu", "packed"}});
  EXPECT_THAT(told(read()), ElementsAre("1: scan = packed"));
}

TEST_F(Platforms, MoodleHasFoldersOrNames) {
  write("Ada Lovelace_1234_assignsubmission_file_/scan.cu", "ada's");
  write("Bob Kahn_1235_assignsubmission_file_scan.cu", "bob's");
  write("Bob Kahn_1235_assignsubmission_file_reduce.cu", "bob's too");
  write("Eve Müller_1236_assignsubmission_onlinetext_onlinetext.html");
  make_archive(pile() / "Zoë Z_1237_assignsubmission_file_hw.zip", {{"scan.cu", "zoë's"}});
  const Pile pile = read();
  EXPECT_THAT(told(pile),
              ElementsAre("1234: scan = ada's", "1235: reduce = bob's too; scan = bob's",
                          "1236: unreadable: text was handed in, and no file", "1237: scan = zoë's"));
  EXPECT_EQ("Ada Lovelace", pile.attempts[0].student.name);
}

TEST_F(Platforms, MoodlesOneArchive) {
  const fs::path file = make_archive(folder_.path() / "CS-hw3-99.zip",
                                     {{"Eve Müller_1_assignsubmission_file_/scan.cu", "eve's"}});
  const Pile pile = read(file);
  EXPECT_THAT(told(pile), ElementsAre("1: scan = eve's"));
  EXPECT_EQ("Eve Müller", pile.attempts[0].student.name);
  EXPECT_EQ(file / "Eve Müller_1_assignsubmission_file_", pile.attempts[0].origin);
}

TEST_F(Platforms, BlackboardHasTimes) {
  const std::string begin = "Exercise_1_ada_attempt_";
  write(begin + "2026-11-02-10-11-12_scan.cu", "old");
  write(begin + "2026-11-03-09-00-00_scan.cu", "new");
  write(begin + "2026-11-03-09-00-00.txt", "Name: Ada Lovelace (ada)\nAssignment: Exercise 1\n");
  options_.deadline = read_deadline("2026-11-02 10:11");
  const Pile pile = read();
  EXPECT_THAT(told(pile), ElementsAre("ada: scan = old", "ada-2: scan = new"));
  EXPECT_EQ(read_time("2026-11-02 10:11:12"), pile.attempts[0].handed_in);
  EXPECT_EQ("Ada Lovelace", pile.attempts[1].student.name);
  EXPECT_FALSE(pile.attempts[0].late) << "the deadline was 10:11:59";
  EXPECT_TRUE(pile.attempts[1].late);
}

/// Of a pile that somebody else's names are to lead astray: all who are graded, and what is told of the pile.
class Forged : public Platforms {
 protected:
  void expect(const std::vector<std::string>& graded, const std::string& remark = "") const {
    const Pile pile = read();
    EXPECT_THAT(told(pile), ::testing::ElementsAreArray(graded));
    if (remark.empty())
      EXPECT_THAT(pile.remarks, IsEmpty());
    else
      EXPECT_THAT(pile.remarks, ElementsAre(HasSubstr(remark)));
  }
};

TEST_F(Forged, OnMoodleAFileThatNamesSomebodyElseCountsForNobody) {
  write("Ada Lovelace_1234_assignsubmission_file_scan.cu", "ada's");
  write("Bob Kahn_1235_assignsubmission_file_x_1234_assignsubmission_file_scan.cu", "forged");
  expect({"1234: scan = ada's"}, "x_1234_assignsubmission_file_scan.cu names two students");
}

TEST_F(Forged, OnMoodleAStudentWhoTakesAnothersPartForHisNameIsNobody) {
  write("Ada Lovelace_1234_assignsubmission_file_/scan.cu", "ada's");
  write("Ada Lovelace_1234_assignsubmission_file_1235_assignsubmission_file_/scan.cu", "forged");
  expect({"1234: scan = ada's"}, "names two students");
}

TEST_F(Forged, OnBlackboardAFileThatNamesSomebodyElseOrAnotherTimeCountsForNobody) {
  write("Exercise 1_ada_attempt_2026-11-02-10-11-12_scan.cu", "ada's");
  const std::string bob = "Exercise 1_bob_attempt_2026-11-03-10-11-12_";
  write(bob + "x_ada_attempt_2026-11-04-10-11-12_scan.cu", "forged");
  expect({"ada: scan = ada's"}, "names two students, or two times");
  write(bob + "x_bob_attempt_2026-11-01-10-11-12_hw.zip", "handed in earlier, it says");
  EXPECT_EQ(2U, read().remarks.size());
}

TEST_F(Forged, OnBlackboardAReceiptIsNoFileOfAStudent) {
  write("Exercise 1_ada_attempt_2026-11-02-10-11-12_scan.cu", "ada's");
  write("Exercise 1_bob_attempt_2026-11-03-10-11-12_x_ada_attempt_2026-11-02-10-11-12.txt",
        "Name: Eve (eve)\n");
  expect({"ada: scan = ada's"}, "names two students");
}

TEST_F(Forged, OnBlackboardALoginMayEndAsAnotherOne) {
  for (const char* login : {"ada", "b_ada"}) {
    write(fmt::format("Exercise 1_{}_attempt_2026-11-02-10-11-12_scan.cu", login), login);
    write(fmt::format("Exercise 1_{}_attempt_2026-11-02-10-11-12.txt", login),
          fmt::format("Name: A ({})\n", login));
  }
  expect({"ada: scan = ada", "b_ada: scan = b_ada"});
}

TEST_F(Forged, OnCanvasANameThatEndsInAnothersNumberIsTold) {
  write("lovelaceada_900_50000_scan.cu", "ada's");
  write("x_900_901_50001_scan.cu", "forged");
  write("kahnbob_902_50002_x_900_50003_scan.cu", "bob's own name for it");
  expect({"902: scan = bob's own name for it; x_900_50003_scan.cu is taken for scan.cu"},
         "900 stands behind two names in");
}

TEST_F(Forged, AFileWithANameOfAnotherPlatformStaysItsStudents) {
  write("lovelaceada_900_50000_scan.cu", "ada's");
  write("kahnbob_901_50001_x_900_assignsubmission_file_scan.cu", "forged");
  write("kahnbob_901_50002_x_900_attempt_2026-11-04-10-11-12_scan.cu", "forged");
  write("kahnbob_901_50003_scan.cu", "bob's");
  EXPECT_THAT(told(read()), ElementsAre("900: scan = ada's", HasSubstr("901: scan = bob's")));
}

TEST_F(Platforms, GradescopeNamesThemInATable) {
  write("export/submission_metadata.yml",
        "---\n"
        "submission_11:\n"
        "  :submitters:\n"
        "  - :name: Ada Lovelace\n"
        "    :sid: '0042'\n"
        "    :email: ada@x.edu\n"
        "  :created_at: 2026-11-02 10:00:00.361476000 Z\n"
        "  :results:\n"
        "    tests:\n"
        "    - name: ':submitters:'\n"
        "  :history:\n"
        "  - :id: 3\n"
        "    :created_at: 2020-01-01 00:00:00 Z\n"
        "    :submitters:\n"
        "    - :name: Nobody\n"
        "submission_12:\n"
        "  :submitters:\n"
        "  - :name: \"Zo\\xEB O'Neil\"\n"
        "    :sid:\n"
        "    :email: zoe@x.edu\n"
        "  - :name: 'Bob O''Neil'\n"
        "    :sid: '7'\n"
        "    :email: bob@x.edu\n"
        "  :created_at: 2026-11-02 12:30:00 +0100\n"
        "submission_13:\n"
        "  :submitters:\n"
        "  - :name: Ada Lovelace\n"
        "    :sid: '0042'\n"
        "  :created_at: 2026-11-01 10:00:00 Z\n"
        "submission_14:\n"
        "  :submitters:\n");
  for (int i = 11; i < 14; ++i) write(fmt::format("export/submission_{}/scan.cu", i), std::to_string(i));
  options_.deadline = read_deadline("2026-11-02 11:00 Z");
  const Pile pile = read();
  EXPECT_THAT(told(pile),
              ElementsAre("0042: scan = 13", "0042-2: scan = 11", "7: scan = 12; handed in by a group of 2",
                          HasSubstr(": scan = 12; handed in by a group of 2")));
  EXPECT_EQ(read_time("2026-11-02T10:00:00Z"), pile.attempts[1].handed_in);
  EXPECT_FALSE(pile.attempts[1].late);
  EXPECT_TRUE(pile.attempts[2].late);
  EXPECT_EQ("Bob O'Neil", pile.attempts[2].student.name);
  EXPECT_EQ("Zoë O'Neil", pile.attempts[3].student.name);
  EXPECT_EQ("zoe@x.edu", pile.attempts[3].student.id);
  EXPECT_THAT(pile.remarks, ElementsAre(HasSubstr("submission_14 does not exist")));
}

class Clones : public Platforms {
 protected:
  void clone(const std::string& name, const std::string& more = "") const {
    write(name + "/sums/scan.cu", name);
    const std::string commands =
        "cd '" + (pile() / name).string() +
        "' && git init -q && git add -A && GIT_COMMITTER_DATE='2026-11-02T10:00:00+01:00' "
        "git -c user.name=x -c user.email=x@x commit -qm x" +
        more;
    ASSERT_EQ(0, std::system(commands.c_str()));
  }
};

TEST_F(Clones, OfGitHubClassroomAreNamedByLoginAndTimedByTheLastCommit) {
  clone("hw-3-ada");
  clone("hw-3-bob-b", " && git gc -q && git pack-refs --all");
  const Pile pile = read();
  const std::string remark = "; handed in: the time of the last commit, by the student's clock";
  EXPECT_THAT(told(pile), ElementsAre("ada: scan = hw-3-ada" + remark, "bob-b: scan = hw-3-bob-b" + remark));
  for (const Attempt& attempt : pile.attempts)
    EXPECT_EQ(read_time("2026-11-02T09:00:00Z"), attempt.handed_in);
}

TEST_F(Clones, OneAloneIsFoundInTheRoster) {
  clone("hw-3-ada");
  options_.roster = folder_.write("roster.csv", "id,GitHub Username\n1,ada\n");
  EXPECT_EQ("1", read().attempts.at(0).student.id);
}

TEST_F(Clones, TheirConfigurationStartsNothing) {
  const fs::path trap = folder_.path() / "trapped",
                 script = folder_.write_script("trap", "touch '" + trap.string() + "'");
  clone("hw-ada", " && git config log.showSignature true && git config gpg.program '" + script.string() +
                      "' && git config core.pager '" + script.string() + "' && git config core.fsmonitor '" +
                      script.string() + "'");
  EXPECT_TRUE(read().attempts.at(0).handed_in);
  EXPECT_FALSE(fs::exists(trap));
}

TEST_F(Clones, ABrokenOneHasNoTime) {
  write("ada/.git/HEAD", "ref: refs/heads/main\n");
  write("ada/scan.cu");
  const Pile pile = read();
  EXPECT_THAT(told(pile), ElementsAre("ada: scan = code"));
  EXPECT_FALSE(pile.attempts[0].handed_in);
}

TEST(Deadline, IsLocalTimeOrHasAZone) {
  EXPECT_EQ(*read_time("2026-11-20 23:59:59"), read_deadline("2026-11-20 23:59"));
  EXPECT_EQ(*read_time("2026-11-20 23:59:59"), read_deadline("2026-11-20"));
  EXPECT_EQ(*read_time("2026-11-20T22:59:59Z"), read_deadline("2026-11-20T23:59+01:00"));
  EXPECT_EQ(*read_time("2026-11-21 04:29:59 UTC"), read_deadline("2026-11-20T23:59:59-0430"));
  for (const char* text :
       {"", "soon", "20.11.2026", "2026-13-01", "2026-02-30", "2026-11-20 24:01", "2026-11-20 1:00"})
    EXPECT_THROW(read_deadline(text), PileError) << text;
}

}  // namespace
}  // namespace warpgrade::classes
