// What the tests of the simulator's core share: kernels as lambdas, arrays on the device, and the findings.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "memory/allocations.hpp"
#include "wgsim/abi.h"
#include "wgsim/config.h"
#include "wgsim/simulator.hpp"

namespace wgsim::test {

inline Site here(int line = __builtin_LINE(), const char* file = __builtin_FILE()) { return {file, line}; }

/// The instrumented part of a launch; out of line, so that it is never merged with the thunk below.
template <class Kernel>
__attribute__((noinline)) void run_body(const Kernel* kernel) {
  (*kernel)();
}

/// Once per thread: copies the captures to the thread's own stack, as parameters of a kernel are.
template <class Kernel>
WGSIM_UNINSTRUMENTED void thread_main(void* kernel) {
  alignas(Kernel) volatile char own[sizeof(Kernel)];
  for (std::size_t i = 0; i < sizeof(Kernel); ++i) own[i] = static_cast<const volatile char*>(kernel)[i];
  run_body(reinterpret_cast<const Kernel*>(const_cast<const char*>(own)));
}

template <class Kernel>
void run(LaunchConfig config, Kernel kernel) {
  if (*config.kernel == 0) config.kernel = "test_kernel";
  launch(config, &thread_main<Kernel>, &kernel);
}

template <class Kernel>
void run(dim3 grid, dim3 block, Kernel kernel, std::size_t dynamic_shared_bytes = 0) {
  LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.dynamic_shared_bytes = dynamic_shared_bytes;
  config.site = here();
  run(config, kernel);
}

/// Each test starts as a fresh process, and must take the findings that it causes.
class KernelTest : public testing::Test {
 protected:
  KernelTest() {
    reset_device();
    set_options({});
  }
  ~KernelTest() override {
    for (const Finding& f : take_findings()) ADD_FAILURE() << "unexpected finding: " << f.message;
    reset_device();
    set_options({});
  }

  template <class T>
  static T* allocate(std::size_t n, Site site = here()) {
    return static_cast<T*>(core::allocate(n * sizeof(T), core::AllocationKind::device, site));
  }
  template <class T>
  static T* upload(const std::vector<T>& values, Site site = here()) {
    T* p = allocate<T>(values.size(), site);
    cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
  }
  template <class T>
  static std::vector<T> download(const T* p, std::size_t n) {
    std::vector<T> values(n);
    EXPECT_EQ(cudaSuccess, cudaMemcpy(values.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  static Finding only_finding() {
    std::vector<Finding> findings = take_findings();
    EXPECT_EQ(1u, findings.size());
    if (findings.empty()) return {};
    EXPECT_EQ(std::string::npos, findings[0].message.find('{'))
        << "a fact is missing: " << findings[0].message;
    return findings[0];
  }
  static std::string only_problem() { return only_finding().problem; }
  static std::string fact(const Finding& finding, const char* name) {
    const auto fact = std::ranges::find(finding.facts, name, &Fact::name);
    return fact == finding.facts.end() ? "" : fact->value;
  }
  static std::string file_name(const Place& place) { return place.file.substr(place.file.rfind('/') + 1); }
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace wgsim::test

#define EXPECT_CONTAINS(part, text) \
  EXPECT_TRUE(::wgsim::test::contains(text, part)) << "expected `" << part << "` in: " << text
