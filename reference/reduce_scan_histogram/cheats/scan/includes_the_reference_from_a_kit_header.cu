// simulator: device_exclusive
// cheat: a path that begins like a header of the kit's.
// stopped by: refused before compiling: the path leaves the submission
#include <warpgrade/../../../reference/reduce_scan_histogram/scan.cu>
