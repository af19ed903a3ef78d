struct Pair {
  int left;
};

__global__ void calls(int* x, Pair pair) {
  // error: ^ is the exclusive or of integers, and no power
  x[1] = 0.5 ^ 2;
  // error: element i of an array is
  x(0) = 1;
  // error: for the types 'Pair' and 'Pair'
  pair = pair + pair;
  // error: 'atan2' does not take these arguments
  x[0] = atan2(pair);
}
