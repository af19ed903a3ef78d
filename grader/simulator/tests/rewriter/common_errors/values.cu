// Each error is announced in the line above it. The words are the same with g++ and with clang.
struct Pair {
  int left;
};

__global__ void names(int* x, int n) {
  // error: 'threadIdx' is three numbers: take one of them, threadIdx.x for example
  int i = threadIdx;
  // error: 'blockIdx' is three numbers: take one of them, blockIdx.x for example
  int j = blockIdx * blockDim.x;
  // error: and no 'w'
  x[threadIdx.w] = i + j;
  // error: nothing with the name 'y' is known here
  y[n] = 1;
  // error: nothing with the name '__syncthread' is known here; did you mean '__syncthreads'?
  __syncthread();
  // error: std::vector is not known here: is its #include missing?
  std::vector vector;
}

__global__ void constants(const int* in, const int n) {
  // error: this is const, which can't be written
  in[0] = 1;
  // error: a comparison is written ==; a single = assigns
  if (n = 3) return;
  // error: data can only be read, and through 'int
  int* out = in;
  // error: what stands to the left of = can't be assigned to
  n + 1 = 3;
}

__global__ void types(int* x, double d, Pair pair, Pair* pointer) {
  // error: an index must be an integer, and this one
  x[d] = 1;
  // error: only an array or a pointer has elements
  pair.left[0] = 1;
  // error: is a pointer, not a value of type 'int'
  int value = x;
  // error: is a value, not a pointer of type 'int
  int* p = x[0];
  // error: % works on integers only
  x[0] = d % 2;
  // error: has no members
  x[0] = x.size();
  // error: is a pointer: write -> instead of .
  pointer.left = value;
  // error: is no pointer: write . instead of ->
  pair->left = *p;
}
