# What adds an exercise.

# The oracles of this course: linked into the judge's programs as objects (they register themselves), and never
# into a runner.
add_library(warpgrade_oracles OBJECT)
target_link_libraries(warpgrade_oracles PUBLIC warpgrade_judge)
set_target_properties(warpgrade_oracles PROPERTIES UNITY_BUILD OFF)  # its files use the same names

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
