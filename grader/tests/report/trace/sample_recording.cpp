#include "tests/report/trace/sample_recording.hpp"

#include <algorithm>

namespace warpgrade::support {

unsigned RecordingMaker::launch(const std::string& kernel, unsigned blocks, unsigned threads) {
  recording.launches.push_back({kernel, {blocks, 1, 1}, {threads, 1, 1}});
  phases_.assign(blocks, 0);
  return unsigned(recording.launches.size() - 1);
}

unsigned RecordingMaker::array(const std::string& name, bool shared, std::uint64_t elements,
                               bool is_argument) {
  recording.arrays.push_back({{.name = name, .shared = shared, .element_bytes = 4, .elements = elements}});
  if (is_argument) recording.arrays.back().type = ElementType{Scalar::i32, 1};
  return unsigned(recording.arrays.size() - 1);
}

void RecordingMaker::thread(unsigned block, unsigned thread) {
  block_ = block;
  thread_ = thread;
}

RecordedEvent& RecordingMaker::event(RecordedKind kind, int line, std::uint64_t instruction) {
  const auto known = std::ranges::find(recording.lines, line, &Place::line);
  const auto number = unsigned(known - recording.lines.begin());
  if (known == recording.lines.end()) {
    Place place;
    place.file = std::string(kSampleUnit) + "/sums.cu";
    place.line = line;
    recording.lines.push_back(place);
  }
  RecordedEvent one;
  one.kind = kind;
  one.launch = unsigned(recording.launches.size() - 1);
  one.block = block_;
  one.thread = thread_;
  one.phase = phases_.at(block_);
  one.line = number;
  one.instruction = instruction;
  recording.events.push_back(one);
  return recording.events.back();
}

RecordedEvent& RecordingMaker::access(RecordedKind kind, int line, unsigned array, std::uint64_t index,
                                      std::uint64_t instruction) {
  RecordedEvent& one = event(kind, line, instruction);
  one.array = array;
  one.byte = 4 * index;
  one.bytes = 4;
  return one;
}

void RecordingMaker::read(int line, unsigned array, std::uint64_t index, int value,
                          std::uint64_t instruction) {
  access(RecordedKind::read, line, array, index, instruction).before = std::uint32_t(value);
}

void RecordingMaker::write(int line, unsigned array, std::uint64_t index, int value,
                           std::uint64_t instruction) {
  access(RecordedKind::write, line, array, index, instruction).after = std::uint32_t(value);
}

void RecordingMaker::atomic_add(int line, unsigned array, std::uint64_t index, int before, int after,
                                std::uint64_t instruction) {
  RecordedEvent& one = access(RecordedKind::atomic, line, array, index, instruction);
  one.before = std::uint32_t(before);
  one.after = std::uint32_t(after);
}

void RecordingMaker::shuffle(int line, unsigned source, int value, std::uint64_t instruction) {
  RecordedEvent& one = event(RecordedKind::shuffle, line, instruction);
  one.source = source;
  one.bytes = 4;
  one.after = std::uint32_t(value);
}

void RecordingMaker::barrier(int line) {
  event(RecordedKind::barrier, line, 0);
  ++phases_.at(block_);
}

void RecordingMaker::warp_sync(int line, std::uint32_t lanes) {
  event(RecordedKind::warp_sync, line, 0).lanes = lanes;
}

void RecordingMaker::output(const std::string& array, std::uint64_t index, int value, int expected) {
  recording.outputs.push_back({.array = array,
                               .index = index,
                               .right = value == expected,
                               .value = std::to_string(value),
                               .expected = std::to_string(expected)});
}

std::string sample_source() {
  return R"(// Scans and sums.
namespace sums {

__global__ void scan_kernel(const int* in, int* out, int n) {
  __shared__ int sums[64];
  const int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (int stride = 1; stride < n; stride *= 2) {
    int sum = sums[i];
    if (i >= stride) sum += sums[i - stride];
    __syncthreads();
    sums[i] = sum;
    __syncthreads();
  }
  out[i] = sums[i];
}

__global__ void sum_kernel(const int* in, int* total) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int delta = 4; delta > 0; delta /= 2)
    sum += __shfl_down_sync(0xff, sum, delta);
  __syncwarp(0xff);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

}  // namespace sums
)";
}

