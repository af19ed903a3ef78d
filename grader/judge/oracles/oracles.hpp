// The oracles of a course: each is built when it is asked for first, and runs in processes of its own
// (grader/oracle), as many as threads ask at the same time.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/toolchain.hpp"
#include "kit/oracle.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

class Oracles {
 public:
  /// `datasets`: the course's folder of them; need not exist.
  Oracles(OracleToolchain toolchain, std::filesystem::path cache, std::filesystem::path datasets);
  ~Oracles();

  /// Builds those that are not in the cache, `jobs` at a time. `building` hears the name of each exercise
  /// that is compiled. Throws what build_oracle() throws.
  void build(const std::vector<const spec::Exercise*>& exercises, int jobs,
             const std::function<void(const std::string& exercise)>& building, const Waits& waits = {});

  /// The oracle of an exercise, which is built if it has to be. The returned function may be called from
  /// several threads at once, and also after the end of this object.
  kit::Oracle of(const spec::Exercise& exercise);

 private:
  class Pool;
  std::shared_ptr<Pool> pool_of(const spec::Exercise& exercise, const std::function<void()>& compiling,
                                const Waits& waits);

  OracleToolchain toolchain_;
  std::filesystem::path cache_, datasets_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<Pool>> pools_;  ///< by the folder of the exercise
};

}  // namespace warpgrade::judge
