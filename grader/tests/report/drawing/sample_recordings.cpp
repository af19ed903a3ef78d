#include "sample_recordings.hpp"

#include <algorithm>
#include <string>

namespace warpgrade::support {

Recorder::Recorder(unsigned inputs) : next_(inputs + 1) {
  recording.exercise = "scan";
  recording.task = "sample";
  recording.title = "A sample";
  recording.source = "student/scan.cu";
  recording.order = "forward";
  recording.n = inputs;
  recording.is_graph = true;
  recording.inputs = inputs;
  for (unsigned i = 0; i < inputs; ++i) contents_[input(i)] = {i};
  contents_[kIdentity] = {};
  recording.lines.resize(110);
  for (std::size_t i = 0; i < recording.lines.size(); ++i) {
    recording.lines[i].file = "scan.cu";
    recording.lines[i].line = int(i);
  }
}

RecordedEvent& Recorder::add(RecordedKind kind, unsigned block, unsigned thread, unsigned line) {
  RecordingMaker::thread(block, thread);
  return event(kind, int(line), 0);
}

Recorder::Node Recorder::combine(unsigned block, unsigned thread, unsigned line, Node left, Node right) {
  RecordedEvent& event = add(RecordedKind::apply, block, thread, line);
  event.left = left;
  event.right = right;
  event.low = next_++;
  std::vector<unsigned>& all = contents_[event.low];
  all = contents_[left];
  all.insert(all.end(), contents_[right].begin(), contents_[right].end());
  return event.low;
}

void Recorder::exchange(unsigned block, unsigned thread, unsigned line, Node& low, Node& high) {
  if (value_of_.empty())
    for (unsigned i = 0; i < values.size(); ++i) {
      value_of_[input(i)] = values[i];
      recording.input_values.push_back(std::to_string(values[i]));
    }
  RecordedEvent& event = add(RecordedKind::apply, block, thread, line);
  event.is_comparator = true;
  event.left = low;
  event.right = high;
  event.low = next_++;
  event.high = next_++;
  value_of_[event.low] = std::min(value_of_[low], value_of_[high]);
  value_of_[event.high] = std::max(value_of_[low], value_of_[high]);
  low = event.low;
  high = event.high;
}

void Recorder::barrier(unsigned block) {
  RecordingMaker::thread(block, 0);
  RecordingMaker::barrier(0);
}

void Recorder::race(unsigned line, unsigned thread, unsigned other_thread) {
  Finding finding = make_finding(Verdict::race, "Race on sums[0]: nothing orders two accesses.");
  finding.place = recording.lines[line];
  finding.place.block = std::array{0u, 0u, 0u};
  finding.place.thread = std::array{thread, 0u, 0u};
  finding.other = finding.place;
  finding.other->thread = std::array{other_thread, 0u, 0u};
  recording.findings.push_back(finding);
}

void Recorder::output(Node node, unsigned first, unsigned last) {
  RecordedOutput output{
      .array = "out", .index = recording.outputs.size(), .node = node, .first = first, .last = last};
  std::vector<unsigned> expected, got = contents_[node];
  for (unsigned i = first; i < last; ++i) expected.push_back(i);
  output.right = got == expected;
  recording.outputs.push_back(output);
}

void Recorder::sorted_outputs(const std::vector<Node>& nodes) {
  std::vector<int> sorted = values;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    recording.outputs.push_back({.array = "out",
                                 .index = i,
                                 .right = value_of_[nodes[i]] == sorted[i],
                                 .value = std::to_string(value_of_[nodes[i]]),
                                 .expected = std::to_string(sorted[i]),
                                 .node = nodes[i]});
}

namespace {

std::vector<Recorder::Node> inputs_of(const Recorder& recorder) {
  std::vector<Recorder::Node> nodes;
  for (unsigned i = 0; i < recorder.recording.inputs; ++i) nodes.push_back(recorder.input(i));
  return nodes;
}

enum class Mistake { none, no_barrier, swapped, last_step_missing };

Recording doubling_strides(unsigned n, Mistake mistake) {
  Recorder recorder(n);
  recorder.recording.task = "hillis_steele";
  recorder.launch("hillis_steele_kernel", 1, 32);
  std::vector<Recorder::Node> sums = inputs_of(recorder);
  const unsigned last = mistake == Mistake::last_step_missing ? n / 2 : n;
  for (unsigned stride = 1; stride < last; stride *= 2) {
    std::vector<Recorder::Node> before = sums;
    recorder.barrier(0);
    for (unsigned i = stride; i < n; ++i) {
      const std::vector<Recorder::Node>& from = mistake == Mistake::no_barrier ? sums : before;
      sums[i] = mistake == Mistake::swapped ? recorder.combine(0, i, 39, sums[i], from[i - stride])
                                            : recorder.combine(0, i, 39, from[i - stride], sums[i]);
    }
    recorder.barrier(0);
  }
  for (unsigned i = 0; i < n; ++i) recorder.output(sums[i], 0, i + 1);
  if (mistake == Mistake::no_barrier) recorder.race(39, 2, 1);
  return recorder.recording;
}

}  // namespace

Recording hillis_steele(unsigned n) { return doubling_strides(n, Mistake::none); }
Recording hillis_steele_without_barrier(unsigned n) { return doubling_strides(n, Mistake::no_barrier); }
Recording hillis_steele_with_swapped_operands(unsigned n) { return doubling_strides(n, Mistake::swapped); }
Recording last_step_missing(unsigned n) { return doubling_strides(n, Mistake::last_step_missing); }

Recording doubling_strides_from_the_right(unsigned n) {
  Recorder recorder(n);
  recorder.recording.task = "from_the_right";
  recorder.launch("from_the_right_kernel", 1, 32);
  std::vector<Recorder::Node> sums = inputs_of(recorder);
  for (unsigned stride = 1; stride < n; stride *= 2) {
    const std::vector<Recorder::Node> before = sums;
    recorder.barrier(0);
    for (unsigned i = 0; i + stride < n; ++i)
      sums[i] = recorder.combine(0, i, 39, before[i], before[i + stride]);
    recorder.barrier(0);
  }
  for (unsigned i = 0; i < n; ++i) recorder.output(sums[i], i, n);
  return recorder.recording;
}

Recording blelloch(unsigned n) {
  Recorder recorder(n);
  recorder.recording.task = "blelloch";
  recorder.launch("blelloch_kernel", 1, 32);
  std::vector<Recorder::Node> tree = inputs_of(recorder);
  for (unsigned stride = 1; stride < n; stride *= 2) {
    recorder.barrier(0);
    for (unsigned t = 0; (2 * t + 2) * stride - 1 < n; ++t) {
      const unsigned right = (2 * t + 2) * stride - 1;
      tree[right] = recorder.combine(0, t, 90, tree[right - stride], tree[right]);
    }
  }
  tree[n - 1] = Recorder::kIdentity;
  for (unsigned stride = n / 2; stride > 0; stride /= 2) {
    recorder.barrier(0);
    for (unsigned t = 0; (2 * t + 2) * stride - 1 < n; ++t) {
      const unsigned right = (2 * t + 2) * stride - 1;
      const Recorder::Node before = tree[right], left = tree[right - stride];
      tree[right - stride] = before;
      tree[right] = recorder.combine(0, t, 99, before, left);
    }
  }
  recorder.barrier(0);
  for (unsigned i = 0; i < n; ++i) recorder.output(tree[i], 0, i);
  return recorder.recording;
}

Recording scan_of_blocks(unsigned n, unsigned block) {
  Recorder recorder(n);
  recorder.recording.task = "device_inclusive";
  const unsigned blocks = (n + block - 1) / block;
  std::vector<Recorder::Node> sums = inputs_of(recorder);
  recorder.launch("scan_blocks", blocks, block);
  for (unsigned b = 0; b < blocks; ++b)
    for (unsigned stride = 1; stride < block; stride *= 2) {
      const std::vector<Recorder::Node> before = sums;
      for (unsigned t = stride; t < block && b * block + t < n; ++t)
        sums[b * block + t] =
            recorder.combine(b, t, 20, before[b * block + t - stride], before[b * block + t]);
      recorder.barrier(b);
    }
  recorder.launch("scan_sums", 1, 32);
  std::vector<Recorder::Node> carries(blocks, Recorder::kIdentity);
  for (unsigned b = 1; b < blocks; ++b)
    carries[b] = recorder.combine(0, 0, 30, carries[b - 1], sums[b * block - 1]);
  recorder.launch("add_carries", blocks, block);
  for (unsigned i = 0; i < n; ++i)
    sums[i] = recorder.combine(i / block, i % block, 40, carries[i / block], sums[i]);
  for (unsigned i = 0; i < n; ++i) recorder.output(sums[i], 0, i + 1);
  return recorder.recording;
}

Recording halving_reduction(unsigned n) {
  Recorder recorder(n);
  recorder.recording.exercise = "reduce";
  recorder.recording.task = "shared_memory";
  recorder.launch("shared_memory_kernel", 1, 256);
  std::vector<Recorder::Node> tile = inputs_of(recorder);
  for (unsigned stride = n / 2; stride > 0; stride /= 2) {
    recorder.barrier(0);
    for (unsigned t = 0; t < stride; ++t) tile[t] = recorder.combine(0, t, 70, tile[t], tile[t + stride]);
  }
  recorder.output(tile[0], 0, n);
  recorder.recording.outputs.back().right = true;
  return recorder.recording;
}

namespace {

Recording bitonic_merges(std::vector<int> values, bool whole) {
  const unsigned n = unsigned(values.size());
  Recorder recorder(n);
  recorder.values = std::move(values);
  recorder.recording.exercise = "sorting_networks";
  recorder.recording.task = "bitonic";
  recorder.launch("bitonic_kernel", 1, 32);
  std::vector<Recorder::Node> row = inputs_of(recorder);
  for (unsigned run = 2; run <= n; run *= 2)
    for (unsigned stride = run / 2; stride > 0; stride /= 2) {
      if (!whole && run == n && stride == 1) break;
      recorder.barrier(0);
      for (unsigned t = 0; t < n / 2; ++t) {
        const unsigned low = t / stride * 2 * stride + t % stride;
        const unsigned high = stride == run / 2 ? low ^ (run - 1) : low + stride;
        recorder.exchange(0, t, 104, row[low], row[high]);
      }
    }
  recorder.barrier(0);
  recorder.sorted_outputs(row);
  return recorder.recording;
}

}  // namespace

Recording bitonic(std::vector<int> values) { return bitonic_merges(std::move(values), true); }
Recording bitonic_without_last_step(std::vector<int> values) {
  return bitonic_merges(std::move(values), false);
}

/// Each block has a copy of the counters, and adds it to those of all in the end.
Recording privatized_histogram(const std::vector<int>& bins, unsigned blocks, unsigned bin_count) {
  RecordingMaker maker;
  maker.recording.exercise = "histogram";
  maker.recording.task = "privatized";
  maker.recording.n = bins.size();
  maker.launch("privatized_kernel", blocks, 32);
  const unsigned in = maker.array("in", false, bins.size(), true),
                 private_bins = maker.array("private_bins", true, bin_count),
                 all_bins = maker.array("bins", false, bin_count, true);
  const unsigned part = (unsigned(bins.size()) + blocks - 1) / blocks;
  std::vector<int> counts(bin_count);
  for (unsigned block = 0; block < blocks; ++block) {
    std::vector<int> own(bin_count);
    for (unsigned t = 0; t < part && block * part + t < bins.size(); ++t) {
      const int bin = bins[block * part + t];
      int& count = own[std::size_t(bin)];
      maker.thread(block, t);
      maker.read(10, in, block * part + t, bin, 1);
      maker.atomic_add(20, private_bins, std::uint64_t(bin), count, count + 1, 2);
      ++count;
    }
    for (unsigned bin = 0; bin < bin_count; ++bin) {
      maker.thread(block, bin);
      maker.read(20, private_bins, bin, own[bin], 2);
      if (own[bin] > 0) maker.atomic_add(30, all_bins, bin, counts[bin], counts[bin] + own[bin], 3);
      counts[bin] += own[bin];
    }
  }
  for (unsigned bin = 0; bin < bin_count; ++bin)
    maker.output("bins", bin, counts[bin], int(std::ranges::count(bins, int(bin))));
  return maker.recording;
}

}  // namespace warpgrade::support
