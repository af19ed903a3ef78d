#!/usr/bin/env bash
# Installs what is missing to build and run Warpgrade. Safe to run again: it does nothing when nothing is missing.
#
#   ci/bootstrap.sh           what grading needs
#   ci/bootstrap.sh --tests   and what ci/test.sh needs besides
#   ci/bootstrap.sh --package what the targets `package` and `wheel` need
#   ci/bootstrap.sh --nightly and what ci/nightly.sh needs: a second compiler and its tools, MkDocs, a browser, Slurm
#
# Debian and Ubuntu: apt. macOS: brew. Elsewhere it says what to install. The CUDA toolkit is optional and not
# installed from here: without it everything but the cuda device works.
set -euo pipefail

# command → package; header or file (a pattern may name it) → package
debian_tools=(g++ cmake ninja:ninja-build ccache git addr2line:binutils bwrap:bubblewrap)
debian_files=(
  /usr/include/toml++/toml.h:libtomlplusplus-dev
  /usr/include/CLI/CLI.hpp:libcli11-dev
  /usr/include/nlohmann/json.hpp:nlohmann-json3-dev
  /usr/include/boost/context/fiber.hpp:libboost-context-dev
  /usr/include/fmt/format.h:libfmt-dev
  /usr/include/gtest/gtest.h:libgtest-dev
  /usr/include/gmock/gmock.h:libgmock-dev
  /usr/include/xxhash.h:libxxhash-dev
  /usr/include/stb/stb_image.h:libstb-dev
  /usr/include/archive.h:libarchive-dev
)
brew_packages=(cmake ninja ccache boost tomlplusplus cli11 nlohmann-json fmt googletest xxhash libarchive)

case "${1:-}" in
  "") ;;
  --package) ;;
  --tests | --nightly)
    debian_tools+=(clang-format gdb make)
    debian_files+=(/usr/lib/python3/dist-packages/nbclient:python3-nbclient
      /usr/lib/python3/dist-packages/ipykernel:python3-ipykernel
      /usr/sbin/sshd:openssh-server /usr/bin/ssh:openssh-client)
    brew_packages+=(clang-format)
    ;;
  *)
    echo "bootstrap: unknown argument '$1'. Use: ci/bootstrap.sh [--tests | --package | --nightly]" >&2
    exit 2
    ;;
esac
if [[ "${1:-}" == --package || "${1:-}" == --nightly ]]; then  # archives, for programs that need no library
  for entry in z:zlib1g bz2:libbz2 lz4:liblz4 lzma:liblzma zstd:libzstd nettle:nettle acl:libacl1; do
    debian_files+=("/usr/lib/*/lib${entry%%:*}.a:${entry##*:}-dev")
  done
  debian_tools+=(g++-12)
  debian_files+=(/usr/lib/python3/dist-packages/wheel:python3-wheel)
fi
if [[ "${1:-}" == --nightly ]]; then
  debian_tools+=(clang++:clang clangd debootstrap)
  debian_files+=("/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-$(uname -m).a:libclang-rt-dev"
    /usr/share/mkdocs/themes/material/main.html:mkdocs-material
    /usr/sbin/slurmctld:slurmctld /usr/sbin/slurmd:slurmd /usr/bin/sbatch:slurm-client /usr/sbin/munged:munge)
  # On Ubuntu it is a snap, which containers can't install: there the tests of pages in a browser are skipped.
  if grep -qs '^ID=debian' /etc/os-release; then debian_tools+=(chromium); fi
fi

# Submissions run in a sandbox where the system allows one (grader/docs/sandbox.md). Without it all works, and the
# reports say so.
check_sandbox() {
  bwrap --unshare-user --unshare-pid --ro-bind / / true 2>/dev/null && return
  echo "bootstrap: bubblewrap can't make namespaces here, so submissions will run in a weaker sandbox." >&2
  echo "  In a container, allow user namespaces; on Ubuntu 24.04 its AppArmor profile for bwrap is needed." >&2
  echo "  ./grade doctor says what works." >&2
}

missing_debian_packages() {
  local entry
  for entry in "${debian_tools[@]}"; do command -v "${entry%%:*}" >/dev/null || echo "${entry##*:}"; done
  for entry in "${debian_files[@]}"; do compgen -G "${entry%%:*}" >/dev/null || echo "${entry##*:}"; done
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else
    echo "bootstrap: installing needs root, and there is no sudo here. As root, run:" >&2
    echo "  $*" >&2
    exit 2
  fi
}

if command -v apt-get >/dev/null; then
  mapfile -t packages < <(missing_debian_packages)
  if [[ ${#packages[@]} -eq 0 ]]; then
    echo "bootstrap: everything is installed."
    check_sandbox
    exit 0
  fi
  if [[ "${packages[*]}" == bubblewrap && $(id -u) -ne 0 ]] && ! command -v sudo >/dev/null; then
    echo "bootstrap: bubblewrap is not installed, and installing needs root. All works without it, but submissions" >&2
    echo "  run in a weaker sandbox. As root: apt-get install bubblewrap" >&2
    exit 0
  fi
  echo "bootstrap: installing ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get update -qq
  if ! as_root apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null; then
    echo "bootstrap: apt-get failed, see above. Building from source is for Debian 12, 13 and Ubuntu 24.04; elsewhere take" >&2
    echo "  the archive or the wheel (grader/docs/install.md), which need a C++ compiler only." >&2
    exit 2
  fi
  mapfile -t packages < <(missing_debian_packages)
  if [[ ${#packages[@]} -gt 0 ]]; then
    echo "bootstrap: apt-get ended well, yet these are still missing: ${packages[*]}" >&2
    exit 2
  fi
  echo "bootstrap: done."
  check_sandbox
elif command -v brew >/dev/null; then
  brew install --quiet "${brew_packages[@]}"
else
  cat >&2 <<'TEXT'
bootstrap: this machine has neither apt-get nor brew. Please install, by whatever means it has:
  a C++20 compiler (g++ 12 or later, or clang 14 or later), CMake 3.25 or later, Ninja, binutils
  Boost.Context 1.74 or later, libarchive 3.6 or later, toml++ 3.3, CLI11 2.1, nlohmann-json 3.11, fmt 9,
  GoogleTest 1.12, xxHash 0.8 and stb_image (those but Boost and libarchive are downloaded by CMake if they are missing)
  bubblewrap 0.8 or later, on Linux: the sandbox for submissions
TEXT
  exit 2
fi
