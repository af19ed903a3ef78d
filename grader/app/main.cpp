// The command `warpgrade`, which ./grade runs. All of it is in command_line.cpp and one file per subcommand.
#include "app/command_line.hpp"

int main(int argc, char** argv) { return warpgrade::app::run_command_line(argc, argv); }
