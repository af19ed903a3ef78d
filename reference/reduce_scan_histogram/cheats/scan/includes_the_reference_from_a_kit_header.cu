// simulator: device_exclusive
// cheat: a path that begins like a header of the kit's.
// stopped by:
#include <warpgrade/../../../reference/reduce_scan_histogram/scan.cu>
