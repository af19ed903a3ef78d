// What archives refer to that were compiled with a newer glibc than that of the machine where they are
// linked: before 2.32 it has no such variable. libstdc++ reads it; false means that there may be other
// threads.
extern "C" {
extern __attribute__((weak)) char __libc_single_threaded;
char __libc_single_threaded = false;
}
