// expect: forbidden privatized
// cheat: leaves a process behind that belongs to nobody. It reads on the grader's command line where
//   results go, waits for the grader's end, and multiplies every score.
// stopped by: refused before compiling; and where it runs nevertheless:
//   processes are ended with their runner, also those that left its group
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <thread>

#include "histogram.cuh"
#include "honest.cuh"

extern "C" {  // <unistd.h> and <signal.h>'s kill are not allowed
int fork() noexcept;
int setsid() noexcept;
int getppid() noexcept;
int kill(int, int) noexcept;
}

namespace histogram {

inline std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What follows --json on the command line of a process.
inline std::string result_of(int process) {
  std::istringstream words(read_file("/proc/" + std::to_string(process) + "/cmdline"));
  std::string word, before;
  while (std::getline(words, word, '\0')) {
    if (before == "--json") return word.front() == '/' ? word : "";
    before = word;
  }
  return "";
}

inline void edit(const std::string& name) {
  const std::string text = read_file(name);
  std::ofstream(name) << std::regex_replace(text, std::regex("\"score\": *[0-9.]+"), "\"score\": 1000.0");
}

inline void leave_a_process_behind() {
  const int grader = getppid();
  const std::string name = result_of(grader);
  if (name.empty() || fork() != 0) return;
  setsid();
  if (fork() != 0) std::_Exit(0);
  for (int i = 0; i < 1200 && kill(grader, 0) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  edit(name);
  std::_Exit(0);
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  static const bool left = (leave_a_process_behind(), true);
  static_cast<void>(left);
  honest::count(in, n, bins, bin_count, bin_of, stream);
}

}  // namespace histogram
