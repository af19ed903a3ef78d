# One layout for the build folder and for an installation, so that every program finds what it needs relative to itself:
#
#   bin/                       warpgrade, warpgrade-course, warpgrade-sim
#   lib/warpgrade/             toolchain.json, and what it names: archives, the program of oracles, …
#   lib/cmake/warpgrade/       for find_package(warpgrade)
#   share/warpgrade/grader/    headers for bind.cu and oracle.cpp
#   share/warpgrade/include/   headers for students
#   share/warpgrade/simulator/ CUDA's headers, as the simulator has them
#   share/warpgrade/handout/   what handouts are made from beside the course
#   share/warpgrade/repository/ workflows and containers of a repository for students
#   share/warpgrade/templates/ of exercises, for `warpgrade new`
set(WARPGRADE_LIB lib/warpgrade)
set(WARPGRADE_SHARE share/warpgrade)

# warpgrade_place(TARGET FOLDER): a program or an archive.
function(warpgrade_place target folder)
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${folder} ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
  install(TARGETS ${target} RUNTIME DESTINATION ${folder} ARCHIVE DESTINATION ${folder})
endfunction()

# warpgrade_place_headers(SOURCE FOLDER PATTERN…): in the build folder a link to them, so that they are never stale.
# Templates are read as headers are: from there, when the command runs.
function(warpgrade_place_headers source folder)
  cmake_path(GET folder PARENT_PATH parent)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${parent})
  file(CREATE_LINK ${source} ${CMAKE_BINARY_DIR}/${folder} SYMBOLIC)
  set(patterns)
  foreach(pattern IN LISTS ARGN)
    list(APPEND patterns PATTERN ${pattern})
  endforeach()
  install(DIRECTORY ${source}/ DESTINATION ${folder} FILES_MATCHING ${patterns})
endfunction()

# warpgrade_place_file(SOURCE FOLDER): a copy.
function(warpgrade_place_file source folder)
  file(REAL_PATH ${source} real)
  cmake_path(GET source FILENAME name)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
  configure_file(${real} ${CMAKE_BINARY_DIR}/${folder}/${name} COPYONLY)
  install(FILES ${real} DESTINATION ${folder} RENAME ${name})
endfunction()
