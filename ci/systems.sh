#!/usr/bin/env bash
# Tries what is installed elsewhere on bare systems, with many compilers, and prints tables of it: seconds from nothing to
# the first verdict, and the points of the reference by compiler. Fails if one of them has others than the rest.
#
#   ci/systems.sh [SUITE…]      bullseye, bookworm, trixie, jammy, noble; as root, with debootstrap
#
# It makes each system once, in $WARPGRADE_SYSTEMS (default: /var/tmp/warpgrade_systems), and works in copies.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build-portable
work=${WARPGRADE_SYSTEMS:-/var/tmp/warpgrade_systems}
exercises="map scan"
debian=http://deb.debian.org/debian/ ubuntu=http://archive.ubuntu.com/ubuntu/

# suite → system, mirror, compilers that are tried besides the first (the package g++)
declare -A system=([bullseye]="Debian 11" [bookworm]="Debian 12" [trixie]="Debian 13" [jammy]="Ubuntu 22.04" [noble]="Ubuntu 24.04")
declare -A mirror=([bullseye]=$debian [bookworm]=$debian [trixie]=$debian [jammy]=$ubuntu [noble]=$ubuntu)
declare -A compilers=([bookworm]="g++-11 clang-14 clang-15 clang-16 clang-19" [trixie]="g++-12 g++-13 clang-17 clang-18 clang-19"
  [jammy]="g++-12 clang-14" [noble]="g++-14 clang-16 clang-18")

root=
remove_root() {
  [[ -n $root ]] || return 0
  umount -l "$root/proc" 2> /dev/null || true
  rm -rf --one-file-system "$root"
  root=
}
trap remove_root EXIT

# A fresh copy of a bare system, with the packages and the course in /home.
new_root() {
  local suite=$1 parts=main
  [[ ${mirror[$suite]} != "$ubuntu" ]] || parts=main,universe
  if [[ ! -d $work/$suite ]]; then
    debootstrap --variant=minbase --include=ca-certificates --components=$parts --no-check-gpg "$suite" "$work/$suite.new" \
      "${mirror[$suite]}" > "$work/$suite.log" 2>&1 || { tail -5 "$work/$suite.log" >&2; exit 2; }
    mv "$work/$suite.new" "$work/$suite"
  fi
  remove_root
  root=$(mktemp -d "$work/root.XXXX")
  cp -a "$work/$suite/." "$root"
  mount -t proc proc "$root/proc"
  cp /etc/resolv.conf "$root/etc/"
  cp "$build"/warpgrade*.{tar.gz,deb,whl} "$root/home/"
  git clone -q . "$root/home/warpgrade"
}
inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy} bash -c "cd /home && $1" < /dev/null; }
install() { echo "apt-get update -qq && apt-get install -y -qq --no-install-recommends $* > /dev/null 2>&1"; }
check="--course /home/warpgrade --submission /home/warpgrade/reference $exercises"

# remember RESULT: all that have points must have the same, and `?` is none that is expected.
failed=0 points=
remember() {
  local got
  got=$(grep -oE '[0-9]+ of [0-9]+' <<< "$1" || true)
  [[ -n $points ]] || points=$got
  if [[ $1 == *\? || ( -n $got && $got != "$points" ) ]]; then failed=1; fi
}

# From a report: its points, or what it says in their place.
outcome() { grep -oE '[0-9]+ of [0-9]+ points|no C\+\+ compiler|too old: it is [a-z+]+ [0-9]+|apt-get failed' <<< "$1" | head -1 || echo "?"; }

# way(SUITE, COMMANDS): one cell of the first table.
way() {
  local start output
  new_root "$1"
  start=$SECONDS
  output=$(inside "$2" 2>&1) || true
  echo "$((SECONDS - start)) s, $(outcome "$output")"
  remove_root
}

mkdir -p "$work"
cmake --preset portable > "$work/build.log" && cmake --build "$build" --target package wheel >> "$work/build.log"
suites=("${@:-}")
[[ -n ${suites[0]} ]] || suites=(bullseye bookworm trixie jammy noble)
echo "| system | archive | wheel | package | source |"
echo "|---|---|---|---|---|"
for suite in "${suites[@]}"; do
  archive=$(way "$suite" "$(install g++) && tar -xzf warpgrade-*.tar.gz && ./warpgrade-*/bin/warpgrade $check")
  wheel=$(way "$suite" "$(install g++ python3-venv) && python3 -m venv v && v/bin/pip install -q ./*.whl && v/bin/warpgrade $check")
  package=$(way "$suite" "apt-get update -qq && apt-get install -y -qq ./warpgrade_*.deb > /dev/null 2>&1 && warpgrade $check")
  source=$(way "$suite" "cd warpgrade && ci/bootstrap.sh && ./grade --submission reference $exercises")
  echo "| ${system[$suite]} | $archive | $wheel | $package | $source |"
  for cell in "$archive" "$wheel" "$package" "$source"; do remember "$cell"; done
done
printf '\n| system | compiler | archive |\n|---|---|---|\n'
for suite in "${suites[@]}"; do
  new_root "$suite"
  inside "tar -xzf warpgrade-*.tar.gz"
  for compiler in none g++ ${compilers[$suite]:-}; do
    [[ $compiler == none ]] || inside "$(install "$compiler")"
    program=${compiler/clang-/clang++-}
    result=$(outcome "$(inside "WGSIM_CXX=${program#none} ./warpgrade-*/bin/warpgrade $check" 2>&1 || true)")
    version=$(inside "$program --version 2> /dev/null | head -1" || true)
    echo "| ${system[$suite]} | ${version:-none} | $result |"
    remember "$result"
    # Only Debian 11 has none that is new enough.
    if [[ $compiler != none && $suite != bullseye && $result != *points ]]; then failed=1; fi
  done
done
exit "$failed"
