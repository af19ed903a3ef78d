# GoogleTest programs as CTest tests.
option(WARPGRADE_FUZZERS "Make fuzzers of the readers in tests/fuzz: with clang and its sanitizers, see the preset fuzz" OFF)

# warpgrade_discover_tests(TARGET LABELS label… [FILTER filter] [PREFIX prefix] [ARGUMENTS argument…] [LOCK lock])
# makes each test suite of TARGET a CTest test. A process for each single test would cost more than most tests do; a
# suite that fails names the tests that failed in its output. ctest asks for the names when it starts, and puts `prefix`
# before them (default: TARGET and a point).
function(warpgrade_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILTER;PREFIX;LOCK" "LABELS;ARGUMENTS")
  if(NOT arg_FILTER)
    set(arg_FILTER "*")
  endif()
  if(NOT arg_PREFIX)
    set(arg_PREFIX "${target}.")
  endif()
  string(MAKE_C_IDENTIFIER "${target}_${arg_PREFIX}${arg_FILTER}" name)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.cmake)
  file(GENERATE OUTPUT ${file} CONTENT "set(program [[$<TARGET_FILE:${target}>]])
set(filter [[${arg_FILTER}]])
set(prefix [[${arg_PREFIX}]])
set(arguments [[${arg_ARGUMENTS}]])
set(labels [[${arg_LABELS}]])
set(lock [[${arg_LOCK}]])
include([[${CMAKE_SOURCE_DIR}/grader/cmake/add_test_suites.cmake]])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

# warpgrade_discover_course_tests(TARGET): each task of each exercise is a CTest test, run by TARGET and labelled
# with its unit, exercise and device, so that `ctest -L EXERCISE` works. Units are labelled unit_1, unit_2, …: ctest
# takes labels for patterns, and an exercise's name may be part of its unit's. They grade student/, and fail until its
# tasks are solved; the environment variable WARPGRADE_SUBMISSION names another folder (the test preset ci sets it).
function(warpgrade_discover_course_tests target)
  set(devices simulator)
  find_program(WARPGRADE_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(WARPGRADE_NVCC AND EXISTS /dev/nvidiactl)
    list(APPEND devices cuda)
  endif()
  file(GLOB specs RELATIVE ${CMAKE_SOURCE_DIR}/assignments CONFIGURE_DEPENDS
       ${CMAKE_SOURCE_DIR}/assignments/*/*/exercise.toml)
  set(units)
  foreach(spec ${specs})
    get_filename_component(exercise ${spec} DIRECTORY)
    get_filename_component(unit ${exercise} DIRECTORY)
    get_filename_component(name ${exercise} NAME)
    if(NOT unit IN_LIST units)
      list(APPEND units ${unit})
    endif()
    list(LENGTH units unit_number)
    foreach(device ${devices})
      set(lock)
      if(device STREQUAL cuda)
        set(lock LOCK gpu)
      endif()
      warpgrade_discover_tests(${target} LABELS course unit_${unit_number} ${name} ${device} ${lock}
        FILTER "${name}.*"
        PREFIX "${device}:"
        ARGUMENTS --device=${device})
    endforeach()
  endforeach()
endfunction()
