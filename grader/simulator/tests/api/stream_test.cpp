// Streams and events: handles, order, the clock.
#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class ApiStream : public DeviceTest {};

TEST_F(ApiStream, StreamsKeepFlagsAndPriority) {
  cudaStream_t stream = nullptr;
  unsigned flags = 0;
  int priority = 0, least = -1, greatest = 0;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1), cudaSuccess);
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(flags, unsigned(cudaStreamNonBlocking));
  EXPECT_EQ(priority, -1);
  EXPECT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(least, 0);
  EXPECT_LT(greatest, 0);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
}

TEST_F(ApiStream, ADestroyedStreamIsFound) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_FINDING(no_such_stream, __LINE__ - 1);
  EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle) << "the default stream stays";
}

TEST_F(ApiStream, HostFunctionsRunInOrder) {
  std::vector<int> order;
  const auto note = [](void* p) { static_cast<std::vector<int>*>(p)->push_back(1); };
  const auto callback = [](cudaStream_t, cudaError_t status, void* p) {
    static_cast<std::vector<int>*>(p)->push_back(status == cudaSuccess ? 2 : -1);
  };
  EXPECT_EQ(cudaLaunchHostFunc(nullptr, note, &order), cudaSuccess);
  EXPECT_EQ(cudaStreamAddCallback(nullptr, callback, &order, 0), cudaSuccess);
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_F(ApiStream, EventsMeasureTime) {
  cudaEvent_t start = nullptr, end = nullptr;
  float milliseconds = -1;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(start), cudaSuccess);
  EXPECT_EQ(cudaEventRecordWithFlags(end, nullptr, cudaEventRecordDefault), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
  EXPECT_GE(milliseconds, 0.0f);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, end), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
  EXPECT_EQ(cudaEventRecordWithFlags(end, nullptr, 0), cudaErrorInvalidResourceHandle);
  EXPECT_EQ("cudaEventRecordWithFlags: this event does not exist.", only_finding().message);
}

TEST_F(ApiStream, AnEventThatWasNeverRecordedHasNoTime) {
  cudaEvent_t start = nullptr, end = nullptr;
  float milliseconds = 0;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&end, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, start), cudaErrorInvalidResourceHandle);
  EXPECT_FINDING(event_never_recorded, __LINE__ - 1);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, end, end), cudaErrorInvalidResourceHandle);
  EXPECT_FINDING(event_without_timing, __LINE__ - 1);
}

TEST_F(ApiStream, ADestroyedEventIsFound) {
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  ASSERT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
  EXPECT_FINDING(no_such_event, __LINE__ - 1);
}

}  // namespace
