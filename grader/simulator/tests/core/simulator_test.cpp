#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel_fixture.hpp"
#include "library/spin.hpp"
#include "wgsim/interrupted.hpp"

namespace wgsim::test {

using Simulator = KernelTest;

TEST_F(Simulator, ResetFreesForgetsAndStartsAnew) {
  int* p = upload<int>({1});
  run(1, 1, [=] { p[1] = 1; });
  EXPECT_EQ(cudaErrorIllegalAddress, cudaPeekAtLastError());
  reset_device();
  EXPECT_EQ(0u, core::bytes_in_use());
  EXPECT_EQ(cudaSuccess, cudaGetLastError());
  EXPECT_TRUE(take_findings().empty());
  int* q = allocate<int>(1);
  run(1, 1, [=] { *q = 3; });
  EXPECT_EQ(3, download(q, 1)[0]);
}

TEST_F(Simulator, UnsupportedCallsAreRefusedOnHostAndDevice) {
  run(1, 1, [] { unsupported("tex2D", "textures are not simulated", Site{"a.cu", 5}); });
  EXPECT_CONTAINS("Not simulated: tex2D (textures are not simulated)", only_finding().message);
  EXPECT_THROW(unsupported("cudaGraphLaunch", "graphs", Site{"a.cu", 6}), std::runtime_error);
  EXPECT_EQ(FindingKind::unsupported, only_finding().kind);
}

int answer_pipe = -1;

bool with_context = true;

/// Like a runner's handler, it is not part of the instrumented program.
WGSIM_UNINSTRUMENTED void on_alarm(int, siginfo_t*, void* context) {
  if (interrupted_in_c_library(context)) return;  // the timer asks again
  const Finding f = where_is_it_now(with_context ? context : nullptr);
  std::string text = std::to_string(f.place.line) + " " + f.place.kernel + " ";
  if (f.problem == "kernel_still_runs_before_blocks") text += "before others ";
  if (f.place.block) text += std::to_string((*f.place.block)[0]) + " " + std::to_string((*f.place.thread)[0]);
  if (write(answer_pipe, text.data(), text.size()) < 0) _exit(2);
  _exit(0);
}

/// Runs the body in a child until an alarm asks where it is, and gives the answer.
template <class Body>
std::string where_after_an_alarm(Body body) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    answer_pipe = ends[1];
    static char stack[1 << 16];
    stack_t alternate{};
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof stack;
    sigaltstack(&alternate, nullptr);
    struct sigaction action {};
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    action.sa_sigaction = on_alarm;
    // By processor time: on a busy machine the body may not have begun after 200 ms.
    sigaction(SIGPROF, &action, nullptr);
    const itimerval soon{{0, 1000}, {0, 200000}};
    setitimer(ITIMER_PROF, &soon, nullptr);
    body();
    _exit(3);
  }
  close(ends[1]);
  char text[200];
  const ssize_t n = read(ends[0], text, sizeof text);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return std::string(text, n > 0 ? std::size_t(n) : 0);
}

TEST_F(Simulator, AKernelThatNeverEndsIsFoundWhereItIs) {
  for (const bool context : {true, false}) {
    with_context = context;
    const std::string answer = where_after_an_alarm([] {
      run(4, 32, [] {
        if (blockIdx.x != 2 || threadIdx.x != 7) return;
        for (;;) {
        }
      });
    });
    const int line = __LINE__ - 4;
    EXPECT_EQ(std::to_string(line) + " test_kernel 2 7", answer);
  }
}

TEST_F(Simulator, ABlockMayWaitForOneThatHasNotBegun) {
  const std::string answer = where_after_an_alarm([] {
    run(100, 32, [] {
      if (threadIdx.x != 0) return;
      for (;;) {
      }
    });
  });
  EXPECT_EQ(std::to_string(__LINE__ - 4) + " test_kernel before others 0 0", answer);
}

TEST_F(Simulator, AHostLoopThatNeverEndsIsFoundAtItsLaunch) {
  const std::string answer = where_after_an_alarm([] {
    LaunchConfig config;
    config.grid = config.block = 1;
    config.site = {"a.cu", 77};
    for (;;) run(config, [] {});
  });
  EXPECT_EQ("77  ", answer);
}

TEST_F(Simulator, TheSameInsideACallOfTheLibrary) {
  Options options;  // the functions in the simulator's headers are compiled for these tests, too, with lines
  options.library_folders = {WGSIM_SOURCES};
  set_options(options);
  int* p = upload<int>({0});
  const std::string answer = where_after_an_alarm([=] {
    run(1, 32, [=] {
      for (;;) {
        if (*static_cast<volatile int*>(p) == 1) return;
        *static_cast<volatile int*>(p) = *static_cast<volatile int*>(p) == 2 ? 3 : 2;
      }
    });
  });
  const int first = __LINE__ - 5, last = __LINE__ - 3;
  const int line = std::stoi(answer);
  EXPECT_GE(line, first - 1) << answer;
  EXPECT_LE(line, last) << answer;
  EXPECT_CONTAINS(" test_kernel 0 ", answer);
  set_options({});
}

TEST_F(Simulator, AFindingInALibraryHeaderNamesTheLineThatCalledIt) {
  const auto spin = [] { run(1, 1, [] { library::spin_forever(); }); };
  const int line = __LINE__ - 1;
  EXPECT_EQ(std::to_string(library::kLineThatSpins) + " test_kernel 0 0", where_after_an_alarm(spin));
  Options options;
  options.library_folders = {WGSIM_TEST_FOLDER "/library/"};
  set_options(options);
  EXPECT_EQ(std::to_string(line) + " test_kernel 0 0", where_after_an_alarm(spin));
  set_options({});
}

TEST_F(Simulator, HostCodeThatNeverEndsIsFoundToo) {
  const std::string answer = where_after_an_alarm([] {
    volatile bool stop = false;
    while (!stop) {
    }
  });
  EXPECT_EQ(std::to_string(__LINE__ - 3) + "  ", answer);
}

}  // namespace wgsim::test
