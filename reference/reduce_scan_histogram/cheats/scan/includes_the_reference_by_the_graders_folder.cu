// simulator: device_inclusive
// cheat: the grader's own folder is searched for headers, and the reference lies beside it.
// stopped by: refused before compiling: the path leaves the submission
#include "../reference/reduce_scan_histogram/scan.cu"
