#include "tests/judge/fake_workshop.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "kit/inputs.hpp"

namespace warpgrade::judge {
namespace {

kit::CaseData make_fake_case(const kit::CaseRequest& request) {
  if (request.op != "double_i32") throw kit::UnknownName("operator", request.op, {"double_i32"});
  const auto in =
      kit::make_elements<std::int32_t>(kit::parse_input_kind(request.input), request.n, request.seed);
  std::vector<std::int32_t> out;
  for (const std::int32_t x : in) out.push_back(std::int32_t(2 * std::uint32_t(x)));
  kit::CaseData data;
  data.inputs.push_back(kit::Array::of<std::int32_t>("in", {Scalar::i32}, in));
  data.outputs.push_back({kit::Array::of<std::int32_t>("out", {Scalar::i32}, out), {}});
  data.proves = "right for every number";
  if (request.n > 0) data.picture = {"out", int(request.n), 1, data.inputs[0].bytes};  // four bytes a pixel
  return data;
}

const kit::OracleRegistration fake_registration("fake", &make_fake_case);

/// Keeps the odd numbers, and says how many there are.
kit::CaseData make_filter_case(const kit::CaseRequest& request) {
  const auto in =
      kit::make_elements<std::int32_t>(kit::parse_input_kind(request.input), request.n, request.seed);
  std::vector<std::int32_t> kept;
  std::ranges::copy_if(in, std::back_inserter(kept), [](std::int32_t x) { return x % 2 != 0; });
  const std::vector<std::uint32_t> count = {std::uint32_t(kept.size())};
  kit::CaseData data;
  data.inputs.push_back(kit::Array::of<std::int32_t>("in", {Scalar::i32}, in));
  data.outputs.push_back({kit::Array::of<std::uint32_t>("count", {Scalar::u32}, count)});
  data.outputs.push_back({.values = kit::Array::of<std::int32_t>("kept", {Scalar::i32}, kept),
                          .room = request.n,
                          .length_in = "count"});
  return data;
}

const kit::OracleRegistration filter_registration("fake_filter", &make_filter_case);

std::vector<std::vector<std::byte>> poison_for(const kit::CaseData& data) {
  std::vector<std::vector<std::byte>> poison;
  for (const kit::ExpectedArray& output : data.outputs)
    poison.emplace_back(output.capacity_bytes(), std::byte(0xA5));
  return poison;
}

}  // namespace

CallResult right_answer(const kit::CaseData& data) {
  CallResult result;
  result.host.launches = 1;
  result.completed = true;
  result.outputs = result.poison = poison_for(data);
  for (std::size_t i = 0; i < data.outputs.size(); ++i)
    std::ranges::copy(data.outputs[i].values.bytes, result.outputs[i].begin());
  result.seconds = 0.25;
  return result;
}

CallResult untouched(const kit::CaseData& data) {
  CallResult result;
  result.completed = true;
  result.outputs = result.poison = poison_for(data);
  return result;
}

CallResult failed_call(Verdict verdict, const std::string& message) {
  CallResult result;
  result.findings = {finding_of(verdict, message)};
  return result;
}

Finding finding_of(Verdict verdict, const std::string& message) {
  Finding finding;
  finding.verdict = verdict;
  finding.message = message;
  return finding;
}

BuildResult built(const std::string& runner) {
  BuildResult result;
  result.runner = runner;
  result.seconds = 1;
  return result;
}

BuildResult failed_build(Verdict verdict, const std::string& message) {
  BuildResult result;
  result.findings = {finding_of(verdict, message)};
  result.seconds = 1;
  return result;
}

class FakeCaller : public CaseCaller {
 public:
  FakeCaller(FakeWorkshop& workshop, std::filesystem::path runner)
      : workshop_(workshop), runner_(std::move(runner)) {}

  CallResult call(const kit::CaseData& data, const kit::CaseRequest& request,
                  const CallOptions& options) override {
    {
      const std::lock_guard lock(workshop_.mutex_);
      workshop_.orders.insert(
          fmt::format("{}:n{}:{}", request.task, request.n, warpgrade::to_string(options.order)));
      if (options.order != Order::forward) return workshop_.on_other_order(data, request, options);
      workshop_.calls.insert(fmt::format("{}:{}:n{}", runner_.string(), request.task, request.n));
      workshop_.seeds.push_back(request.seed);
    }
    return workshop_.on_call(data, request);
  }

  std::optional<protocol::Hello> hello() const override {
    protocol::Hello hello;
    hello.device_name = "a fake " + runner_.string();
    hello.facts = {{"made_by", "the tests"}};
    return hello;
  }

 private:
  FakeWorkshop& workshop_;
  std::filesystem::path runner_;
};

BuildResult FakeWorkshop::build(DeviceKind device, const BuildRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    const std::string name =
        std::string(to_string(device)) + (request.only_task.empty() ? "" : "/" + request.only_task);
    if (request.only_if_cached && !in_cache.contains(name)) return {};
    if (!in_cache.contains(name)) builds.insert(name);
  }
  return on_build(device, request);
}

std::unique_ptr<CaseCaller> FakeWorkshop::start(DeviceKind, const std::filesystem::path& runner,
                                                const Tool& tool) {
  const std::lock_guard lock(mutex_);
  ++runners_started;
  if (!tool.command.empty()) on_wrapper(tool.command);
  return std::make_unique<FakeCaller>(*this, runner);
}

spec::Exercise fake_exercise() {
  spec::CaseGroup group;
  group.sizes = {1, 2, 3, 4};
  group.operators = {"double_i32"};
  group.inputs = {"random"};
  group.where = {"exercise.toml", 7, 1};
  group.operator_where = {{"exercise.toml", 9, 14}};
  group.input_where = {{"exercise.toml", 10, 11}};

  spec::Exercise exercise;
  exercise.unit = "unit";
  exercise.name = "fake";
  exercise.title = "A fake";
  exercise.source = "fake.cu";
  for (const char* name : {"one", "two"}) {
    spec::Task task;
    task.name = name;
    task.title = std::string("Task ") + name;
    task.hint = "Double it.";
    task.points = 3;
    task.cases = {group};
    task.where = {"exercise.toml", 3, 1};
    exercise.tasks.push_back(task);
  }
  return exercise;
}

FakeSubmission::FakeSubmission() { folder_.write("unit/fake.cu", "// fake\n"); }

}  // namespace warpgrade::judge
