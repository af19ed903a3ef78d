# Settings for our own code live on one interface target, warpgrade_flags.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")  # -O3 builds longer and runs no faster here

# Other compilers than ours may warn of more: an error for developers (CMakePresets.json), not for users.
option(WARPGRADE_WARNINGS_ARE_ERRORS "Compile our own code with -Werror" OFF)

add_library(warpgrade_flags INTERFACE)
target_compile_options(warpgrade_flags INTERFACE -Wall -Wextra $<$<BOOL:${WARPGRADE_WARNINGS_ARE_ERRORS}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in "a" + std::string (GCC bug 105651).
  target_compile_options(warpgrade_flags INTERFACE -Wno-restrict)
endif()
target_include_directories(warpgrade_flags INTERFACE ${CMAKE_SOURCE_DIR}/grader)

# For all parts that mostly wait for submissions: -O1 compiles them a fifth faster, and a grading takes no longer.
set(WARPGRADE_COLD_OPTIMIZATION -O1 CACHE STRING "How the grader is optimized, the simulator aside")
add_library(warpgrade_cold INTERFACE)
target_compile_options(warpgrade_cold INTERFACE $<$<CONFIG:Release>:${WARPGRADE_COLD_OPTIMIZATION}>)

# A file of a unity build is large: with less frequent garbage collection it compiles a twelfth faster, in 250 MB more.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(--param=ggc-min-heapsize=400000)
endif()

# What the package, the archive and the wheel are made of (the preset `portable`): programs for any Linux, whatever is
# installed there, and archives that are linked by compilers of another version than this one.
option(WARPGRADE_PORTABLE "Link all libraries into the programs, and take the C++ compiler of the user's machine" OFF)
set(WARPGRADE_DEFAULT_CXX ${CMAKE_CXX_COMPILER})
if(WARPGRADE_PORTABLE)
  set(WARPGRADE_DEFAULT_CXX "")
  add_link_options(-static)
endif()

# For wheels and tests of notebooks: the Python that the packages of ci/bootstrap.sh are for.
find_program(WARPGRADE_PYTHON python3 HINTS /usr/bin)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
