#!/usr/bin/env bash
# Fuzzes the readers of what strangers write (grader/tests/fuzz): specs, requests over SSH, submissions, the messages of runners. Builds
# only these, with clang and its sanitizers, in build-fuzz/, and runs them side by side. What they learn is kept in
# build-fuzz/corpus/, so that the next run begins where this one ends. An input that crashes a reader, or with which it
# takes longer than ten seconds, is named with the command that runs it again; exit 1 then.
#
#   ci/fuzz.sh [SECONDS [SEED]]      SECONDS for each fuzzer, 60 by default. With a SEED the inputs are the same each
#                                    time, so that a test run blames a change only for what it broke.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60} seed=${2:-0}  # 0: libFuzzer chooses one
if [[ ! "$seconds $seed" =~ ^[1-9][0-9]*\ [0-9]+$ || $# -gt 2 ]]; then
  echo "fuzz: use: ci/fuzz.sh [SECONDS [SEED]]" >&2
  exit 2
fi
targets=(spec request rules protocol)
limits=(-timeout=10 -rss_limit_mb=2048)

cmake --preset fuzz >/dev/null || exit 2
cmake --build --preset fuzz || exit 2

# The course's own files are seeds too.
rm -rf build-fuzz/seeds
mkdir -p build-fuzz/seeds/{spec,request,rules,protocol} build-fuzz/crashes
seeds() { git ls-files "${@:2}" | while read -r file; do cp "$file" "build-fuzz/seeds/$1/${file//\//.}"; done; }
seeds spec 'assignments/*.toml' 'reference/*.toml'
seeds rules 'student/*.cu' 'reference/*/cheats/*.cu'
# And those of corpus/TARGET.txt, each below a line `==== NAME`. (What is no text is a file of corpus/TARGET/.)
for target in "${targets[@]}"; do
  awk -v folder="build-fuzz/seeds/$target/" '/^==== /{file = folder $2; next} {print >file}' \
    "grader/tests/fuzz/corpus/$target.txt"
done

# Leaks are not looked for: that needs ptrace, which containers may forbid. clang 14's sanitizer may not find its place
# where the kernel scatters addresses widely (vm.mmap_rnd_bits = 32), so they are not scattered.
export ASAN_OPTIONS=detect_leaks=0
run=(env)
if setarch -R true 2>/dev/null; then run=(setarch -R); fi

# fuzz TARGET: what it prints goes to a file, of which the last lines are shown below.
fuzz() {
  local corpus=build-fuzz/corpus/$1
  mkdir -p "$corpus"
  "${run[@]}" "build-fuzz/grader/tests/fuzz/$1_fuzzer" "${limits[@]}" -max_len=65536 -max_total_time="$seconds" -seed="$seed" \
    -print_final_stats=1 -artifact_prefix="build-fuzz/crashes/$1-" \
    "$corpus" "grader/tests/fuzz/corpus/$1" "build-fuzz/seeds/$1" >"build-fuzz/$1.log" 2>&1
}

rm -f build-fuzz/crashes/*
processes=()
for target in "${targets[@]}"; do
  fuzz "$target" &
  processes+=($!)
done
trap 'kill "${processes[@]}" 2>/dev/null || true' EXIT

figure() { sed -n "s/^stat::$2: *//p" "build-fuzz/$1.log"; }

failed=0
for i in "${!targets[@]}"; do
  target=${targets[i]}
  if wait "${processes[i]}"; then
    echo "fuzz: $target: $(figure "$target" number_of_executed_units) inputs," \
      "$(figure "$target" average_exec_per_sec) a second; nothing found"
    continue
  fi
  failed=1
  grep -E 'ERROR|runtime error|terminate called|what\(\)|^ *#[0-9]+ .* grader/|SUMMARY' "build-fuzz/$target.log" | head -20 >&2 ||
    tail -20 "build-fuzz/$target.log" >&2
  echo "fuzz: $target: the reader fails, all of it in build-fuzz/$target.log. Run it again with:" >&2
  for input in build-fuzz/crashes/"$target"-*; do
    echo "  build-fuzz/grader/tests/fuzz/${target}_fuzzer ${limits[*]} $input" >&2
  done
done
exit $failed
