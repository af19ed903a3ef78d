// expect: forbidden device_exclusive
// cheat: includes the hidden reference through a macro, so that no name stands after #include.
// stopped by: refused before compiling
#define HELPERS "../../../reference/reduce_scan_histogram/scan.cu"
#include HELPERS
