#include "kit/matrix_market.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "kit/dataset.hpp"

namespace warpgrade::kit {
namespace {

using Numbers = std::vector<std::uint32_t>;

std::string error_of(const std::string& text) {
  try {
    read_matrix_market(text, "small.mtx");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(MatrixMarket, ElementsAreSortedByRowAndColumn) {
  const SparseMatrix a = read_matrix_market(
      "%%MatrixMarket matrix coordinate real general\n% a comment\n\n"
      "3 4 4\n3 2 -1.5\n1 4 2e1\n% another\n3 1 4\n1 1 7\n",
      "small.mtx");
  EXPECT_EQ(3u, a.rows);
  EXPECT_EQ(4u, a.columns);
  EXPECT_EQ((Numbers{0, 2, 2, 4}), a.row_offsets) << "row 1 is empty";
  EXPECT_EQ((Numbers{0, 3, 0, 1}), a.column_of);
  EXPECT_EQ((std::vector<double>{7, 20, 4, -1.5}), a.values);
}

TEST(MatrixMarket, ASymmetricFileHoldsTheLowerHalf) {
  const SparseMatrix a = read_matrix_market(
      "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 5\n2 1 -3\n", "small.mtx");
  EXPECT_EQ((Numbers{0, 2, 3}), a.row_offsets);
  EXPECT_EQ((Numbers{0, 1, 0}), a.column_of);
  EXPECT_EQ((std::vector<double>{5, -3, -3}), a.values);
}

TEST(MatrixMarket, ElementsOfAPatternAreOnes) {
  const SparseMatrix a =
      read_matrix_market("%%matrixmarket MATRIX coordinate pattern general\n1 2 1\n1 2\n", "small.mtx");
  EXPECT_EQ((std::vector<double>{1}), a.values);
}

TEST(MatrixMarket, AMatrixMayBeEmpty) {
  const SparseMatrix a =
      read_matrix_market("%%MatrixMarket matrix coordinate real general\n0 0 0\n", "small.mtx");
  EXPECT_EQ((Numbers{0}), a.row_offsets);
  EXPECT_TRUE(a.values.empty());
}

TEST(MatrixMarket, MistakesHaveTheirLine) {
  const std::string header = "%%MatrixMarket matrix coordinate real general\n";
  const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
  EXPECT_EQ("small.mtx:1: a Matrix Market file begins with \"%%MatrixMarket matrix\"", error_of("2 2 0\n"));
  EXPECT_EQ("small.mtx:1: the format must be \"coordinate\": one element a line",
            error_of("%%MatrixMarket matrix array real general\n"));
  EXPECT_EQ("small.mtx:1: elements must be real, integer or pattern, and not \"complex\"",
            error_of("%%MatrixMarket matrix coordinate complex general\n"));
  EXPECT_EQ("small.mtx:1: a matrix must be general or symmetric, and not \"hermitian\"",
            error_of("%%MatrixMarket matrix coordinate real hermitian\n"));
  EXPECT_EQ("small.mtx:1: the size line \"ROWS COLUMNS ELEMENTS\" is missing", error_of(header));
  EXPECT_EQ("small.mtx:3: expected \"ROWS COLUMNS ELEMENTS\"", error_of(header + "%\n2 2\n"));
  EXPECT_EQ("small.mtx:2: a size must lie between 0 and 1073741824", error_of(header + "-1 2 0\n"));
  EXPECT_EQ("small.mtx:2: a symmetric matrix has as many rows as columns", error_of(symmetric + "1 2 0\n"));
  EXPECT_EQ("small.mtx:3: expected \"ROW COLUMN VALUE\"", error_of(header + "2 2 1\n1 1\n"));
  EXPECT_EQ("small.mtx:3: expected \"ROW COLUMN VALUE\"", error_of(header + "2 2 1\n1 1 5 6\n"));
  EXPECT_EQ("small.mtx:3: (3, 1) lies outside of 2 rows and 2 columns, which count from 1",
            error_of(header + "2 2 1\n3 1 5\n"));
  EXPECT_EQ("small.mtx:3: (1, 2) lies above the diagonal: a symmetric file holds the lower half",
            error_of(symmetric + "2 2 1\n1 2 5\n"));
  EXPECT_EQ("small.mtx:4: more elements than the 1 of the size line",
            error_of(header + "2 2 1\n1 1 5\n2 2 5\n"));
  EXPECT_EQ("small.mtx:3: the file ends after 1 of 2 elements", error_of(header + "2 2 2\n1 1 5\n"));
  EXPECT_EQ("small.mtx: element (1, 1) stands there twice", error_of(header + "2 2 2\n1 1 5\n1 1 6\n"));
}

TEST(MatrixMarket, TheBarIsSymmetric) {
  const std::vector<std::uint8_t> bytes = DatasetLibrary(WARPGRADE_TEST_DATASETS).get("bar").bytes;
  const SparseMatrix a =
      read_matrix_market({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "bar.mtx");
  EXPECT_EQ(600u, a.rows);
  EXPECT_EQ(2u * 11977 - 600, a.values.size()) << "the diagonal is full";
}

}  // namespace
}  // namespace warpgrade::kit
