// expect: forbidden device_exclusive
// cheat: includes the hidden reference, wherever it lies.
// stopped by: refused before compiling
#include "../../../reference/reduce_scan_histogram/scan.cu"
