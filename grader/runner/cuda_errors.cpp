// One table: error, diagnosis, meaning, remedy.
#include "runner/cuda_errors.hpp"

#include <string>

#include "runner/device.hpp"

namespace warpgrade::runner {
namespace {

struct ErrorInWords {
  cudaError_t error;
  Diagnosis diagnosis;
  const char* meaning;
  const char* remedy;
};

const ErrorInWords errors[] = {
    {cudaErrorInvalidConfiguration, Verdict::launch_error,
     "a launch asked for a grid or a block that no GPU can run",
     "A block has at most 1024 threads, and neither grid nor block may be empty: for n = 0 don't launch."},
    {cudaErrorLaunchOutOfResources, Verdict::launch_error,
     "a launch asked for more registers or shared memory than a multiprocessor has",
     "Use fewer threads in a block, or less shared memory."},
    {cudaErrorInvalidDeviceFunction, Verdict::launch_error, "the kernel does not exist for this GPU", ""},
    {cudaErrorNoKernelImageForDevice, Verdict::grader_error, "the kernel was compiled for another GPU",
     "Configure the build again on this machine."},
    {cudaErrorCooperativeLaunchTooLarge, Verdict::launch_error,
     "a cooperative launch asked for more blocks than can run at the same time", "Launch fewer blocks."},
    {cudaErrorIllegalAddress, Verdict::out_of_bounds, "a kernel touched memory that is not its own",
     "Check each index against n. The simulator (--device simulator) names the line and the thread."},
    {cudaErrorMisalignedAddress, FindingKind::misaligned,
     "a kernel used an address that is not a multiple of the size of what it loads or stores",
     "A float4 needs an address that is a multiple of 16: mind casts of pointers into the middle of an "
     "array."},
    {cudaErrorAssert, FindingKind::assertion, "an assert() in a kernel failed",
     "The output below says which."},
    {cudaErrorLaunchTimeout, Verdict::timeout, "a kernel ran for longer than the system allows",
     "Look for a loop that never ends."},
    {cudaErrorLaunchFailure, Verdict::cuda_error, "a kernel failed while it ran",
     "Often an access outside shared memory or a trap. The simulator (--device simulator) names the line."},
    {cudaErrorHardwareStackError, FindingKind::stack_overflow, "a kernel ran out of stack",
     "Look for a recursion without end or large local arrays."},
    {cudaErrorMemoryAllocation, FindingKind::out_of_memory, "the device has no memory left",
     "Look for scratch memory that is never freed, or a size computed wrongly."},
    {cudaErrorInvalidValue, FindingKind::api_misuse, "a CUDA call got an argument that it can't use",
     "Check pointers and sizes; cudaFree takes only what cudaMalloc gave. WARPGRADE_CHECK around each call "
     "names the "
     "line."},
    {cudaErrorInvalidMemcpyDirection, FindingKind::api_misuse,
     "a copy was given a direction that does not exist",
     "Use cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost or cudaMemcpyDeviceToDevice."},
    {cudaErrorInvalidResourceHandle, FindingKind::api_misuse,
     "a CUDA call got a stream or an event that does not exist (any more)",
     "Use the stream that was passed in."},
};

}  // namespace

Finding explain_cuda_error(cudaError_t error) {
  Finding finding = make_finding(Verdict::cuda_error, "");
  std::string meaning = cudaGetErrorString(error);
  for (const ErrorInWords& known : errors) {
    if (known.error != error) continue;
    finding = make_finding(known.diagnosis, "", known.remedy);
    meaning = known.meaning;
  }
  finding.message = std::string(cudaGetErrorName(error)) + ": " + meaning + ".";
  if (finding.verdict == Verdict::grader_error) throw DeviceFault(finding.message + " " + finding.remedy);
  return finding;
}

void require(cudaError_t error, const std::string& what) {
  if (error != cudaSuccess) throw DeviceFault("CUDA can't " + what + ": " + cudaGetErrorString(error));
}

}  // namespace warpgrade::runner
