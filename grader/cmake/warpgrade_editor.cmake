# For editors with clangd (VS Code, Vim, Emacs, CLion): writes compile_commands.json beside the stubs, so that they
# open without red lines where there is no CUDA. Each .cu file is read as CUDA with the simulator's headers.
execute_process(COMMAND test -w ${CMAKE_SOURCE_DIR} RESULT_VARIABLE warpgrade_is_read_only)
if(warpgrade_is_read_only)
  return()  # a course that is mounted to grade, not to edit
endif()

file(GLOB warpgrade_editor_files CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/student/*/*.cu ${CMAKE_SOURCE_DIR}/reference/*/*.cu ${CMAKE_SOURCE_DIR}/reference/*/fast/*.cu
     ${CMAKE_SOURCE_DIR}/reference/*/right/*/*.cu)
list(FILTER warpgrade_editor_files EXCLUDE REGEX "\\.sm_[0-9]+\\.cu$")  # assembly for one card

set(warpgrade_editor_options
    -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++20 -Wno-unknown-cuda-version -Wno-cuda-compat
    -Xclang -fcuda-allow-variadic-functions
    -I${CMAKE_SOURCE_DIR}/grader/simulator/include -I${CMAKE_SOURCE_DIR}/grader/include
    -include ${CMAKE_SOURCE_DIR}/grader/simulator/include/wgsim/editor.h)

set(warpgrade_editor_json "[]")
set(warpgrade_editor_count 0)
foreach(file IN LISTS warpgrade_editor_files)
  # The headers of its exercise, and what references share. The unit is the first folder below student/ or reference/.
  file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${file})
  string(REGEX REPLACE "^[^/]+/([^/]+)/.*$" "\\1" unit ${path})
  get_filename_component(exercise ${file} NAME_WE)
  if(path MATCHES "/right/([^/]+)/")
    set(exercise ${CMAKE_MATCH_1})
  endif()
  set(arguments "[]")
  set(index 0)
  foreach(argument IN ITEMS clang++ ${warpgrade_editor_options} -I${CMAKE_SOURCE_DIR}/assignments/${unit}/${exercise}
          -I${CMAKE_SOURCE_DIR}/reference/fast -c ${file})
    string(JSON arguments SET "${arguments}" ${index} "\"${argument}\"")
    math(EXPR index "${index} + 1")
  endforeach()
  set(entry "{}")
  string(JSON entry SET "${entry}" directory "\"${CMAKE_SOURCE_DIR}\"")
  string(JSON entry SET "${entry}" file "\"${file}\"")
  string(JSON entry SET "${entry}" arguments "${arguments}")
  string(JSON warpgrade_editor_json SET "${warpgrade_editor_json}" ${warpgrade_editor_count} "${entry}")
  math(EXPR warpgrade_editor_count "${warpgrade_editor_count} + 1")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_SOURCE_DIR}/compile_commands.json CONTENT "${warpgrade_editor_json}\n" @ONLY)
