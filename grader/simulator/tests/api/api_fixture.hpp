// What the tests of the runtime API share: a fresh device for each test, findings, and kernels from lambdas.
//
// The tests themselves are not instrumented, so plain accesses of a kernel are not checked. That is tested
// elsewhere.
#pragma once

#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "wgsim/simulator.hpp"

namespace wgsim::test {

class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    reset_device();
    set_options({});
    take_findings();
  }
  void TearDown() override { EXPECT_EQ(leftover(), "") << "a finding that the test did not expect"; }

  /// The only finding since the last call; its kind, message and line are then to be compared.
  static Finding only_finding() {
    std::vector<Finding> findings = take_findings();
    EXPECT_EQ(findings.size(), 1u);
    return findings.empty() ? Finding{} : findings.front();
  }

 private:
  static std::string leftover() {
    std::string all;
    for (const Finding& f : take_findings()) all += f.message + "\n";
    return all;
  }
};

/// Expects exactly one finding, of this problem (src/report/words.def), at this line of the current file.
#define EXPECT_FINDING(expected_problem, expected_line)                                              \
  do {                                                                                               \
    const ::wgsim::Finding found = only_finding();                                                   \
    EXPECT_EQ(found.problem, #expected_problem);                                                     \
    EXPECT_EQ(found.place.line, expected_line);                                                      \
    EXPECT_EQ(found.place.file, __FILE__);                                                           \
    EXPECT_EQ(found.message.find('{'), std::string::npos) << "a fact is missing: " << found.message; \
    EXPECT_FALSE(found.remedy.empty());                                                              \
  } while (false)

/// Runs the lambda once per thread of the grid.
template <class Kernel>
void run(dim3 grid, dim3 block, Kernel kernel, bool cooperative = false) {
  LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.kernel = "test_kernel";
  config.cooperative = cooperative;
  config.site = Site::here();
  launch(
      config, [](void* self) { (*static_cast<Kernel*>(self))(); }, &kernel);
}

/// Device memory with a typed view for the host (which, in tests, may look).
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t n, T value = T()) {
    EXPECT_EQ(cudaMalloc(&data_, n * sizeof(T)), cudaSuccess);
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_EQ(cudaMemcpy(data_ + i, &value, sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* data() const { return data_; }
  T operator[](std::size_t i) const {
    T value = T();
    EXPECT_EQ(cudaMemcpy(&value, data_ + i, sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return value;
  }

 private:
  T* data_ = nullptr;
};

}  // namespace wgsim::test
