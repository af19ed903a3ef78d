// The command `warpgrade`, which ./grade runs. All of it is in command_line.cpp and one file per subcommand.
#include "app/command_line.hpp"
#include "system/process_info.hpp"

int main(int argc, char** argv) {
  warpgrade::system::hide_from_other_processes();  // before a submission's code can run
  return warpgrade::app::run_command_line(argc, argv);
}
