// One run of a whole program, from an empty folder to its exit code and the files that it has written.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "judge/call_result.hpp"
#include "judge/run/protocol_child.hpp"
#include "protocol/runner_messages.hpp"
#include "spec/spec.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {

/// What it gave beside what a call gives. `output` is its standard error; `completed`: it ended by itself.
struct ProgramResult : CallResult {
  system::ExitStatus status;
  double main_s = 0;    ///< from its main() to its end, the device included, by the judge's clock
  std::string printed;  ///< its standard output, of that at most 16 MB
  std::shared_ptr<const system::TemporaryFolder> temporary;  ///< as long as files are needed
  std::filesystem::path folder;                              ///< in it: where it ran
  protocol::Hello hello;
};

/// `options`: of the child; the run's arguments and folder are added. Does not throw: the findings say what
/// went wrong.
ProgramResult run_program(const std::filesystem::path& program, const spec::Exercise& exercise,
                          const spec::ProgramRun& run, const protocol::CallOptions& call,
                          ChildOptions options);

}  // namespace warpgrade::judge
