// Work that is done as late as CUDA allows: what orders it, and what does not.
#include <utility>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;

class LateStreams : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    wgsim::Options options;
    options.stream_order = wgsim::StreamOrder::late;
    wgsim::set_options(options);
    ASSERT_EQ(cudaStreamCreateWithFlags(&given_, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&other_, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&blocking_), cudaSuccess);
    ASSERT_EQ(cudaMallocHost(&pinned_, 4 * sizeof(int)), cudaSuccess);
    for (int i = 0; i < 4; ++i) pinned_[i] = 0;
  }

  /// Adds a digit to a number: the order in which work was done. (Host functions, so that no kernel is
  /// needed.)
  static void note(cudaStream_t stream, int digit) {
    static int digits[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_EQ(cudaLaunchHostFunc(
                  stream, [](void* p) { done_ = done_ * 10 + *static_cast<int*>(p); }, &digits[digit]),
              cudaSuccess);
  }
  static int take_done() { return std::exchange(done_, 0); }

  static int done_;
  cudaStream_t given_ = nullptr, other_ = nullptr, blocking_ = nullptr;
  int* pinned_ = nullptr;
};
int LateStreams::done_ = 0;

TEST_F(LateStreams, WorkIsDoneInOrderWhenTheHostWaits) {
  note(given_, 1);
  note(given_, 2);
  EXPECT_EQ(take_done(), 0);
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(take_done(), 12);
}

TEST_F(LateStreams, UnorderedWorkIsDoneInTheWorstOrder) {
  note(given_, 1);
  note(other_, 2);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(take_done(), 21);
}

TEST_F(LateStreams, AnEventOrdersTwoStreams) {
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  note(given_, 1);
  EXPECT_EQ(cudaEventRecord(event, given_), cudaSuccess);
  note(given_, 2);
  EXPECT_EQ(cudaStreamWaitEvent(other_, event), cudaSuccess);
  note(other_, 3);
  EXPECT_EQ(cudaStreamSynchronize(other_), cudaSuccess);
  EXPECT_EQ(take_done(), 13) << "and what came after the event is not done yet";
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(take_done(), 2);
}

TEST_F(LateStreams, WorkThatAnotherStreamDoesNotWaitForMayComeLater) {
  const auto submit = [&] {
    cudaEvent_t done = nullptr;
    ASSERT_EQ(cudaEventCreate(&done), cudaSuccess);
    note(given_, 1);
    note(other_, 2);  // should wait for 1
    EXPECT_EQ(cudaEventRecord(done, other_), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(given_, done), cudaSuccess);
    note(given_, 3);
    EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  };
  submit();
  EXPECT_EQ(take_done(), 123);
  wgsim::Options options;
  options.stream_order = wgsim::StreamOrder::late_others_first;
  wgsim::set_options(options);
  submit();
  EXPECT_EQ(take_done(), 213);
}

TEST_F(LateStreams, OtherStreamsComeFirstThoughNothingWaitsForThem) {
  wgsim::Options options;
  options.stream_order = wgsim::StreamOrder::late_others_first;
  wgsim::set_options(options);
  note(given_, 1);
  note(other_, 2);  // should wait for 1
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(take_done(), 21);
  EXPECT_EQ(cudaStreamSynchronize(other_), cudaSuccess);
  EXPECT_EQ(take_done(), 0) << "and it is done once";
}

TEST_F(LateStreams, WorkThatAnotherStreamWaitsForComesFirst) {
  wgsim::Options options;
  options.stream_order = wgsim::StreamOrder::late_others_first;
  wgsim::set_options(options);
  cudaEvent_t forked = nullptr, joined = nullptr;
  ASSERT_EQ(cudaEventCreate(&forked), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&joined), cudaSuccess);
  note(given_, 1);
  EXPECT_EQ(cudaEventRecord(forked, given_), cudaSuccess);
  note(given_, 2);
  EXPECT_EQ(cudaStreamWaitEvent(other_, forked), cudaSuccess);
  note(other_, 3);
  EXPECT_EQ(cudaEventRecord(joined, other_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(given_, joined), cudaSuccess);
  note(given_, 4);
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(take_done(), 1324);
}

TEST_F(LateStreams, AnEventThatNothingWaitedForHasNoTime) {
  cudaEvent_t event = nullptr;
  float milliseconds = 0;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event, given_), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, event, event), cudaErrorNotReady);
  EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, event, event), cudaSuccess);
}

TEST_F(LateStreams, TheDefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
  note(blocking_, 1);
  note(nullptr, 2);
  note(blocking_, 3);
  EXPECT_EQ(cudaStreamSynchronize(blocking_), cudaSuccess);
  EXPECT_EQ(take_done(), 123);
}

TEST_F(LateStreams, TheDefaultStreamDoesNotWaitForNonBlockingOnes) {
  note(given_, 1);
  note(nullptr, 2);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(take_done(), 2);
}

TEST_F(LateStreams, PinnedMemoryIsFilledWhenTheHostWaits) {
  DeviceArray<int> array(1, 7);
  EXPECT_EQ(cudaMemcpyAsync(pinned_, array.data(), sizeof(int), cudaMemcpyDeviceToHost, given_), cudaSuccess);
  EXPECT_EQ(*pinned_, 0);
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(*pinned_, 7);
}

TEST_F(LateStreams, OtherHostMemoryIsFilledAtOnceAndReadAtOnce) {
  DeviceArray<int> array(1, 7);
  int value = 0;
  EXPECT_EQ(cudaMemcpyAsync(&value, array.data(), sizeof(int), cudaMemcpyDeviceToHost, given_), cudaSuccess);
  EXPECT_EQ(value, 7);
  value = 8;
  EXPECT_EQ(cudaMemcpyAsync(array.data(), &value, sizeof(int), cudaMemcpyHostToDevice, given_), cudaSuccess);
  value = 9;  // too late for the copy
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(array[0], 8);
}

