# cmake -DWARPGRADE=… -DSUBMISSION=… -DRESULT=FILE -P reduce_lesson_test.cmake
# What the lesson says about traffic, measured as a student would: the reference's reduce in global memory moves three
# times the bytes of the one in shared memory, and both figures are those of the lesson's table.
set(n 65537)
execute_process(
  COMMAND ${WARPGRADE} reduce/global_memory reduce/shared_memory --device simulator --submission ${SUBMISSION}
    --case n${n}.sum_i32.ascending.counted --json ${RESULT}
  OUTPUT_VARIABLE printed ERROR_VARIABLE errors RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the reference does not pass; exit code ${code}\n${printed}\n${errors}")
endif()

file(READ ${RESULT} result)
file(READ ${SUBMISSION}/../assignments/reduce_scan_histogram/README.md lesson)
foreach(i 0 1)
  string(JSON task GET "${result}" exercises 0 tasks ${i} name)
  string(JSON bytes GET "${result}" exercises 0 tasks ${i} cost global_bytes measured)
  string(REGEX REPLACE "\\..*" "" bytes "${bytes}")  # 787472.0
  set(${task} ${bytes})
  string(REGEX REPLACE "([0-9])([0-9][0-9][0-9])$" "\\1,\\2" readable ${bytes})
  string(FIND "${lesson}" "| `reduce/${task}` | ${readable} |" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "reduce/${task} moves ${readable} bytes at n = ${n}; the table of README.md says otherwise")
  endif()
endforeach()

math(EXPR hundredths "100 * ${global_memory} / ${shared_memory}")
message(STATUS "${global_memory} : ${shared_memory} bytes = ${hundredths} hundredths")
if(hundredths LESS 290 OR hundredths GREATER 310)
  message(FATAL_ERROR "that is not three times as much")
endif()
