# warpgrade_room(ROOM [PUBLIC library…] [PRIVATE library…]): the library warpgrade_ROOM, of all .cpp files of the folder
# ROOM. Libraries of other rooms are named by their rooms.
function(warpgrade_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.cpp)
  add_library(warpgrade_${room} STATIC ${sources})
  list(TRANSFORM arg_PUBLIC REPLACE "^[a-z_]+$" "warpgrade_\\0")
  list(TRANSFORM arg_PRIVATE REPLACE "^[a-z_]+$" "warpgrade_\\0")
  target_link_libraries(warpgrade_${room} PUBLIC warpgrade_flags ${arg_PUBLIC} PRIVATE warpgrade_cold fmt::fmt ${arg_PRIVATE})
endfunction()

# warpgrade_room_tests(ROOM [LIBRARIES library…] [DEFINITIONS definition…] [SOURCES file…]): the program ROOM_tests, of all
# *_test.cpp of the folder ROOM and these files.
function(warpgrade_room_tests room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;DEFINITIONS;SOURCES")
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*_test.cpp)
  add_executable(${room}_tests ${tests} ${arg_SOURCES})
  target_link_libraries(${room}_tests PRIVATE ${arg_LIBRARIES} fmt::fmt GTest::gmock GTest::gtest_main)
  target_compile_definitions(${room}_tests PRIVATE ${arg_DEFINITIONS})
  warpgrade_discover_tests(${room}_tests LABELS grader ${room})
endfunction()
