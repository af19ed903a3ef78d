#include "runner/runner.hpp"

int main() { warpgrade::runner::run_tasks(); }
