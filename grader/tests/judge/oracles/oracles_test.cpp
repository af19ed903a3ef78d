// Oracles that are compiled and run as the judge does it, with the real compiler and the real program.
#include "judge/oracles/oracles.hpp"

#include <chrono>
#include <cstring>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/toolchain.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kHead = R"(#include <cstdlib>
#include "kit/oracle.hpp"
using namespace warpgrade;
using namespace warpgrade::kit;
)";
constexpr const char* kEnd = R"(
static const OracleRegistration registration("counted", &make_case);
)";

/// The exercise "counted" with this oracle. All tests share the cache of built ones.
class OraclesTest : public ::testing::Test {
 protected:
  void write(const std::string& body) {
    exercise_.name = "counted";
    exercise_.folder = folder_.write("unit/counted/oracle.cpp", kHead + body + kEnd).parent_path();
  }

  std::string why_not() {
    try {
      oracles_.of(exercise_)({.task = "one", .op = "sum_i32", .input = "random", .n = 3, .parameters = {}});
    } catch (const spec::SpecError& error) {
      return error.diagnostics().at(0).str();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  support::TemporaryFolder folder_;
  spec::Exercise exercise_;
  Oracles oracles_{read_toolchain(TOOLCHAIN_JSON).oracle, ORACLE_CACHE, folder_.path() / "datasets"};
};

constexpr const char* kCounting = R"(CaseData make_case(const CaseRequest& request) {
  if (request.op != "sum_i32") throw UnknownName("operator", request.op, {"sum_i32"});
  std::vector<std::int32_t> in;
  for (std::uint64_t i = 0; i < request.n; ++i) in.push_back(int(i));
  CaseData data;
  data.inputs.push_back(Array::of<std::int32_t>("in", {Scalar::i32}, in));
  data.outputs.push_back({Array::of<std::int32_t>("out", {Scalar::i32}, in), {0.5, 1e300, 3}});
  data.parameters = {{"third", 1.0 / 3}};
  data.examine = [n = request.n](std::vector<std::vector<std::byte>>& outputs) {
    outputs.at(0).at(0) = std::byte(42);
    return outputs.at(0).size() == 4 * n ? std::string() : "of another length";
  };
  return data;
})";

TEST_F(OraclesTest, ACaseComesBackWhole) {
  write(kCounting);
  const kit::CaseData data =
      oracles_.of(exercise_)({.task = "one", .op = "sum_i32", .input = "random", .n = 3, .parameters = {}});
  ASSERT_EQ(1u, data.inputs.size());
  std::int32_t in[3];
  ASSERT_EQ(sizeof in, data.inputs[0].bytes.size());
  std::memcpy(in, data.inputs[0].bytes.data(), sizeof in);
  EXPECT_THAT(in, ElementsAre(0, 1, 2));
  EXPECT_THAT(data.outputs.at(0).magnitude, ElementsAre(0.5, 1e300, 3));
  EXPECT_EQ(1.0 / 3, data.parameters.at("third"));
}

TEST_F(OraclesTest, OutputsOfACaseAreExaminedAlsoAfterOtherCases) {
  write(kCounting);
  const kit::Oracle oracle = oracles_.of(exercise_);
  const auto case_of = [&](std::uint64_t n) {
    return oracle({.task = "one", .op = "sum_i32", .input = "random", .n = n, .parameters = {}});
  };
  const kit::CaseData three = case_of(3);
  case_of(5);
  std::vector<std::vector<std::byte>> outputs{std::vector<std::byte>(12)};
  EXPECT_EQ("", three.examine(outputs));
  EXPECT_EQ(std::byte(42), outputs[0][0]) << "what it sets comes back";
  outputs[0].resize(8);
  EXPECT_EQ("of another length", three.examine(outputs));
}

TEST_F(OraclesTest, AProcessServesOtherThreadsThanTheOneThatStartedIt) {
  write(kCounting);
  const kit::Oracle oracle = oracles_.of(exercise_);
  const auto make = [&] {
    oracle({.task = "one", .op = "sum_i32", .input = "random", .n = 3, .parameters = {}});
  };
  std::thread(make).join();  // a child of a thread usually ends with it
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_NO_THROW(make());
}

TEST_F(OraclesTest, ANameThatTheOracleDoesNotKnowStaysAnUnknownName) {
  write(kCounting);
  try {
    oracles_.of(exercise_)({.task = "one", .op = "max_i32", .input = "random", .n = 3, .parameters = {}});
    FAIL() << "must throw";
  } catch (const kit::UnknownName& error) {
    EXPECT_EQ("operator", error.what_kind);
    EXPECT_EQ("max_i32", error.value);
    EXPECT_THAT(error.known, ElementsAre("sum_i32"));
  }
}

TEST_F(OraclesTest, AMistakeInTheOracleHasItsPlace) {
  write("CaseData make_case(const CaseRequest& request) {\n  return request;\n}");
  const std::string why = why_not();
  EXPECT_THAT(why, HasSubstr("counted/oracle.cpp:6:"));
  EXPECT_THAT(why, HasSubstr("the oracle does not compile"));
}

TEST_F(OraclesTest, AnOracleThatDiesIsNamed) {
  write("CaseData make_case(const CaseRequest&) { std::abort(); }");
  EXPECT_THAT(why_not(), HasSubstr("the oracle of counted failed"));
  EXPECT_THAT(why_not(), HasSubstr("the oracle of counted failed")) << "the next case gets a new process";
}

TEST_F(OraclesTest, TheOraclesExceptionIsTheReason) {
  write("CaseData make_case(const CaseRequest&) { throw std::runtime_error(\"n must be even\"); }");
  EXPECT_EQ("n must be even", why_not());
}

TEST_F(OraclesTest, AnExerciseWithoutAnOracleIsAMistakeInTheCourse) {
  exercise_.name = "counted";
  exercise_.folder = folder_.path() / "unit/counted";
  EXPECT_THAT(why_not(), HasSubstr("counted/oracle.cpp:1:1: this file is missing"));
}

TEST_F(OraclesTest, AnOracleOfAnotherNameIsTold) {
  write(kCounting);
  exercise_.name = "sorted";
  EXPECT_THAT(why_not(), HasSubstr("registers no oracle of that name"));
}

}  // namespace
}  // namespace warpgrade::judge