TEST_F(LateStreams, ACopyFromPinnedMemoryReadsItLate) {
  DeviceArray<int> array(1, 7);
  *pinned_ = 1;
  EXPECT_EQ(cudaMemcpyAsync(array.data(), pinned_, sizeof(int), cudaMemcpyHostToDevice, given_), cudaSuccess);
  *pinned_ = 2;
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(array[0], 2);
}

TEST_F(LateStreams, FreeingMemoryWaitsForTheDevice) {
  void* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(p, 0, 4, given_), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(LateStreams, AnArrayThatTheStreamStillFillsIsNotWrittenByAnotherStream) {
  void* array = nullptr;
  ASSERT_EQ(cudaMalloc(&array, 4), cudaSuccess);
  wgsim::fill_by_stream(given_, array);
  EXPECT_EQ(cudaMemsetAsync(array, 0, 4, other_), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(other_), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ("written_before_call", only_finding().problem);
}

TEST_F(LateStreams, AnArrayThatTheStreamHasFilledIsForAllThatWaitForIt) {
  void* array = nullptr;
  cudaEvent_t filled = nullptr;
  ASSERT_EQ(cudaMalloc(&array, 4), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&filled), cudaSuccess);
  wgsim::fill_by_stream(given_, array);
  EXPECT_EQ(cudaEventRecord(filled, given_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(other_, filled), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(array, 0, 4, other_), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(other_), cudaSuccess);
  EXPECT_TRUE(wgsim::take_findings().empty());
}

TEST_F(LateStreams, FreeingStreamOrderedMemoryWaitsForNothing) {
  void* p = nullptr;
  ASSERT_EQ(cudaMallocAsync(&p, 4, given_), cudaSuccess);
  note(given_, 1);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(take_done(), 0);
  ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(take_done(), 1);
}

TEST_F(LateStreams, WorkThatTheGivenStreamDoesNotWaitForIsFound) {
  DeviceArray<int> array(1, 7);
  EXPECT_EQ(cudaMemsetAsync(array.data(), 0, sizeof(int), other_), cudaSuccess);
  const int line = __LINE__ - 1;
  note(given_, 1);
  wgsim::finish_only(given_);
  EXPECT_EQ(take_done(), 1);
  EXPECT_FINDING(work_in_other_stream, line);
  EXPECT_EQ(array[0], 7) << "it is not done any more";
}

TEST_F(LateStreams, WorkThatNothingWaitsForIsFoundInProgramOrderToo) {
  wgsim::set_options({});
  DeviceArray<int> array(1, 7);
  EXPECT_EQ(cudaMemsetAsync(array.data(), 0, sizeof(int), other_), cudaSuccess);
  const int line = __LINE__ - 1;
  wgsim::finish_only(given_);
  EXPECT_FINDING(work_in_other_stream, line);
  EXPECT_EQ(array[0], 0) << "it is done all the same";
}

TEST_F(LateStreams, EventsThatAreLeftInAnotherStreamAreFine) {
  cudaEvent_t forked = nullptr, joined = nullptr;
  ASSERT_EQ(cudaEventCreate(&forked), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&joined), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(forked, given_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(other_, forked), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(joined, other_), cudaSuccess);
  wgsim::finish_only(given_);
  EXPECT_TRUE(wgsim::take_findings().empty());
}

TEST_F(LateStreams, OfWorkThatNothingWaitsForTheWorkIsNamedAndNotTheEventBeforeIt) {
  cudaEvent_t forked = nullptr;
  ASSERT_EQ(cudaEventCreate(&forked), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(forked, given_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(other_, forked), cudaSuccess);
  DeviceArray<int> array(1, 7);
  EXPECT_EQ(cudaMemsetAsync(array.data(), 0, sizeof(int), other_), cudaSuccess);
  const int line = __LINE__ - 1;
  wgsim::finish_only(given_);
  EXPECT_FINDING(work_in_other_stream, line);
}

TEST_F(LateStreams, WorkOfTheDefaultStreamIsFoundToo) {
  DeviceArray<int> array(1, 7);
  EXPECT_EQ(cudaMemset(array.data(), 0, sizeof(int)), cudaSuccess);
  const int line = __LINE__ - 1;
  wgsim::finish_only(given_);
  EXPECT_FINDING(work_in_default_stream, line);
}

TEST_F(LateStreams, WorkThatTheGivenStreamWaitsForIsFine) {
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  note(other_, 1);
  EXPECT_EQ(cudaEventRecord(event, other_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(given_, event), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(other_), cudaSuccess);
  wgsim::finish_only(given_);
  EXPECT_EQ(take_done(), 1);
}

int launched = 0;
void launched_body(int value) { launched = value; }
void late_kernel(int value) {
  wgsim::launch_kernel<int>("late_kernel", 1024, &late_kernel, &launched_body, value);
}

TEST_F(LateStreams, AKernelGetsTheArgumentsOfItsLaunch) {
  int value = 5;
  void* arguments[] = {&value};
  EXPECT_EQ(cudaLaunchKernel(late_kernel, 1, 1, arguments, 0, given_), cudaSuccess);
  value = 6;
  EXPECT_EQ(launched, 0);
  EXPECT_EQ(cudaStreamSynchronize(given_), cudaSuccess);
  EXPECT_EQ(launched, 5);
}

}  // namespace
