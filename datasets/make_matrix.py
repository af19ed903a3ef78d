#!/usr/bin/env python3
"""Makes bar.mtx from the matrix that manifest.toml names as its origin.

The course ships the result, so nobody needs to run this: it says how it was made.

    python3 -m pip install scipy
    datasets/make_matrix.py bar.mat bar.mtx
"""

import sys

import scipy.io

ROUNDING = 1e-12  # elements this much smaller than the largest are what rounding left of a zero


def main(source, target):
    matrix = scipy.io.loadmat(source)["A"].tocoo()
    largest = abs(matrix.data).max()
    lower = sorted((row, column, value) for row, column, value in zip(matrix.row, matrix.col, matrix.data)
                   if column <= row and abs(value) > ROUNDING * largest)
    with open(target, "w", encoding="ascii") as file:
        file.write("%%MatrixMarket matrix coordinate real symmetric\n")
        file.write("% Linear elasticity of a bar, finite elements: pyamg 5.4.1 (MIT), gallery/example_data/bar.mat\n")
        file.write(f"{matrix.shape[0]} {matrix.shape[1]} {len(lower)}\n")
        for row, column, value in lower:
            file.write(f"{row + 1} {column + 1} {value:.7g}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
