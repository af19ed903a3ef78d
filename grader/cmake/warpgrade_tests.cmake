# GoogleTest programs as CTest tests.
include(GoogleTest)

# warpgrade_discover_tests(TARGET LABELS label… [FILTER filter] [PREFIX prefix] [ARGUMENTS argument…] [LOCK lock])
# makes each test of TARGET a CTest test. The names are asked for when ctest starts, not while building.
#
# The labels are set by a file of our own that ctest includes after the list of tests, because
# gtest_discover_tests takes a list of labels apart.
function(warpgrade_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILTER;PREFIX;LOCK" "LABELS;ARGUMENTS")
  if(NOT arg_FILTER)
    set(arg_FILTER "*")
  endif()
  string(MAKE_C_IDENTIFIER "${target}_${arg_PREFIX}${arg_FILTER}" list)
  gtest_discover_tests(${target}
    TEST_LIST ${list}
    TEST_FILTER "${arg_FILTER}"
    TEST_PREFIX "${arg_PREFIX}"
    EXTRA_ARGS ${arg_ARGUMENTS}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60)
  set(properties "LABELS \"${arg_LABELS}\"")
  if(arg_LOCK)
    string(APPEND properties " RESOURCE_LOCK ${arg_LOCK}")
  endif()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${list}_properties.cmake)
  file(WRITE ${file} "foreach(test IN LISTS ${list})\n  set_tests_properties(\"\${test}\" PROPERTIES ${properties})\nendforeach()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

# warpgrade_discover_course_tests(TARGET): each case of each exercise is a CTest test, run by TARGET and labelled
# with its unit, exercise and device, so that `ctest -L scan` works. Units are labelled unit_1, unit_2, …: ctest
# takes labels for patterns, and `scan` would find all of reduce_scan_histogram. The cases of student/ fail until
# its tasks are solved; WARPGRADE_SUBMISSION says which submission they grade.
function(warpgrade_discover_course_tests target)
  set(devices simulator)
  if(WARPGRADE_WITH_CUDA AND EXISTS /dev/nvidiactl)
    list(APPEND devices cuda)
  endif()
  get_property(exercises GLOBAL PROPERTY WARPGRADE_EXERCISES)
  set(units)
  foreach(exercise ${exercises})
    get_filename_component(unit ${exercise} DIRECTORY)
    get_filename_component(name ${exercise} NAME)
    if(NOT unit IN_LIST units)
      list(APPEND units ${unit})
    endif()
    list(LENGTH units unit_number)
    # ctest asks for the names anew when the program is newer than its list of them.
    set_property(TARGET ${target} APPEND PROPERTY
                 LINK_DEPENDS ${CMAKE_SOURCE_DIR}/assignments/${exercise}/exercise.toml)
    foreach(device ${devices})
      set(lock)
      if(device STREQUAL cuda)
        set(lock LOCK gpu)
      endif()
      warpgrade_discover_tests(${target} LABELS course unit_${unit_number} ${name} ${device} ${lock}
        FILTER "${name}.*"
        PREFIX "${device}:"
        ARGUMENTS --device=${device} --submission=${WARPGRADE_SUBMISSION})
    endforeach()
  endforeach()
endfunction()
