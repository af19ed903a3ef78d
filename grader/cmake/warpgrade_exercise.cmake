# warpgrade_exercise(UNIT NAME): adds assignments/UNIT/NAME. Its oracle is linked into the judge's programs
# through the object library warpgrade_oracles, and never into a runner.
add_library(warpgrade_oracles OBJECT)

function(warpgrade_exercise unit name)
  set(folder ${CMAKE_SOURCE_DIR}/assignments/${unit}/${name})
  foreach(file exercise.toml README.md ${name}.cuh oracle.cpp bind.cu)
    if(NOT EXISTS ${folder}/${file})
      message(FATAL_ERROR "exercise ${unit}/${name}: ${folder}/${file} is missing")
    endif()
  endforeach()
  target_sources(warpgrade_oracles PRIVATE ${folder}/oracle.cpp)
endfunction()