namespace {

void describe(Recording& recording, const std::string& task, std::uint64_t n) {
  recording.exercise = "sums";
  recording.task = task;
  recording.source = std::string(kSampleUnit) + "/sums.cu";
  recording.op = "sum_i32";
  recording.input = "random";
  recording.order = "forward";
  recording.n = n;
}

Place place_of(int line, unsigned thread) {
  Place place;
  place.file = std::string(kSampleUnit) + "/sums.cu";
  place.line = line;
  place.kernel = "scan_kernel";
  place.block = {0, 0, 0};
  place.thread = {thread, 0, 0};
  return place;
}

}  // namespace

Recording scan_recording(unsigned n, bool with_race) {
  RecordingMaker maker;
  describe(maker.recording, "scan", n);
  maker.launch("scan_kernel", 1, n);
  const unsigned in = maker.array("in", false, n, true), sums = maker.array("sums", true, 64),
                 out = maker.array("out", false, n, true);
  std::vector<int> held(n), sum(n);
  for (unsigned t = 0; t < n; ++t) {
    maker.thread(0, t);
    held[t] = int(t * 7 % 10);
    maker.recording.input_values.push_back(std::to_string(held[t]));
    maker.read(7, in, t, held[t], 1);
    maker.write(7, sums, t, held[t], 2);
  }
  const std::vector<int> given = held;
  maker.barrier(8);
  std::uint64_t instruction = 3, race_event = 0;
  for (unsigned stride = 1; stride < n; stride *= 2, instruction += 3) {
    for (unsigned t = 0; t < n; ++t) {
      maker.thread(0, t);
      maker.read(10, sums, t, held[t], instruction);
      sum[t] = held[t];
      if (t >= stride) {
        if (race_event == 0) race_event = maker.recording.events.size();
        maker.read(11, sums, t - stride, held[t - stride], instruction + 1);
        sum[t] += held[t - stride];
      }
      if (with_race) {
        held[t] = sum[t];
        maker.write(13, sums, t, sum[t], instruction + 2);
      }
    }
    if (!with_race) {
      maker.barrier(12);
      for (unsigned t = 0; t < n; ++t) {
        maker.thread(0, t);
        held[t] = sum[t];
        maker.write(13, sums, t, sum[t], instruction + 2);
      }
    }
    maker.barrier(14);
  }
  for (unsigned t = 0; t < n; ++t) {
    maker.thread(0, t);
    maker.read(16, sums, t, held[t], instruction);
    maker.write(16, out, t, held[t], instruction + 1);
  }
  int expected = 0;
  for (unsigned t = 0; t < n; ++t) maker.output("out", t, held[t], expected += given[t]);
  if (with_race) {
    Finding race = make_finding(Verdict::race,
                                "Race on sums[0] (__shared__): this thread reads it at line 11; thread "
                                "(0,0,0) of the same block wrote it at line 13.",
                                "Add a __syncthreads() between reading and writing.");
    race.place = place_of(11, 1);
    race.other = place_of(13, 0);
    race.event = race_event;
    maker.recording.findings.push_back(race);
  }
  return maker.recording;
}

Recording sums_recording() {
  constexpr unsigned kThreads = 8, kBlocks = 2;
  RecordingMaker maker;
  describe(maker.recording, "sum", kThreads * kBlocks);
  maker.launch("sum_kernel", kBlocks, kThreads);
  const unsigned in = maker.array("in", false, kThreads * kBlocks, true),
                 total = maker.array("total", false, 1, true);
  int held = 0;
  for (unsigned block = 0; block < kBlocks; ++block) {
    std::vector<int> sum(kThreads);
    for (unsigned t = 0; t < kThreads; ++t) {
      maker.thread(block, t);
      sum[t] = int(block * kThreads + t);
      maker.read(20, in, block * kThreads + t, sum[t], 1);
    }
    for (unsigned delta = 4, instruction = 2; delta > 0; delta /= 2, ++instruction) {
      const std::vector<int> before = sum;
      for (unsigned t = 0; t < kThreads; ++t) {
        maker.thread(block, t);
        const unsigned source = t + delta < kThreads ? t + delta : t;
        maker.shuffle(22, source, before[source], instruction);
        sum[t] += before[source];
      }
    }
    maker.warp_sync(23, 0xff);
    maker.thread(block, 0);
    maker.atomic_add(24, total, 0, held, held + sum[0], 9);
    held += sum[0];
  }
  maker.output("total", 0, held, 120);
  return maker.recording;
}

}  // namespace warpgrade::support
