# cmake -DSIMULATOR=… "-DCOMPILERS=g++;clang++" -DPROGRAM=name -P compare_counts.cmake
# Runs a program of the corpus as each compiler makes it, with --count: the tables, and the costliest lines with their
# figures, must be the same to the letter.
include(${CMAKE_CURRENT_LIST_DIR}/program.cmake)
foreach(compiler ${COMPILERS})
  execute_process(COMMAND ${SIMULATOR} run --cxx ${compiler} --count ${sources} ${options}
    WORKING_DIRECTORY ${folder} OUTPUT_QUIET ERROR_VARIABLE counts RESULT_VARIABLE code TIMEOUT 300)
  if(NOT code EQUAL 0 OR NOT counts MATCHES "global requests +[0-9]")
    message(FATAL_ERROR "${PROGRAM} with ${compiler} must end with 0 and a table of costs; exit code ${code}\n${counts}")
  endif()
  if(DEFINED first AND NOT counts STREQUAL first)
    message(FATAL_ERROR "${PROGRAM} costs\n${first}\nwith ${COMPILERS} in turn, and\n${counts}")
  endif()
  set(first "${counts}")
endforeach()
