// Each error is announced in the line above it. The words are the same with g++ and with clang.
__global__ void kernel(int* x) { x[0] = 1; }

__device__ int no_value(int x) {
  // error: this function must return a value
  return;
}

__global__ void statements(int* x, short* y) {
  // error: this break has no loop around it
  break;
  // error: a const needs its value where it is declared
  const int n;
  // error: atomicAdd takes the address of the element
  atomicAdd(x[0], 1);
  // error: no atomicAdd takes these arguments
  atomicAdd(&y[0], 1);
  int i = 0;
  // error: is there twice
  int i = 1;
  // error: a void function returns no value
  return i;
}

template <class T>
__global__ void generic(T* x) {
  // error: nothing with the name '__synchthreads' is known here
  __synchthreads();
}

void host(int* x) {
  // error: a launch has three of these brackets on each side
  kernel << 1, 32 >> (x);
  // error: cudaMalloc takes the address of a pointer
  cudaMalloc(x, 4);
}

template <class Op>
__device__ int apply(Op op, int x) {
  // error: what 'get' is depends on T: write `template` before it
  return op.get<3>();
}

// error: 'T' is not known here: put template <class T> above this function
__device__ int type_of_nobody(T x) { return 0; }
