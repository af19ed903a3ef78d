// simulator: device_exclusive
// cheat: the compiler's working folder has a name that is the same on all machines.
// stopped by: refused before compiling: the path leaves the submission
#if __has_include("/proc/self/cwd/reference/reduce_scan_histogram/scan.cu")
#include "/proc/self/cwd/reference/reduce_scan_histogram/scan.cu"
#else
#include "/proc/self/cwd/../reference/reduce_scan_histogram/scan.cu"
#endif
