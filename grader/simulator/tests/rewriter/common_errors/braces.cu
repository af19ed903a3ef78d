__global__ void kernel(int* x) { x[0] = 1; }
// error: here is one '}' too many
}
