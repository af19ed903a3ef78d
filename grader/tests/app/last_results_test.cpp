#include "app/last_results.hpp"

#include <gtest/gtest.h>

#include "system/parallel.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;

Result result_of(const std::string& task, Verdict verdict, double score) {
  ExerciseResult exercise;
  exercise.name = "scan";
  exercise.tasks.emplace_back();
  exercise.tasks.back().name = task;
  exercise.tasks.back().verdict = verdict;
  exercise.tasks.back().score = score;
  Result result;
  result.exercises.push_back(exercise);
  return result;
}

Installation installation_in(const TemporaryFolder& folder) {
  Installation installation;
  installation.cache = folder.path() / "cache";
  return installation;
}

TEST(LastResults, EachTaskKeepsItsLastResult) {
  const TemporaryFolder folder;
  const auto installation = installation_in(folder);
  app::remember_results(installation, "/a", {}, result_of("blelloch", Verdict::race, 0));
  app::remember_results(installation, "/a", {}, result_of("hillis_steele", Verdict::timeout, 0));
  app::remember_results(installation, "/a", {}, result_of("blelloch", Verdict::pass, 6));
  const auto known = app::last_results(installation, "/a");
  ASSERT_EQ(2u, known.size());
  EXPECT_EQ(Verdict::pass, known.at("scan/blelloch").verdict);
  EXPECT_EQ(6, known.at("scan/blelloch").score);
  EXPECT_EQ(Verdict::timeout, known.at("scan/hillis_steele").verdict);
}

TEST(LastResults, CostsAreKeptForEachSize) {
  const TemporaryFolder folder;
  const auto installation = installation_in(folder);
  Result result = result_of("blelloch", Verdict::pass, 6);
  for (const std::uint64_t n : {32, 1000}) {
    CaseResult& one = result.exercises[0].tasks[0].cases.emplace_back();
    one.cost["depth"] = {n == 32 ? 8.0 : 18.0, std::nullopt, "", n};
  }
  app::remember_results(installation, "/a", {}, result);
  const auto known = app::last_results(installation, "/a").at("scan/blelloch").costs;
  EXPECT_EQ(8, known.at("depth").at(32));
  EXPECT_EQ(18, known.at("depth").at(1000));
}

TEST(LastResults, GradingsThatEndAtTheSameTimeDoNotUndoEachOther) {
  const TemporaryFolder folder;
  const auto installation = installation_in(folder);
  system::parallel_for(4, 40, [&](std::size_t, std::size_t i) {
    app::remember_results(installation, "/a", {}, result_of("task_" + std::to_string(i), Verdict::pass, 1));
  });
  EXPECT_EQ(40u, app::last_results(installation, "/a").size());
}

TEST(LastResults, SubmissionsAreKeptApart) {
  const TemporaryFolder folder;
  const auto installation = installation_in(folder);
  app::remember_results(installation, "/a", {}, result_of("blelloch", Verdict::pass, 6));
  EXPECT_TRUE(app::last_results(installation, "/b").empty());
}

TEST(LastResults, BrokenFileIsForgottenAndReplaced) {
  const TemporaryFolder folder;
  const auto installation = installation_in(folder);
  for (const char* broken :
       {"", "{", "[1]", R"({"/a": 3})", R"({"/a": {"scan/blelloch": {"verdict": 7}}})",
        R"({"/a": {"scan/blelloch": {"verdict": "pass", "score": 1, "costs": {"depth": {"many": 1}}}}})"}) {
    folder.write("cache/last_results.json", broken);
    EXPECT_TRUE(app::last_results(installation, "/a").empty()) << broken;
  }
  folder.write("cache/last_results.json", "{");
  app::remember_results(installation, "/a", {}, result_of("blelloch", Verdict::pass, 6));
  EXPECT_EQ(1u, app::last_results(installation, "/a").size());
}

TEST(LastResults, UnwritableCacheIsNoFault) {
  Installation installation;
  installation.cache = "/proc/nonexistent";
  EXPECT_NO_THROW(app::remember_results(installation, "/a", {}, result_of("blelloch", Verdict::pass, 6)));
}

}  // namespace
