// The command `warpgrade`, which ./grade runs. All of it is in command_line.cpp and one file per subcommand.
#include "app/command_line.hpp"
#include "app/course_program.hpp"
#include "system/process_info.hpp"

int main(int argc, char** argv) {
  using namespace warpgrade::app;
  const std::vector<std::string> words = command_words(argc, argv);
  if (!words.empty() && is_course_command(words.front())) return become_course_program(words);
  warpgrade::system::hide_from_other_processes();  // before a submission's code can run
  return run_command_line(
      words, {add_check, add_watch, add_list, add_explain, add_hint, add_draw, add_trace, add_machine,
              add_debug, add_quiz, add_reset, add_editor, add_doctor, add_course_command_names});
}
