// What polynomial.cu offers, for files that know nothing of CUDA.
#pragma once

/// y[i] = 3 x[i]^2 - 2 x[i] + 7, on the device.
void evaluate_polynomial(const int* x, int* y, int n);
