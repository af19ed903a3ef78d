// expect: can't simulate CUDA graphs
void f() { cudaGraphLaunch(nullptr, nullptr); }
