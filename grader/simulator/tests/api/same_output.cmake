# cmake -DSIMULATOR=… -DPROGRAM=x.cu -DEXPECTED=x.expected [-DOPTION=…] -P same_output.cmake
# Runs the program on the simulator; fails unless it prints exactly what the file says.
execute_process(COMMAND ${SIMULATOR} run ${OPTION} ${PROGRAM}
  OUTPUT_VARIABLE printed ERROR_VARIABLE found RESULT_VARIABLE code)
file(READ ${EXPECTED} expected)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "exit code ${code}\n${found}")
endif()
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} printed something else than ${EXPECTED}:\n${printed}")
endif()
