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

  void list(const std::string& file, const std::string& checksum, const std::string& more = "",
            const std::string& kind = "text") {
    write("manifest.toml",
          fmt::format("format = 1\n[[dataset]]\nname = \"words\"\nfile = \"{}\"\nkind = \"{}\"\n"
                      "title = \"t\"\norigin = \"o\"\nlicence = \"l\"\nxxh3_128 = \"{}\"\n{}",
                      file, kind, checksum, more));
  }

  static std::string checksum_of(std::string_view text) { return system::xxh3_128(text); }

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

TEST(Datasets, PicturesHaveAsManyPixelsAsTheirSizeSays) {
  DatasetLibrary library(WARPGRADE_TEST_DATASETS);
  const struct {
    const char* name;
    int width, height;
    std::size_t bytes, floats;
  } pictures[] = {{"camera", 512, 512, 512 * 512, 0},
                  {"portrait", 256, 256, 256 * 256 * 4, 0},
                  {"courtyard", 512, 256, 0, 512 * 256 * 3}};
  for (const auto& [name, width, height, bytes, floats] : pictures) {
    const Dataset& data = library.get(name);
    EXPECT_EQ(width, data.width) << name;
    EXPECT_EQ(height, data.height) << name;
    EXPECT_EQ(bytes, data.bytes.size()) << name;
    EXPECT_EQ(floats, data.light.size()) << name;
  }
  EXPECT_GT(std::ranges::max(library.get("courtyard").light), 20) << "brighter than a screen by far";
}

TEST_F(DatasetTest, AFileThatIsNoPictureIsRefused) {
  write("words.txt", "abc");
  for (const char* kind : {"image", "colour", "hdr"}) {
    list("words.txt", checksum_of("abc"), "", kind);
    EXPECT_NE(std::string::npos, error_of_get("words").find("is no picture")) << kind;
  }
}

}  // namespace
}  // namespace warpgrade::kit
