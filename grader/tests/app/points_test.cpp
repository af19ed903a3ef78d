// What a submission gets points for: a copy of the fake course's task "elements" with groups of cases that
// have weights, and a bound that costs a part of the points.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using nlohmann::json;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kSpec = R"(format = 1
title  = "Copy"
source = "copy.cu"
[[task]]
name   = "elements"
title  = "One thread per element"
points = 12
cost_points = 3
[[task.cases]]
sizes     = [0, 1, 100]
operators = ["copy"]
points    = 1
[[task.cases]]
sizes     = [257, 2000, 4099]
operators = ["copy"]
points    = 2
[task.cost]
sizes = [2000]
global_bytes = { n = 9 }
)";

/// The whole of a submission that copies by `kernel`, launched for n > 0 by `launch`.
std::string copy_by(const std::string& kernel, const std::string& launch) {
  return "#include \"copy.cuh\"\nnamespace copy {\ntemplate <class T>\n__global__ void kernel(const T* in, "
         "T* out, int n) {\n"
         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  " +
         kernel +
         "\n}\ntemplate <class T>\nvoid elements(const T* in, T* out, int n, cudaStream_t stream) {\n"
         "  if (n == 0) return;\n  " +
         launch + "\n}\n}\n";
}

const std::string kManyBlocks = "kernel<<<(n + 127) / 128, 128, 0, stream>>>(in, out, n);";

class Points : public ::testing::Test {
 protected:
  Points() {
    fs::copy(FAKE_COURSE "/assignments", folder.path() / "assignments", fs::copy_options::recursive);
    fs::copy_file(FAKE_COURSE "/copy_case.hpp", folder.path() / "copy_case.hpp");
    folder.write("assignments/verdicts/copy/exercise.toml", kSpec);
  }
  /// The only task of the result.
  json grade(const std::string& submission) {
    folder.write("submission/verdicts/copy.cu", submission);
    const std::string report = (folder.path() / "result").string();
    ran = run_grade("copy --device simulator --course " + folder.path().string() + " --submission " +
                        (folder.path() / "submission").string() + " --json " + report + ".json --html " +
                        report + ".html --junit " + report + ".xml",
                    /*with_course=*/false);
    return json::parse(read_text(report + ".json")).at("exercises").at(0).at("tasks").at(0);
  }

  warpgrade::support::TemporaryFolder folder;
  Ran ran;
};

TEST_F(Points, ARightKernelGetsAll) {
  const json task = grade(copy_by("if (i < n) out[i] = in[i];", kManyBlocks));
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_EQ(12, task.at("score"));
  EXPECT_EQ(3, task.at("cost_score"));
}

TEST_F(Points, ARightKernelThatCostsTooMuchLosesThePointsForCostAlone) {
  const json task = grade(copy_by("if (i < n) { out[i] = 0; out[i] = in[i]; }", kManyBlocks));
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_EQ("too_much_work", task.at("verdict"));
  EXPECT_EQ(9, task.at("score"));
  EXPECT_EQ(12, task.at("max_score"));
  EXPECT_EQ(0, task.at("cost_score"));
  EXPECT_EQ(3, task.at("cost_points"));
  const std::string sentence =
      "Points: right 9 of 9, cost 0 of 3: global_bytes is 1.33 times what is allowed";
  EXPECT_THAT(ran.out, HasSubstr(sentence));
  for (const char* format : {"result.html", "result.xml"})
    EXPECT_THAT(read_text(folder.path() / format), HasSubstr(sentence)) << format;
}

TEST_F(Points, AGroupOfCasesThatAreAllRightKeepsItsShare) {
  const json task = grade(copy_by("if (i < n) out[i] = i < 2000 ? in[i] : 0;", kManyBlocks));
  EXPECT_EQ("wrong_answer", task.at("verdict"));
  EXPECT_EQ(3, task.at("score")) << "a third of the 9 for being right";
  EXPECT_THAT(ran.out, HasSubstr("Points: right 3 of 9, cost 0 of 3."));
}

TEST_F(Points, ARaceInOneGroupTakesAll) {
  const json task = grade(copy_by("if (i < n) out[i] = in[i]; if (n > 1000) out[0] = in[0];", kManyBlocks));
  EXPECT_EQ("race", task.at("verdict"));
  EXPECT_EQ(0, task.at("score"));
}

TEST_F(Points, WorkOfTheHostTakesAll) {
  const json task = grade(copy_by("if (i < n) out[i] = in[i];", R"(if (n < 1000) {
    kernel<<<1, 512, 0, stream>>>(in, out, n);
    return;
  }
  T* const host = new T[n];
  cudaMemcpyAsync(host, in, n * sizeof(T), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(out, host, n * sizeof(T), cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
  delete[] host;)"));
  EXPECT_EQ("too_much_work", task.at("verdict"));
  EXPECT_EQ(0, task.at("score"));
  EXPECT_THAT(ran.out, HasSubstr("Points: 0 of 12. Work outside of kernels takes all of them."));
}

TEST_F(Points, AKernelThatDoesNothingGetsNone) { EXPECT_EQ(0, grade(copy_by("", kManyBlocks)).at("score")); }

}  // namespace
