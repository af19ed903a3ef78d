// Whose hand-in is whose, by the tables that platforms export.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/classes/pile_test.hpp"

namespace warpgrade::classes {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RosterTest : public PileTest {
 protected:
  void roster(const std::string& text) { options_.roster = folder_.write("roster.csv", text); }

  /// The ids of those who handed in, with a ? behind those who are not in the roster.
  std::vector<std::string> ids() const {
    std::vector<std::string> result;
    for (const Attempt& attempt : read().attempts)
      result.push_back(attempt.student.id + (attempt.student.in_roster ? "" : "?"));
    return result;
  }
  std::vector<std::string> missing() const {
    std::vector<std::string> result;
    for (const Student& student : read().missing) result.push_back(student.id);
    return result;
  }
  std::string message() const { return error_of(pile()); }
};

TEST_F(RosterTest, MatchesByIdLoginMailAndName) {
  roster(
      "id,login,name,mail\n"
      "1,ada,Ada Lovelace,al@x.edu\n"
      "2,bob,Bob Kahn,kahn@x.edu\n"
      "3,eve,Eve Müller,eve.m@x.edu\n"
      "4,zoe,Zoë Z,z@x.edu\n"
      "5,max,Max M,max.m@x.edu\n");
  for (const char* name : {"1", "BOB", "eve.m", "Zoe Z", "max.m@x.edu", "stranger"})
    write(std::string(name) + "/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("1", "2", "3", "4", "5", "stranger?"));
  EXPECT_THAT(missing(), IsEmpty());
  EXPECT_EQ("Eve Müller", read().attempts[2].student.name);
}

TEST_F(RosterTest, WhoHandedInNothingIsMissing) {
  roster("id,name\nada,Ada\nbob,Bob\n");
  write("ada/scan.cu");
  EXPECT_THAT(missing(), ElementsAre("bob"));
}

TEST_F(RosterTest, AnIdWrittenInAnotherWayIsTakenWithARemarkIfNothingElseFits) {
  roster("id\n7\njosé\n008\n8\n");
  write("007/scan.cu");
  write("jose\u0301/scan.cu");  // as a Mac writes it
  write("0008/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("0008?", "7", "josé"));
  EXPECT_THAT(read().attempts[1].remarks, Contains("007 is taken for 7 of the roster"));
  EXPECT_THAT(read().attempts[0].remarks, Contains(HasSubstr("could be any of these students")));
}

TEST_F(RosterTest, ASecondFolderIsNotTakenForAnIdThatHasItsOwn) {
  roster("id\n7\n");
  write("7/scan.cu");
  write("007/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("007?", "7"));
}

TEST_F(RosterTest, PartsOfNamesAreEnough) {
  roster("id\nada\nbob\n");
  write("hw3-ada/scan.cu");
  write("bob_hw3/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("ada", "bob"));
}

TEST_F(RosterTest, OfCanvas) {
  roster(
      "\xEF\xBB\xBFStudent,ID,SIS User ID,SIS Login ID,Section,Homework 1\r\n"
      "    Points Possible,,,,,10\r\n"
      "\"Lovelace, Ada\",900,U1,ada@x.edu,A,\r\n"
      "\"Kahn, Bob\",901,U2,bob@x.edu,A,\r\n"
      "\"Student, Test\",,,f00,A,\r\n");
  write("lovelaceada_900_1_scan.cu");
  write("kahnbob_555_2_scan.cu");
  EXPECT_THAT(ids(), ElementsAre("900", "901"));
  EXPECT_THAT(missing(), IsEmpty());
}

TEST_F(RosterTest, OfMoodle) {
  roster(
      "Identifier,Full name,ID number,Email address,Status\n"
      "Participant 1234,Ada Lovelace,m1,ada@x.edu,Submitted\n"
      "Participant 1235,Bob Kahn,m2,bob@x.edu,\n");
  write("Ada Lovelace_1234_assignsubmission_file_/scan.cu");
  write("Group B-Bob Kahn_999_assignsubmission_file_/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("1234", "1235"));
}

/// What gradebooks need that platforms read.
std::vector<std::string> known_by(const Student& student) {
  return {student.canvas_id, student.moodle_id, student.number, student.login, student.section};
}

TEST_F(RosterTest, WhatPlatformsKnowAStudentByIsKept) {
  roster("Student,ID,SIS User ID,SIS Login ID,Section\n\"Lovelace, Ada\",900,U1,ada@x.edu,A\n");
  write("lovelaceada_900_1_scan.cu");
  EXPECT_THAT(known_by(read().attempts[0].student), ElementsAre("900", "", "U1", "ada@x.edu", "A"));
  roster("Identifier,Full name,ID number\nParticipant 1234,Ada Lovelace,m1\n");
  EXPECT_THAT(known_by(read().attempts[0].student), ElementsAre("900", "1234", "m1", "", ""))
      << "the name of the file says what the roster does not";
  roster("id,name\n42,Ada Lovelace\n");
  EXPECT_THAT(known_by(read().attempts[0].student), ElementsAre("900", "", "42", "", ""))
      << "an id of one's own table is no platform's number";
}

TEST_F(RosterTest, WithoutOneTheNamesOfADownloadSayWhatPlatformsKnowAStudentBy) {
  write("kahnbob_555_2_scan.cu");
  write("Ada Lovelace_1234_assignsubmission_file_/scan.cu");
  write("Exercise 1_eve_attempt_2026-11-02-10-11-12_scan.cu");
  EXPECT_THAT(known_by(read().attempts[0].student), ElementsAre("", "1234", "", "", ""));
  EXPECT_THAT(known_by(read().attempts[1].student), ElementsAre("555", "", "", "", ""));
  EXPECT_THAT(known_by(read().attempts[2].student), ElementsAre("", "", "", "eve", ""));
}

TEST_F(RosterTest, OfGradescopeWithSemicolonsAndStaff) {
  roster(
      "First Name;Last Name;SID;Email;Role\n"
      "Ada;Lovelace;42;ada@x.edu;Student\n"
      "Grace;Hopper;;grace@x.edu;Student\n"
      "Alan;Turing;7;alan@x.edu;Instructor\n");
  write("lovelace ada/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("42"));
  EXPECT_THAT(missing(), ElementsAre("grace@x.edu"));
  EXPECT_EQ("Ada Lovelace", read().attempts[0].student.name);
}

TEST_F(RosterTest, OfGitHubClassroom) {
  roster(
      "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"ada@x.edu\",\"countess\",\"5\",\"\"\n");
  write("hw-countess/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("ada@x.edu"));
}

TEST_F(RosterTest, SeveralStudentsThatItCouldBeAreTold) {
  roster("id,name,mail\n1,Ada Lee,ada@x.edu\n2,Ada Lee,ada@y.edu\n3,Bob Kahn,bob@x.edu\n");
  write("Ada Lee/scan.cu");
  write("leeada_3_77_scan.cu");
  const Pile pile = read();
  EXPECT_THAT(ids(), ElementsAre("3 (unknown)?", "Ada Lee?"));
  EXPECT_THAT(pile.attempts[1].remarks,
              ElementsAre("could be any of these students of the roster: 1, 2; taken for none"));
}

TEST_F(RosterTest, AnIdAndANameOfDifferentStudentsFitNone) {
  roster("id,name\n3,Bob Kahn\n4,Ada Lee\n");
  write("leeada_3_77_scan.cu");
  EXPECT_THAT(ids(), ElementsAre("3 (unknown)?"));
  EXPECT_THAT(read().attempts[0].remarks, ElementsAre(HasSubstr("3, 4; taken for none")));
}

TEST_F(RosterTest, AStrangerIsNotTakenForTheStudentWithThatId) {
  roster("id,name\n3,Bob Kahn\n4,Ada Lee\n");
  write("leeada_3_77_scan.cu");
  write("3/reduce.cu");
  EXPECT_THAT(ids(), ElementsAre("3", "3 (unknown)?"));
  const Pile pile = read();
  EXPECT_NE(pile.attempts[0].id, pile.attempts[1].id);
  EXPECT_EQ(1, pile.attempts[1].number);
}

TEST_F(RosterTest, APartOfANameCountsForNobodyWhereAnotherHandInHasAClaimToo) {
  roster("id,name\nada,Ada Lee\nbob,Bob Kahn\n");
  write("ada/scan.cu");
  write("eve-ada/scan.cu");
  write("Bob Kahn_1_assignsubmission_file_/scan.cu");
  write("x-Bob Kahn_2_assignsubmission_file_/scan.cu");
  EXPECT_THAT(ids(), ElementsAre("1?", "2?", "ada", "eve-ada?"));
  EXPECT_THAT(missing(), ElementsAre("bob"));
  EXPECT_THAT(read().attempts[3].remarks,
              ElementsAre(HasSubstr("could be ada of the roster by its name alone")));
}

TEST_F(RosterTest, ABadOneIsAnErrorWithItsLine) {
  roster("colour,size\nred,1\n");
  EXPECT_THAT(message(), HasSubstr("roster.csv:1: no column says who the students are"));
  roster("id,name\n1,Ada\n2,Bob\n1,Eve\n");
  EXPECT_THAT(message(), HasSubstr("roster.csv:4: 1 is in the table twice"));
  roster("id,name\n1,\"Ada\n2,Bob\n");
  EXPECT_THAT(message(), HasSubstr("roster.csv:2: a cell begins with a quote that nothing closes"));
  roster("id,name\n1,Lovelace, Ada\n");
  EXPECT_THAT(message(), HasSubstr("roster.csv:2: there are 3 cells, but only 2 columns"));
  roster("");
  EXPECT_THAT(message(), HasSubstr("roster.csv:1: the table is empty"));
  options_.roster = "/nonexistent.csv";
  EXPECT_THAT(message(), HasSubstr("/nonexistent.csv: there is no such file"));
}

}  // namespace
}  // namespace warpgrade::classes
