#include "kit/dataset.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "spec/spec.hpp"
#include "system/checksum.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::kit {
namespace {

class DatasetTest : public ::testing::Test {
 protected:
  void write(const std::string& file, std::string_view text) { std::ofstream(files_.path() / file) << text; }

  void list(const std::string& file, const std::string& checksum, const std::string& more = "") {
    write("manifest.toml",
          fmt::format("format = 1\n[[dataset]]\nname = \"words\"\nfile = \"{}\"\nkind = \"text\"\n"
                      "title = \"t\"\norigin = \"o\"\nlicence = \"l\"\nxxh3_128 = \"{}\"\n{}",
                      file, checksum, more));
  }

  static std::string checksum_of(std::string_view text) {
    return system::xxh3_128({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

  std::string error_of_get(const std::string& name) {
    try {
      DatasetLibrary(files_.path()).get(name);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  support::TemporaryFolder files_;
};

TEST_F(DatasetTest, ATextIsItsBytes) {
  write("words.txt", "abc");
  list("words.txt", checksum_of("abc"));
  DatasetLibrary library(files_.path());
  EXPECT_EQ((std::vector<std::uint8_t>{'a', 'b', 'c'}), library.get("words").bytes);
  EXPECT_EQ(&library.get("words"), &library.get("words")) << "loaded once";
}

TEST_F(DatasetTest, AChangedFileIsRefused) {
  write("words.txt", "abd");
  list("words.txt", checksum_of("abc"));
  const std::string error = error_of_get("words");
  EXPECT_NE(std::string::npos, error.find("words.txt")) << error;
  EXPECT_NE(std::string::npos, error.find(checksum_of("abd"))) << error;
  EXPECT_NE(std::string::npos, error.find(checksum_of("abc"))) << error;
}

TEST_F(DatasetTest, AMissingFileIsNamed) {
  list("words.txt", checksum_of("abc"));
  EXPECT_NE(std::string::npos, error_of_get("words").find("words.txt"));
}

TEST_F(DatasetTest, AnUnknownNameComesWithTheKnownOnes) {
  list("words.txt", checksum_of("abc"));
  EXPECT_NE(std::string::npos, error_of_get("wrods").find("it has words"));
}

TEST_F(DatasetTest, MistakesOfTheManifestHaveTheirPlace) {
  list("../secret.txt", "123", "kinds = 1\n");
  try {
    DatasetLibrary library(files_.path());
    FAIL() << "must throw";
  } catch (const spec::SpecError& error) {
    ASSERT_EQ(3u, error.diagnostics().size());
    EXPECT_EQ(4, error.diagnostics()[0].where.line) << "a file outside of the folder";
    EXPECT_EQ(9, error.diagnostics()[1].where.line) << "no checksum";
    EXPECT_EQ(10, error.diagnostics()[2].where.line) << "an unknown key";
  }
}

TEST(Datasets, EveryListedFileIsWhole) {
  DatasetLibrary library(WARPGRADE_TEST_DATASETS);
  ASSERT_FALSE(library.names().empty());
  for (const std::string& name : library.names()) {
    const Dataset& data = library.get(name);
    EXPECT_FALSE(data.bytes.empty() && data.light.empty()) << name;
  }
}

TEST(Datasets, ThePictureHasAsManyPixelsAsItsSizeSays) {
  DatasetLibrary library(WARPGRADE_TEST_DATASETS);
  const Dataset& camera = library.get("camera");
  EXPECT_EQ(512, camera.width);
  EXPECT_EQ(512, camera.height);
  EXPECT_EQ(512u * 512u, camera.bytes.size());
}

TEST(Datasets, AColourPictureHasFourBytesAPixel) {
  DatasetLibrary library(WARPGRADE_TEST_DATASETS);
  const Dataset& portrait = library.get("portrait");
  EXPECT_EQ(256, portrait.width);
  EXPECT_EQ(256, portrait.height);
  EXPECT_EQ(256u * 256u * 4u, portrait.bytes.size());
}

TEST(Datasets, AHighDynamicRangePictureHasThreeFloatsAPixel) {
  DatasetLibrary library(WARPGRADE_TEST_DATASETS);
  const Dataset& courtyard = library.get("courtyard");
  EXPECT_EQ(512, courtyard.width);
  EXPECT_EQ(256, courtyard.height);
  ASSERT_EQ(512u * 256u * 3u, courtyard.light.size());
  EXPECT_GT(*std::ranges::max_element(courtyard.light), 20) << "brighter than a screen by far";
}

TEST_F(DatasetTest, AFileThatIsNoPictureIsRefused) {
  for (const char* kind : {"image", "colour", "hdr"}) {
    write("words.txt", "abc");
    write("manifest.toml",
          fmt::format("format = 1\n[[dataset]]\nname = \"words\"\nfile = \"words.txt\"\nkind = \"{}\"\n"
                      "title = \"t\"\norigin = \"o\"\nlicence = \"l\"\nxxh3_128 = \"{}\"\n",
                      kind, checksum_of("abc")));
    EXPECT_NE(std::string::npos, error_of_get("words").find("is no picture")) << kind;
  }
}

}  // namespace
}  // namespace warpgrade::kit
