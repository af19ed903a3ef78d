// expect: forbidden device_exclusive
// cheat: includes the hidden reference through a macro, so that no name stands after #include.
// stopped by: refused before compiling
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define FOLDER ../../../ reference / reduce_scan_histogram
#include TEXT(FOLDER / scan.cu)
