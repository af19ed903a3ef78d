# What ci/test.sh and ci/nightly.sh share: steps with their time, and the set-up. Sourced by both.
step() { printf '\n==== %s (%ss)\n' "$1" "$SECONDS"; }

set_up() {
  step "set-up"
  ci/bootstrap.sh "$@"
  git rev-parse --short HEAD 2>/dev/null || true
  g++ --version | head -1
  cmake --version | head -1
}

check_format() {
  step "format"
  git ls-files '*.cpp' '*.hpp' '*.h' '*.cu' '*.cuh' | xargs clang-format --dry-run --Werror
}
