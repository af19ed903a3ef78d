# ctest includes this when it starts, once for each warpgrade_discover_tests(), whose arguments are set: each test
# suite of `program` becomes a test.
if(NOT EXISTS ${program})
  add_test(${program}_NOT_BUILT ${program})  # fails, unless labels leave it out: it has none
  return()
endif()

execute_process(COMMAND ${program} ${arguments} --gtest_filter=${filter} --gtest_list_tests
                OUTPUT_VARIABLE listing ERROR_VARIABLE errors RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${program} can't list its tests:\n${errors}")
endif()

# A suite begins a line and ends with a point; its tests are indented below it.
string(REGEX MATCHALL "(^|\n)[^ \n]+\\.[ \n]" suites "${listing}")
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  set(test "${prefix}${suite}")
  string(REGEX REPLACE "\\.$" "" test "${test}")
  add_test("${test}" ${program} ${arguments} "--gtest_filter=${suite}*")
  set_tests_properties("${test}" PROPERTIES LABELS "${labels}")
  if(lock)
    set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK ${lock})
  endif()
endforeach()
