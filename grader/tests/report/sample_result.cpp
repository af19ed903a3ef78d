#include "tests/report/sample_result.hpp"

#include <utility>

#include <fmt/format.h>

namespace warpgrade::support {
namespace {

const char* const kScan = R"(__global__ void blelloch(const int* in, int* out, int n) {
  extern __shared__ int temp[];
  int t = threadIdx.x;
	temp[t] = in[t];
  for (int stride = 1; stride < n; stride *= 2) {
    temp[t] += temp[t - stride];
  }
  out[t] = temp[t];
}
)";

Finding finding(Verdict verdict, std::string message, std::string remedy = "", Place place = {}) {
  Finding result = make_finding(verdict, std::move(message), std::move(remedy));
  result.place = std::move(place);
  return result;
}

Place place(int line, unsigned thread) {
  return {"reduce_scan_histogram/scan.cu", line, 0, "blelloch", {{0, 0, 0}}, {{thread, 0, 0}}};
}

CaseResult one_case(const std::string& task, const std::string& name, Verdict verdict,
                    std::vector<Finding> findings = {}) {
  CaseResult result;
  result.name = name;
  result.device = DeviceKind::simulator;
  result.verdict = verdict;
  result.seconds = 0.125;
  result.findings = std::move(findings);
  result.reproduce = fmt::format("./grade {} --case {} --seed 42", task, name);
  return result;
}

TaskResult task(const std::string& name, Verdict verdict, double points, double score) {
  TaskResult result;
  result.name = name;
  result.title = "Task " + name;
  result.verdict = verdict;
  result.points = points;
  result.score = score;
  return result;
}

TaskResult task_with_cases(const std::string& name, std::vector<CaseResult> cases) {
  std::vector<Verdict> verdicts;
  for (const CaseResult& one : cases) verdicts.push_back(one.verdict);
  const Verdict verdict = worst(verdicts);
  TaskResult result = task(name, verdict, 4, verdict == Verdict::pass ? 4 : 0);
  result.cases = std::move(cases);
  return result;
}

TaskResult passing() {
  TaskResult result =
      task_with_cases("hillis_steele", {one_case("scan/hillis_steele", "n0.sum_i32.random", Verdict::pass),
                                        one_case("scan/hillis_steele", "n1.sum_i32.random", Verdict::pass)});
  result.timing_points = 2.5;
  result.waiting_points = 2.5;
  result.tiers = {{2.5, TierKind::reference_ratio, 1.5, /*measurable=*/false}};
  result.timing_note = "there is no GPU here";
  for (const double n : {32.0, 1024.0}) {
    const double log2_n = n == 32 ? 5 : 10;
    CaseResult one = one_case("scan/hillis_steele", fmt::format("n{}.traced.random", n), Verdict::pass);
    one.cost["depth"] = {log2_n, log2_n, "log2(n)", std::uint64_t(n)};
    one.cost["work"] = {n * log2_n - n + 1, n * log2_n, "n·log2(n)", std::uint64_t(n)};
    result.cases.push_back(one);
  }
  result.cases.front().proof = Proof{"right for every associative operator", {0, 1, 2, 3, 1024}};
  summarize(result);
  return result;
}

TaskResult racing() {
  Finding race = finding(Verdict::race,
                         "Thread 33 reads temp[32] while thread 32 writes it; no __syncthreads() lies "
                         "between line 4 and line 6.",
                         "Put __syncthreads() after line 4.", place(6, 33));
  race.other = place(4, 32);
  Finding wrong =
      finding(Verdict::wrong_answer, "991 of 1024 elements of out are wrong, all from index 33 on.");
  wrong.mismatches = {{"out", 33, "17", "4"}, {"out", 34, "-21", "0"}, {"out", 35, "1000000000", "(none)"}};
  wrong.mismatch_count = 991;
  CaseResult first = one_case("scan/blelloch", "n1024.sum_i32.random", Verdict::race, {wrong, race});
  first.output = "stride 1\nstride 2\n\x1b[2Jcleared\xff\n";
  for (int i = 0; i < 12; ++i) first.output += fmt::format("thread {} is here\n", i);
  std::vector<CaseResult> cases = {one_case("scan/blelloch", "n1.sum_i32.random", Verdict::pass), first};
  for (const int n : {1000, 1023, 1025}) {
    cases.push_back(one_case("scan/blelloch", fmt::format("n{}.sum_i32.random", n), Verdict::race, {race}));
  }
  cases.push_back(one_case("scan/blelloch", "n2000.max_i32.random", Verdict::wrong_answer, {wrong}));
  cases.push_back(one_case("scan/blelloch", "n4000.max_i32.random", Verdict::not_run,
                           {finding(Verdict::not_run, "The task failed often enough.")}));
  TaskResult result = task_with_cases("blelloch", std::move(cases));
  result.hint = "Two barriers per step:\none after reading, one after writing.";
  return result;
}

