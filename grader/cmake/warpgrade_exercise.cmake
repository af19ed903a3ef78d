# What adds an exercise, and what makes its cases CTest tests.
include(GoogleTest)

# The oracles of this course: linked into the judge's programs as objects (they register themselves), and never
# into a runner.
add_library(warpgrade_oracles OBJECT)
target_link_libraries(warpgrade_oracles PUBLIC warpgrade_judge)

# warpgrade_exercise(UNIT NAME [COURSE FOLDER] [ORACLES TARGET])
# adds FOLDER/assignments/UNIT/NAME. COURSE and ORACLES are for other courses than this one.
function(warpgrade_exercise unit name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "COURSE;ORACLES" "")
  if(NOT arg_COURSE)
    set(arg_COURSE ${CMAKE_SOURCE_DIR})
    set(arg_ORACLES warpgrade_oracles)
    set_property(GLOBAL APPEND PROPERTY WARPGRADE_EXERCISES ${unit}/${name})
  endif()
  set(folder ${arg_COURSE}/assignments/${unit}/${name})
  foreach(file exercise.toml README.md ${name}.cuh oracle.cpp bind.cu)
    if(NOT EXISTS ${folder}/${file})
      message(FATAL_ERROR "exercise ${unit}/${name}: ${folder}/${file} is missing")
    endif()
  endforeach()
  target_sources(${arg_ORACLES} PRIVATE ${folder}/oracle.cpp)
endfunction()

# warpgrade_register_course_tests(TARGET): each case of each exercise is a CTest test, run by TARGET and
# labelled with its unit, exercise and device, so that `ctest -L scan` works. The names come from the specs
# when ctest starts. Tests of the submission fail until its tasks are solved.
function(warpgrade_register_course_tests target)
  set(devices simulator)
  if(WARPGRADE_WITH_CUDA AND EXISTS /dev/nvidiactl)
    list(APPEND devices cuda)
  endif()
  get_property(exercises GLOBAL PROPERTY WARPGRADE_EXERCISES)
  foreach(exercise ${exercises})
    get_filename_component(unit ${exercise} DIRECTORY)
    get_filename_component(name ${exercise} NAME)
    # ctest lists the cases anew when the program is newer than its list.
    set_property(TARGET ${target} APPEND PROPERTY
                 LINK_DEPENDS ${CMAKE_SOURCE_DIR}/assignments/${exercise}/exercise.toml)
    foreach(device ${devices})
      set(lock)
      if(device STREQUAL cuda)
        set(lock RESOURCE_LOCK gpu)
      endif()
      gtest_discover_tests(${target}
        TEST_FILTER "${name}.*"
        EXTRA_ARGS --device=${device} --submission=${WARPGRADE_SUBMISSION}
        TEST_PREFIX "${device}:"
        DISCOVERY_MODE PRE_TEST
        PROPERTIES LABELS "course;${unit};${name};${device}" ${lock})
    endforeach()
  endforeach()
endfunction()
