// expect: no atomicMin for float
float f(float* p) { return atomicMin(p, 1.0f); }
