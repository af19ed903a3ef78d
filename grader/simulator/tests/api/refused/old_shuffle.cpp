// expect: use __shfl_down_sync
int f(int x) { return __shfl_down(x, 1); }
