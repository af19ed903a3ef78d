// simulator: device_inclusive
// cheat: as includes_the_reference_by_the_graders_folder.cu, the word `include` on two lines and with a
//   digraph, and the name put together by macros.
// stopped by: refused before compiling: #include must name its file
#define TEXT(x) #x
#define NAME(x) TEXT(x)
// clang-format off
%:inc\
lude NAME(../reference/reduce_scan_histogram/scan.cu)
