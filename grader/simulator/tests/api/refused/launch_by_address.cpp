// expect: pass the kernel itself
void kernel(int);

void f(void** arguments) { cudaLaunchCooperativeKernel((void*)kernel, 1, 1, arguments); }
