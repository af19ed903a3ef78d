#!/usr/bin/env bash
# Does an editor show stubs and references without red lines? Asks clangd, with the compile_commands.json that
# ./grade editor writes. Exit code 1: it shows some; 2: it can't be asked here.
#
#   ci/editor.sh [FILE...]      (default: all stubs and readable references)
set -uo pipefail
cd "$(dirname "$0")/.."

command -v clangd >/dev/null || { echo "editor: clangd is not installed (Debian: apt-get install clangd)" >&2; exit 2; }
[[ -f compile_commands.json ]] || { echo "editor: there is no compile_commands.json: run ./grade editor first" >&2; exit 2; }

# clangd also tries its refactorings at each word. A refactoring that fails there is no red line.
check() {
  local said
  said=$(clangd --check="$1" 2>&1 | grep '^E\[' | grep -v 'tweak: ') || return 0
  printf '%s:\n%s\n' "$1" "$(sed 's/^E\[[^]]*\] /  /' <<<"$said")"
  return 1
}
export -f check

files=("$@")
[[ ${#files[@]} -gt 0 ]] || files=(student/*/*.cu reference/*/*.cu)
failed=0
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c '[[ ! -f $0 ]] || check "$0"' || failed=1
[[ $failed -eq 0 ]] && echo "editor: ${#files[@]} files, no red lines"
exit $failed
