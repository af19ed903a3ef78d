// simulator: device_exclusive
// cheat: `#import` is as good as `#include`, where it has been tried that it finds the file.
// stopped by: refused before compiling: the path leaves the submission
#if __has_include("../reference/reduce_scan_histogram/scan.cu")
#import "../reference/reduce_scan_histogram/scan.cu"
#endif