TaskResult failing_hidden_case() {
  Finding wrong = finding(Verdict::wrong_answer, "5 of 9 elements of out are wrong.");
  wrong.mismatches = {{"out", 2, "SECRET", "SECRET"}};
  wrong.mismatch_count = 5;
  CaseResult hidden =
      one_case("scan/device_inclusive", "n9.min_f32.extremes", Verdict::wrong_answer, {wrong});
  hidden.hidden = true;
  hidden.output = "in[0] = SECRET\n";
  return task_with_cases("device_inclusive",
                         {one_case("scan/device_inclusive", "n8.min_f32.random", Verdict::pass), hidden});
}

TaskResult with_one_finding(const std::string& name, Finding found) {
  return task_with_cases(name, {one_case("reduce/" + name, "n32.sum_i32.random", found.verdict, {found})});
}

TaskResult that_does_not_build(const std::string& name, Verdict verdict, std::string message) {
  TaskResult result = task(name, verdict, 2, 0);
  result.findings = {
      finding(verdict, std::move(message), "", {"reduce_scan_histogram/histogram.cu", 12, 5, "", {}, {}})};
  result.cases = {one_case("histogram/" + name, "n32.letters", verdict),
                  one_case("histogram/" + name, "n33.letters", verdict)};
  return result;
}

ExerciseResult exercise(const std::string& name, std::vector<TaskResult> tasks) {
  ExerciseResult result;
  result.unit = "reduce_scan_histogram";
  result.name = name;
  result.title = "Exercise " + name;
  result.source = "student/reduce_scan_histogram/" + name + ".cu";
  result.tasks = std::move(tasks);
  return result;
}

/// A right task with these ratios to the reference, at two sizes.
TaskResult timed(const std::string& name, const std::vector<double>& ratios, int tier) {
  TaskResult result =
      task_with_cases(name, {one_case("reduce/" + name, "n32.sum_i32.random", Verdict::pass)});
  result.tiers = {{2, TierKind::reference_ratio, 1.5},
                  {3, TierKind::reference_ratio, 1.1},
                  {4, TierKind::cub_ratio, 0.9}};
  result.timing_points = 4;
  for (const double ratio : ratios) {
    TimingResult& one = result.timing.emplace_back();
    one.n = result.timing.size() == 1 ? 1 << 24 : 1 << 28;
    one.op = "sum_i32";
    one.input = "random";
    const double ms = ratio * double(one.n) * 1e-9;
    one.ms = {ms, ms * 0.99, ms * 1.01};
    one.gb_per_second = 4 / ratio * 1000;
    one.copy_fraction = Measured{0.9 / ratio, 0.89 / ratio, 0.91 / ratio};
    one.reference_ratio = Measured{ratio, ratio - 0.01, ratio + 0.02};
    one.cub_ratio = Measured{ratio * 0.95, ratio * 0.94, ratio * 0.96};
    one.repetitions = result.timing.size() == 1 ? 200 : 30;
    one.tier = tier;
    one.in_doubt = tier > 0 && ratio > 1.08;
  }
  result.timing.front().discarded = 2;
  result.tier = tier;
  if (tier > 0) result.score += result.tiers[std::size_t(tier) - 1].points;
  if (tier == 0) result.verdict = Verdict::too_slow;
  return result;
}

/// Right, and so it loses the points for cost alone.
TaskResult squandering() {
  TaskResult result = with_one_finding(
      "squandering", finding(Verdict::too_much_work, "work is 20480 for n = 1024, allowed are 10240."));
  result.cost_points = 1;
  result.score = result.right_points();
  CaseResult& one = result.cases.front();
  one.n = 1024;
  one.cost["work"] = {
      .measured = 20'480, .bound = 10'240, .formula = "n·log2(n)", .n = 1024, .takes_all = false};
  result.cost = one.cost;
  return result;
}

