// A right solution of the fake course's exercise `copy`, with code of the test's in it, graded on the
// simulator.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

/// Grades a right `copy` whose host code also runs these statements. Returns the task's part of the report.
inline nlohmann::json graded_with(const std::string& variables, const std::string& statements) {
  const warpgrade::support::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "verdicts");
  std::ofstream(folder.path() / "verdicts/copy.cu")
      << "#include <cstdio>\n#include <iomanip>\n#include <iostream>\n#include <string>\n#include "
         "\"copy.cuh\"\n"
      << variables << R"(
namespace copy {
template <class T>
__global__ void elements_kernel(const T* in, T* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
}
template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream) {
)" << statements
      << "\n  elements_kernel<<<1, 256, 0, stream>>>(in, out, n);\n}\n}\n";
  const Ran ran = run_grade("copy --device simulator --json - --submission " + folder.path().string());
  return nlohmann::json::parse(ran.out).at("exercises").at(0).at("tasks").at(0);
}
