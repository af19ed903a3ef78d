# Scripts, style sheets and markup of pages are files beside their writers, and parts of the program that writes a page:
# so a page is one file, and a program needs no files at run time.

# warpgrade_base64_of_sha256(RESULT HEX): the bytes of a SHA-256, given in hexadecimal digits, as browsers want it in a policy.
function(warpgrade_base64_of_sha256 result hex)
  set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(text)
  foreach(i RANGE 0 63 3)  # three digits are two letters; two zeros fill up the last three
    string(SUBSTRING ${hex}00 ${i} 3 digits)
    math(EXPR first "0x${digits} / 64")
    math(EXPR second "0x${digits} % 64")
    string(SUBSTRING ${letters} ${first} 1 first)
    string(SUBSTRING ${letters} ${second} 1 second)
    string(APPEND text ${first}${second})
  endforeach()
  string(REGEX REPLACE "A$" "=" text ${text})
  set(${result} ${text} PARENT_SCOPE)
endfunction()

# warpgrade_embed(TARGET FILE…): FILE, say html/page.css of the folder grader/report, becomes a header for the sources of
# TARGET, "report/html/page.css.hpp", which defines warpgrade::embedded::page_css. CMake runs again when a file has changed.
function(warpgrade_embed target)
  set(folder ${PROJECT_BINARY_DIR}/embedded)
  file(RELATIVE_PATH room ${CMAKE_SOURCE_DIR}/grader ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(SHA256 hex "${text}")
    warpgrade_base64_of_sha256(sha256 ${hex})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    configure_file(${CMAKE_SOURCE_DIR}/grader/cmake/embedded.hpp.in ${folder}/${room}/${file}.hpp @ONLY)
  endforeach()
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
