struct Pair {
  int left;
};
template <class T>
struct Run {
  T value;
};

__global__ void calls(int* x, Pair pair) {
  // error: ^ is the exclusive or of integers, and no power
  x[1] = 0.5 ^ 2;
  // error: element i of an array is
  x(0) = 1;
  // error: for the types 'Pair' and 'Pair'
  pair = pair + pair;
  // error: nothing with the name 'syncthreads' is known here; did you mean '__syncthreads'?
  syncthreads();
  // error: 'FLT_MAX' is known after #include <cfloat>
  float largest = FLT_MAX;
  // error: 'Run' is a template: name its types
  __shared__ Run runs[4];
  // error: min needs two arguments of one type
  x[0] = min(x[0], 3ul);
  // error: 'atan2' does not take these arguments
  x[0] = atan2(pair);
}
