#include "kit/oracle.hpp"

#include <gtest/gtest.h>

namespace warpgrade::kit {
namespace {

CaseData make_nothing(const CaseRequest&) { return {}; }
const OracleRegistration registration("oracle_test", &make_nothing);

TEST(Oracle, IsFoundByTheNameOfItsExercise) {
  EXPECT_EQ(&make_nothing, find_oracle("oracle_test"));
  EXPECT_EQ(nullptr, find_oracle("nobody"));
}

TEST(UnknownName, SaysWhatIsKnown) {
  const UnknownName error("operator", "sum_i23", {"sum_i32", "max_i32"});
  EXPECT_STREQ("there is no operator \"sum_i23\" here; known: sum_i32, max_i32", error.what());
}

}  // namespace
}  // namespace warpgrade::kit