std::vector<TaskResult> one_task_per_runtime_verdict() {
  struct Failing {
    const char* name;
    Verdict verdict;
    const char *message, *remedy;
  };
  using enum Verdict;
  std::vector<TaskResult> tasks;
  for (const Failing& one : std::initializer_list<Failing>{
           {"crashing", crash, "The program ended with a segmentation fault (signal 11).", ""},
           {"hanging", timeout, "No result after 10 s.", "Look for a loop that never ends."},
           {"mixing", host_device_mixup, "Kernel interleaved reads host memory.",
            "Copy it to the device first."},
           {"diverging", barrier_divergence, "32 threads of the block never reach __syncthreads().", ""},
           {"reading_garbage", uninitialized_read, "temp[7] is read, but nothing was written there.", ""},
           {"overrunning", out_of_bounds, "Kernel writes out[32], but out has 32 elements.",
            "Guard the access: if (i < n)."},
           {"launching", launch_error,
            "cudaErrorInvalidConfiguration: the block has 2048 threads, at most 1024 are possible.", ""},
           {"asserting", cuda_error, "cudaErrorAssert: an assertion failed in a kernel.", ""},
           {"unlucky", grader_error, "The shared memory of the machine is full.", "Free some of /dev/shm."}})
    tasks.push_back(with_one_finding(one.name, finding(one.verdict, one.message, one.remedy)));
  const std::vector<TaskResult> right = {squandering(), timed("striding", {1.04, 1.09}, 2),
                                         timed("dawdling", {1.62, 3.4}, 0)};
  tasks.insert(tasks.end() - 1, right.begin(), right.end());
  tasks.push_back(task("waiting", not_run, 4, 0));
  return tasks;
}

}  // namespace

Result sample_result() {
  Result result;
  result.seed = 42;
  result.device = {{DeviceKind::simulator}, "simulator", {}};
  result.submission = "student";
  result.sandbox = SandboxTier::bubblewrap;
  result.seconds = 3.21;
  TaskResult untouched = task_with_cases(
      "double_buffered", {one_case("scan/double_buffered", "n32.sum_i32.random", Verdict::not_started)});
  untouched.hint = "Swap the two halves after each step.";
  TaskResult untouched_too = task_with_cases(
      "device_exclusive", {one_case("scan/device_exclusive", "n32.sum_i32.random", Verdict::not_started)});
  result.exercises = {
      exercise("scan", {passing(), untouched, racing(), failing_hidden_case(), untouched_too}),
      exercise("histogram",
               {that_does_not_build("blocked", Verdict::compile_error, "expected ';' before '}' token"),
                that_does_not_build("interleaved", Verdict::compile_error, "expected ';' before '}' token"),
                that_does_not_build("privatized", Verdict::forbidden,
                                    "#include <cub/cub.cuh> is not allowed in this exercise.")}),
      exercise("reduce", one_task_per_runtime_verdict()),
  };
  const auto answers_of = [](const std::string& name) {
    return "student/reduce_scan_histogram/" + name + ".quiz.toml";
  };
  result.exercises[0].quiz = QuizResult{answers_of("scan"),
                                        3,
                                        {{"steps_of_a_tree", "ceil(log2 n)", true, 1},
                                         {"work_of_a_tree", "<n>\x1b[2J", false, 1},
                                         {"race_in_the_tree", "", false, 1}},
                                        ""};
  result.exercises[1].quiz = QuizResult{answers_of("histogram"),
                                        0,
                                        {{"lost_update", "", false}},
                                        answers_of("histogram") + ":2:8: not valid TOML, correct this line"};
  result.exercises[2].quiz = QuizResult{answers_of("reduce"), 0, {{"which_commute", "c", true}}, ""};
  return result;
}

Result sample_result_to_look_at() {
  // One grey pixel.
  const std::vector<std::uint8_t> png = {
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
      0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00,
      0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81,
      0x77, 0xcd, 0x72, 0xb6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  Result result = sample_result();
  std::vector<TaskResult>& tasks = result.exercises[0].tasks;
  const std::string file = "reduce_scan_histogram/scan.cu";
  tasks[0].hot_lines = {{file, 8, "blelloch", TrafficKind::global_store, 32, 1024, 128},
                        {file, 4, "blelloch", TrafficKind::global_load, 32, 128, 128},
                        {file, 4, "blelloch", TrafficKind::shared_store, 32, 32, 32},
                        {file, 5, "blelloch", TrafficKind::divergent_branch, 16, 32, 16}};
  tasks[0].cases[0].pictures = {{"before", png}, {"yours", png}};
  tasks[2].cases[1].pictures = {{"before", png}, {"yours", png}, {"right", png}, {"difference", png}};
  tasks[3].cases[1].pictures = {{"before", png}, {"yours", png}};  // hidden
  return result;
}

void write_sample_submission(const TemporaryFolder& folder) {
  folder.write("reduce_scan_histogram/scan.cu", kScan);
  folder.write("reduce_scan_histogram/histogram.cu", std::string(11, '\n') + "  atomicAdd(&bins[c], 1)\n}\n");
}

}  // namespace warpgrade::support
