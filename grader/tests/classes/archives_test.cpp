// Archives of strangers: what is unpacked, what is refused, and what is said about it.
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/file_text.hpp"
#include "tests/classes/archive_maker.hpp"
#include "tests/classes/pile_test.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Archives : public PileTest {
 protected:
  void make(const std::string& name, const std::vector<ArchiveEntry>& entries,
            const ArchiveForm& form = {}) const {
    make_archive(pile() / name, entries, form);
  }
  std::string only_line() const { return told(read().attempts.at(0)); }

  /// All that lies in the work folder, and is no folder.
  std::vector<std::string> unpacked() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(options_.work)) {
      EXPECT_FALSE(entry.is_symlink()) << entry.path();
      if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(options_.work).string());
    }
    return names;
  }
};

TEST_F(Archives, OfEachKindAreThoseOfAStudent) {
  const std::vector<ArchiveEntry> entries{{"src/scan.cu", "packed"}};
  make("a.zip", entries);
  make("b.tar", entries, {"gnutar", "none", ""});
  make("c.tar.gz", entries, {"pax", "gzip", ""});
  make("d.TGZ", entries, {"ustar", "gzip", ""});
  make("e.tar.xz", entries, {"gnutar", "xz", ""});
  make("f.7z", entries, {"7zip", "none", ""});
  make("g.tar.bz2", entries, {"gnutar", "bzip2", ""});
  make("h.tar.zst", entries, {"gnutar", "zstd", ""});
  std::vector<std::string> expected;
  for (const char id : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'})
    expected.push_back(fmt::format("{}: scan = packed", id));
  EXPECT_EQ(expected, told(read()));
  EXPECT_EQ(expected, told(read())) << "again, over what is unpacked already";
}

TEST_F(Archives, TheNewestFileByTheArchivesTimesCounts) {
  make("ada.zip", {{"a/scan.cu", "new", 0100000, "", "", 1'700'000'100}, {"b/scan.cu", "old"}});
  EXPECT_THAT(only_line(),
              HasSubstr("scan = new; 2 files named scan.cu: a/scan.cu, b/scan.cu; the newest counts"));
}

TEST_F(Archives, PathsThatLeadOutAreRefused) {
  make("ada.tar",
       {{"../../evil.cu", "evil"},
        {"/tmp/warpgrade_evil.cu", "evil"},
        {"a/../../../b.cu", "evil"},
        {"C:/evil.cu", "evil"},
        {"scan.cu", "good"}},
       {"gnutar", "none", ""});
  EXPECT_THAT(only_line(), AllOf(HasSubstr("scan = good; 4 refused: "),
                                 HasSubstr("../../evil.cu leads out of the archive"),
                                 HasSubstr("/tmp/warpgrade_evil.cu has an absolute path")));
  EXPECT_THAT(unpacked(), ElementsAre("ada/archive1/scan.cu"));
  EXPECT_FALSE(fs::exists("/tmp/warpgrade_evil.cu"));
}

TEST_F(Archives, LinksAreNeitherMadeNorFollowed) {
  const std::string outside = folder_.write("outside/kept", "kept").string();
  make("ada.tar",
       {{"scan.cu", "", 0120000, outside},
        {"out", "", 0120000, folder_.path() / "outside"},
        {"out/kept", "changed"}},
       {"gnutar", "none", ""});
  make("bob.tar", {{"reduce.cu", "own"}, {"scan.cu", "", 0100000, "", outside}}, {"gnutar", "none", ""});
  const auto lines = told(read());
  EXPECT_THAT(lines.at(0), HasSubstr("unreadable: scan.cu is a symbolic link, which is not followed"));
  EXPECT_THAT(lines.at(1),
              HasSubstr("reduce = own; 1 refused: scan.cu is a hard link, which is not followed"));
  EXPECT_EQ("kept", system::file_text(outside));
  unpacked();
}

TEST_F(Archives, PipesAndDevicesAreRefused) {
  make("ada.tar", {{"scan.cu", "", 0010000}, {"reduce.cu", "", 0020000}}, {"gnutar", "none", ""});
  EXPECT_THAT(only_line(),
              AllOf(HasSubstr("scan.cu is a pipe and no file"), HasSubstr("reduce.cu is no file")));
}

TEST_F(Archives, BombsAreStopped) {
  options_.limits.file_bytes = std::uint64_t(1) << 30;
  make("ada.zip", {{"scan.cu", "good"}, {"zeros", std::string(64 << 20, '\0')}});
  EXPECT_THAT(only_line(), HasSubstr("unreadable: ada.zip grows to more than 200 times its size"));
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(options_.work))
    if (entry.is_regular_file()) bytes += entry.file_size();
  EXPECT_LT(bytes, 24U << 20) << "early";
}

TEST_F(Archives, BombsInWhatIsLeftOutAreStopped) {
  options_.limits.attempt_bytes = 1000;
  for (const char* name : {".git/zeros", "../zeros"})
    make(fmt::format("a{}.tar.gz", int(name[1])), {{name, std::string(2000, '\0')}, {"scan.cu", "good"}},
         {"gnutar", "gzip", ""});
  make("zip.zip", {{".git/zeros", std::string(2000, '\0')}, {"scan.cu", "good"}});
  const auto lines = told(read());
  EXPECT_THAT(lines.at(0), HasSubstr("is too large when unpacked"));
  EXPECT_THAT(lines.at(1), HasSubstr("is too large when unpacked"));
  EXPECT_EQ("zip: scan = good", lines.at(2)) << "zip passes over it unseen";
}

TEST_F(Archives, LimitsHold) {
  options_.limits = {.attempt_bytes = 1000, .file_bytes = 500, .attempt_files = 3};
  make("ada.zip", {{"scan.cu", "good"}, {"big", std::string(501, 'x')}});
  make("bob.zip", {{"a", std::string(400, 'x')}, {"b", std::string(400, 'x')}, {"c", std::string(400, 'x')}});
  make("eve.tar.gz", {{"a", "x"}, {"b", "x"}, {"c", "x"}, {"scan.cu", "x"}}, {"gnutar", "gzip", ""});
  const auto lines = told(read());
  EXPECT_THAT(lines.at(0), HasSubstr("scan = good; 1 refused: big is larger than 500 bytes"));
  EXPECT_THAT(lines.at(1), HasSubstr("unreadable: bob.zip is too large when unpacked"));
  EXPECT_THAT(lines.at(2), HasSubstr("unreadable: eve.tar.gz holds too many files"));
}

TEST_F(Archives, WithinArchivesAreUnpackedOnce) {
  const std::string inner = *system::file_text(make_archive(
      folder_.path() / "inner.zip",
      {{"scan.cu", "inner"},
       {"deepest.zip", *system::file_text(make_archive(folder_.path() / "x.zip", {{"reduce.cu", "x"}}))}}));
  make("ada.tar.gz", {{"hw/inner.zip", inner}}, {"gnutar", "gzip", ""});
  make_archive(pile() / "bob/my.zip", {{"scan.cu", "in a folder"}});
  const auto lines = told(read());
  EXPECT_EQ(
      "ada: scan = inner; 1 not unpacked, within archives that are in one themselves: "
      "hw/inner.zip/deepest.zip",
      lines.at(0));
  EXPECT_EQ("bob: scan = in a folder", lines.at(1));
}

TEST_F(Archives, BrokenOnesAreUnreadableWithTheReason) {
  make("cut.tar.gz", {{"scan.cu", std::string(100'000, 'x') + "y"}}, {"gnutar", "gzip", ""});
  fs::resize_file(pile() / "cut.tar.gz", 120);
  make("cut2.zip", {{"scan.cu", "x"}, {"reduce.cu", "y"}});
  fs::resize_file(pile() / "cut2.zip", 50);
  write("empty.zip", "");
  make("locked.zip", {{"scan.cu", "secret"}}, {"zip", "none", "key"});
  write("text.zip", "I could not make a zip, sorry");
  for (const Attempt& attempt : read().attempts) EXPECT_THAT(attempt.files, IsEmpty());
  const auto lines = told(read());
  EXPECT_THAT(lines.at(0), HasSubstr("unreadable: cut.tar.gz can't be read: "));
  EXPECT_THAT(lines.at(1), HasSubstr("unreadable: cut2.zip can't be read: "));
  EXPECT_THAT(lines.at(2), HasSubstr("unreadable: empty.zip is empty: 0 bytes"));
  EXPECT_THAT(lines.at(3), HasSubstr("unreadable: locked.zip can't be read: it is encrypted"));
  EXPECT_THAT(lines.at(4), HasSubstr("unreadable: text.zip can't be read: it is no archive"));
}

TEST_F(Archives, AnEmptyOneIsEmpty) {
  make("ada.zip", {});
  EXPECT_EQ("ada: unreadable: empty: there is no file in it", only_line());
}

TEST_F(Archives, RarIsNamed) {
  write("ada/hw.rar", "Rar!");
  write("bob.rar", "Rar!");
  const Pile pile = read();
  EXPECT_THAT(told(pile),
              ElementsAre(HasSubstr("unreadable: hw.rar is an archive of a kind that is not read"),
                          HasSubstr("unreadable: bob.rar is an archive of a kind that is not read")));
}

TEST_F(Archives, StrangeNamesDoNoHarm) {
  make("ada.tar", {{"\xFF\xFE/scan.cu", "bytes"}, {"a\n\033[31mb.txt", "control"}, {"übung/reduce.cu", "ü"}},
       {"gnutar", "none", ""});
  make("bob.zip", {{"übung/reduce.cu", "ü"}, {"hw\\src\\scan.cu", "Windows"}});
  const auto lines = told(read());
  EXPECT_EQ("ada: reduce = ü; scan = bytes; 1 file belongs to no exercise: a??[31mb.txt", lines.at(0));
  EXPECT_EQ("bob: reduce = ü; scan = Windows", lines.at(1));
}

TEST_F(Archives, ANameTwiceOrAsFileAndFolder) {
  make("ada.tar", {{"scan.cu", "first"}, {"scan.cu", "second"}}, {"gnutar", "none", ""});
  make("bob.tar", {{"x", "a file"}, {"x/scan.cu", "below it"}, {"scan.cu", "good"}}, {"gnutar", "none", ""});
  const auto lines = told(read());
  EXPECT_EQ("ada: scan = second; 1 more than once in the archive, of which the last one counts: scan.cu",
            lines.at(0));
  EXPECT_THAT(lines.at(1),
              HasSubstr("scan = good; 1 refused: x/scan.cu has the name of a folder, or lies in a file"));
}

TEST_F(Archives, OneForTheWholePile) {
  const fs::path file = folder_.path() / "class.zip";
  const std::string of_bob =
      *system::file_text(make_archive(folder_.path() / "x.zip", {{"scan.cu", "bob's"}}));
  for (const char* around : {"", "hw3/"}) {
    const std::string prefix = around;
    make_archive(file, {{prefix + "ada/scan.cu", "ada's"},
                        {prefix + "bob.zip", of_bob},
                        {prefix + "__MACOSX/._x", "x"},
                        {prefix + "../../eve/scan.cu", "evil"}});
    const Pile pile = read(file);
    EXPECT_THAT(told(pile), ElementsAre("ada: scan = ada's", "bob: scan = bob's"));
    EXPECT_EQ(file / (prefix + "ada"), pile.attempts.at(0).origin);
    EXPECT_THAT(pile.remarks, ElementsAre(HasSubstr("class.zip: 1 refused: ")));
  }
  std::ofstream(file) << "broken";
  EXPECT_THAT(error_of(file), HasSubstr("class.zip can't be read: it is no archive"));
}

TEST_F(Archives, OneStudentsArchiveIsNoPileAroundItsFolders) {
  const fs::path file = folder_.path() / "class.zip";
  make_archive(file, {{"ada/sums/scan.cu", "ada's"}, {"ada/README.md", "x"}});
  EXPECT_THAT(told(read(file)), ElementsAre(HasSubstr("ada: scan = ada's")));
}

}  // namespace
}  // namespace warpgrade::classes
