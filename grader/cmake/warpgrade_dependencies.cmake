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

set(libraries ${CMAKE_CURRENT_SOURCE_DIR}/grader/libraries)
if(WARPGRADE_PORTABLE)
  add_library(fmt STATIC ${libraries}/fmt.cpp)
  add_library(fmt::fmt ALIAS fmt)
endif()

warpgrade_dependency(fmt fmt::fmt https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz)
warpgrade_dependency(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz)
warpgrade_dependency(nlohmann_json nlohmann_json::nlohmann_json
                     https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz 3.11)
set(Boost_USE_STATIC_LIBS ON)
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own configuration; CMake no longer brings one
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS context)
# Submissions come in archives: ci/bootstrap.sh installs it, and it is too large a build to download.
find_package(LibArchive 3.6 REQUIRED)
if(WARPGRADE_PORTABLE)
  find_library(LIBARCHIVE_ARCHIVE libarchive.a REQUIRED)
  add_library(archive_without_xar OBJECT ${libraries}/archive_without_xar.cpp)
  set_target_properties(LibArchive::LibArchive PROPERTIES IMPORTED_LOCATION ${LIBARCHIVE_ARCHIVE}
    INTERFACE_LINK_LIBRARIES "$<TARGET_OBJECTS:archive_without_xar>;nettle;acl;lzma;zstd;lz4;bz2;z")
endif()

# warpgrade_header(VARIABLE HEADER NAME URL): a library that is only a header.
macro(warpgrade_header variable header name url)
  find_path(${variable} ${header} PATH_SUFFIXES ${name})
  if(NOT ${variable})
    message(STATUS "${name}: not installed, downloading ${url}")
    FetchContent_Declare(${name} URL ${url})
    FetchContent_MakeAvailable(${name})
    find_path(${variable} ${header} PATHS ${${name}_SOURCE_DIR} PATH_SUFFIXES include NO_DEFAULT_PATH)
  endif()
endmacro()

warpgrade_header(XXHASH_INCLUDE_DIR xxhash.h xxhash
                 https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.1.tar.gz)
warpgrade_header(STB_INCLUDE_DIR stb_image.h stb
                 https://github.com/nothings/stb/archive/8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55.tar.gz)
warpgrade_header(TOML_INCLUDE_DIR toml++/toml.h toml
                 https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz)
add_library(warpgrade_toml STATIC ${libraries}/toml.cpp)
target_include_directories(warpgrade_toml SYSTEM PUBLIC ${TOML_INCLUDE_DIR})
target_compile_definitions(warpgrade_toml PUBLIC TOML_HEADER_ONLY=0)
if(BUILD_TESTING)
  warpgrade_dependency(GTest GTest::gtest https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
endif()
