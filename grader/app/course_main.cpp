// The program `warpgrade-course` (course_program.hpp).
#include "app/command_line.hpp"
#include "system/process_info.hpp"

int main(int argc, char** argv) {
  using namespace warpgrade::app;
  warpgrade::system::hide_from_other_processes();  // before a submission's code can run
  return run_command_line(command_words(argc, argv), {add_spec, add_new, add_verify, add_class, add_receive,
                                                      add_handout, add_platform, add_bench, add_calibrate});
}
