// simulator: device_exclusive
// cheat: `#include_next`, with the name behind a macro.
// stopped by: refused before compiling: #include must name its file
#define SOLUTION "../reference/reduce_scan_histogram/scan.cu"
#include_next SOLUTION
