# For scripts that run programs of the corpus. PROGRAM: programs/PROGRAM.cu, or all of programs/PROGRAM/*.cu.
# Sets programs, sources, folder (where to run it) and options (further ones of warpgrade-sim run).
set(programs ${CMAKE_CURRENT_LIST_DIR}/programs)
if(IS_DIRECTORY ${programs}/${PROGRAM})
  file(GLOB sources ${programs}/${PROGRAM}/*.cu)
  set(source ${programs}/${PROGRAM}/main.cu)
else()
  set(sources ${programs}/${PROGRAM}.cu)
  set(source ${sources})
endif()
file(STRINGS ${source} head REGEX "^// (finding|order|options): ")

# value_of(KEY RESULT): what stands behind `// KEY: ` in the first lines of the program
function(value_of key result)
  set(value)
  foreach(line IN LISTS head)
    if(line MATCHES "^// ${key}: (.*)$")
      set(value "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

get_filename_component(folder ${source} DIRECTORY)
value_of(options options)
separate_arguments(options UNIX_COMMAND "${options}")
