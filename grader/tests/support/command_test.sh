# What tests of commands source: a folder for the test, and words for what a command must do.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset WARPGRADE_COURSE
cd "$work"

fail() {
  echo "$1"
  exit 1
}
# run CODE COMMAND...: what it prints goes to $work/out.
run() {
  local expected=$1 code=0
  shift
  "$@" > "$work/out" 2>&1 || code=$?
  [[ $code == "$expected" ]] || { cat "$work/out"; fail "exit code $code and not $expected: $*"; }
}
# says TEXT: the last command has printed it.
says() { grep -qF -- "$1" "$work/out" || { cat "$work/out"; fail "the line above does not say: $1"; }; }
