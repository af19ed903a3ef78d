#include "app/watch/file_changes.hpp"

#include <fstream>
#include <poll.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FileChanges, TellsSourcesThatWereWrittenRenamedOrMade) {
  const support::TemporaryFolder folder;
  const auto known = folder.write("unit/known.cu", "1");
  FileChanges changes(folder.path());
  EXPECT_THAT(changes.take(), IsEmpty());

  folder.write("unit/known.cu", "12");
  EXPECT_THAT(changes.take(), ElementsAre(known));
  EXPECT_THAT(changes.take(), IsEmpty());

  folder.write("unit/notes.txt", "1");
  EXPECT_THAT(changes.take(), IsEmpty());

  const auto other = folder.write("unit/.known.cu.swp", "123");  // as some editors save
  std::filesystem::rename(other, known);
  EXPECT_THAT(changes.take(), ElementsAre(known));

  const auto fresh = folder.write("new_unit/part.cuh", "1");
  EXPECT_THAT(changes.take(), ElementsAre(fresh));
}

TEST(FileChanges, ARemovedFileIsNoChangeUntilItIsPutBack) {
  const support::TemporaryFolder folder;
  const auto file = folder.write("a.cu", "1"), away = folder.path() / "away";
  FileChanges changes(folder.path());
  std::filesystem::rename(file, away);
  EXPECT_THAT(changes.take(), IsEmpty());
  std::filesystem::rename(away, file);
  EXPECT_THAT(changes.take(), ElementsAre(file));
  EXPECT_THAT(changes.take(), IsEmpty());
}

TEST(FileChanges, AnEmptyFileIsOneThatAnEditorHasJustBegunToWrite) {
  const support::TemporaryFolder folder;
  const auto file = folder.write("a.cu", "1");
  FileChanges changes(folder.path());
  folder.write("a.cu", "");
  EXPECT_THAT(changes.take(), IsEmpty());
  folder.write("a.cu", "12");
  EXPECT_THAT(changes.take(), ElementsAre(file));
}

#ifdef __linux__

TEST(FileChanges, WakesUpWhoWaits) {
  const support::TemporaryFolder folder;
  folder.write("unit/a.cu", "1");
  FileChanges changes(folder.path());
  pollfd waiting{changes.descriptor(), POLLIN, 0};
  EXPECT_EQ(0, ::poll(&waiting, 1, 0));
  folder.write("unit/a.cu", "12");
  EXPECT_EQ(1, ::poll(&waiting, 1, 10'000));
  changes.take();
  EXPECT_EQ(0, ::poll(&waiting, 1, 0));
}

#endif

}  // namespace
}  // namespace warpgrade::app
