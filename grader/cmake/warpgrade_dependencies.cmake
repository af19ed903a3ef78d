# Libraries: the system's where it has them (ci/bootstrap.sh installs them), else a pinned download.
include(FetchContent)
find_package(Threads REQUIRED)

# warpgrade_dependency(PACKAGE TARGET URL): find_package first, FetchContent second.
macro(warpgrade_dependency package target url)
  find_package(${package} QUIET ${ARGN})
  if(NOT TARGET ${target})
    message(STATUS "${package}: not installed, downloading ${url}")
    FetchContent_Declare(${package} URL ${url})
    FetchContent_MakeAvailable(${package})
  endif()
endmacro()

warpgrade_dependency(fmt fmt::fmt https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz)
warpgrade_dependency(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz)
warpgrade_dependency(nlohmann_json nlohmann_json::nlohmann_json
                     https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz 3.11)
warpgrade_dependency(tomlplusplus tomlplusplus::tomlplusplus
                     https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz)
set(Boost_USE_STATIC_LIBS ON)
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own configuration; CMake no longer brings one
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS context)
# Submissions come in archives: ci/bootstrap.sh installs it, and it is too large a build to download.
find_package(LibArchive 3.6 REQUIRED)

# warpgrade_header(VARIABLE HEADER NAME URL): a library that is only a header.
macro(warpgrade_header variable header name url)
  find_path(${variable} ${header} PATH_SUFFIXES ${name})
  if(NOT ${variable})
    message(STATUS "${name}: not installed, downloading ${url}")
    FetchContent_Declare(${name} URL ${url})
    FetchContent_MakeAvailable(${name})
    set(${variable} ${${name}_SOURCE_DIR} CACHE PATH "" FORCE)
  endif()
endmacro()

warpgrade_header(XXHASH_INCLUDE_DIR xxhash.h xxhash
                 https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.1.tar.gz)
warpgrade_header(STB_INCLUDE_DIR stb_image.h stb
                 https://github.com/nothings/stb/archive/8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55.tar.gz)
if(BUILD_TESTING)
  warpgrade_dependency(GTest GTest::gtest https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
endif()
