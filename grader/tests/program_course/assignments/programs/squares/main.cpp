// squares                 reads a number of values, and the values
// squares --up-to N       squares 1, 2, … N
// squares --picture N     writes the squares below N * N into squares.pgm
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "clamped.h"
#include "squares.h"

static std::vector<float> squares_of(const std::vector<float>& in) {
  std::vector<float> out(in.size());
  square_all(in.data(), out.data(), int(in.size()));
  return out;
}

static int print_input() {
  int n = 0;
  if (std::scanf("%d", &n) != 1) return 3;
  std::vector<float> in(n);
  for (float& value : in)
    if (std::scanf("%f", &value) != 1) return 3;
  for (const float square : squares_of(in)) std::printf("%g\n", square);
  return 0;
}

static std::vector<float> counted_up(int n) {
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = float(i + 1);
  return in;
}

static int print_up_to(int n) {
  const std::vector<float> squares = squares_of(counted_up(n));
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i < 10) std::printf("%g ", squares[i]);
    sum += squares[i];
  }
  std::printf("\n%d %s\nsum: %.0f\n", n, GREETING, sum);
  return 0;
}

static int write_picture(int n) {
  float weight = 0;
  if (!(std::ifstream("weights.txt") >> weight)) return 4;
  std::vector<float> in = counted_up(n * n);
  for (float& value : in) value *= weight;
  std::ofstream file("squares.pgm");
  file << "P2\n" << n << " " << n << "\n255\n";
  for (const float square : squares_of(in)) file << clamped(square) << "\n";
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 1) return print_input();
  if (argc == 3 && std::strcmp(argv[1], "--up-to") == 0) return print_up_to(std::atoi(argv[2]));
  if (argc == 3 && std::strcmp(argv[1], "--picture") == 0) return write_picture(std::atoi(argv[2]));
  std::printf("usage: squares [--up-to N | --picture N]\n");
  return 2;
}
