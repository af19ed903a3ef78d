# Writes toolchain.json: how the judge compiles and links a submission for each device. In the command lines the
# judge replaces {includes}, {source}, {object} and {output}. `inputs` are the tools, libraries and header folders
# that a built runner depends on.

# warpgrade_json_list(RESULT WORD…): ["a", "b"]
function(warpgrade_json_list result)
  string(REPLACE ";" "\", \"" words "${ARGN}")
  set(${result} "[\"${words}\"]" PARENT_SCOPE)
endfunction()

# warpgrade_device(NAME): appends to WARPGRADE_TOOLCHAIN_DEVICES from <NAME>_compile, <NAME>_link, <NAME>_inputs.
macro(warpgrade_device name)
  warpgrade_json_list(compile_json ${${name}_compile})
  warpgrade_json_list(link_json ${${name}_link})
  warpgrade_json_list(inputs_json ${${name}_inputs})
  list(APPEND devices_json "    {\"device\": \"${name}\",
     \"compile\": ${compile_json},
     \"link\": ${link_json},
     \"inputs\": ${inputs_json}}")
endmacro()

set(common_includes -I ${CMAKE_SOURCE_DIR}/grader -I ${CMAKE_SOURCE_DIR}/grader/include)
set(common_inputs ${CMAKE_SOURCE_DIR}/grader/include ${CMAKE_SOURCE_DIR}/grader/runner/bind.cuh
                  ${CMAKE_SOURCE_DIR}/grader/runner/operators.cuh
                  ${CMAKE_SOURCE_DIR}/grader/runner/traced.cuh $<TARGET_FILE:warpgrade_model>)

# --count: one build of a submission serves all cases, those that count traffic too.
set(simulator_compile $<TARGET_FILE:warpgrade-sim> compile --count ${common_includes} {includes} {source} -o {object})
set(simulator_link
    $<TARGET_FILE:warpgrade-sim> link {object} $<TARGET_FILE:warpgrade_runner_simulator>
    $<TARGET_FILE:warpgrade_model> $<TARGET_FILE:fmt::fmt> -o {output})
set(simulator_inputs ${common_inputs} $<TARGET_FILE:warpgrade-sim> $<TARGET_FILE:wgsim>
                     $<TARGET_FILE:warpgrade_runner_simulator> ${CMAKE_SOURCE_DIR}/grader/simulator/include)
warpgrade_device(simulator)

set(cuda_probe_path "")
set(referee_path "")
if(WARPGRADE_WITH_CUDA)
  set(WARPGRADE_CUDA_COMPILE
      ${WARPGRADE_NVCC} -c -std=c++20 -O3 -lineinfo --extended-lambda --expt-relaxed-constexpr
      -arch=${WARPGRADE_CUDA_TARGET} -ccbin ${CMAKE_CXX_COMPILER} ${common_includes})
  set(WARPGRADE_CUDA_LIBRARIES
      $<TARGET_FILE:warpgrade_runner_cuda> $<TARGET_FILE:warpgrade_model> $<TARGET_FILE:fmt::fmt>
      -Wl,--wrap=cudaLaunchKernel -Wl,--wrap=__cudaLaunchKernel  # see runner/cuda_launches.hpp
      # All of it: a submission that brings its own cudaEventRecord does not link, instead of winning.
      -Wl,--whole-archive $<TARGET_FILE:CUDA::cudart_static> -Wl,--no-whole-archive -lpthread -ldl -lrt)
  set(cuda_compile ${WARPGRADE_CUDA_COMPILE} {includes} {source} -o {object})
  set(cuda_link ${CMAKE_CXX_COMPILER} {object} ${WARPGRADE_CUDA_LIBRARIES} -o {output})
  set(cuda_inputs ${common_inputs} ${WARPGRADE_NVCC} $<TARGET_FILE:warpgrade_runner_cuda>)
  warpgrade_device(cuda)
  # For warpgrade_add_cuda_runners, which runs in another folder.
  set_property(GLOBAL PROPERTY WARPGRADE_CUDA_COMPILE ${WARPGRADE_CUDA_COMPILE})
  set_property(GLOBAL PROPERTY WARPGRADE_CUDA_LIBRARIES ${WARPGRADE_CUDA_LIBRARIES})
  set(cuda_probe_path $<TARGET_FILE:warpgrade_cuda_probe>)
  set(referee_path $<TARGET_FILE:warpgrade_referee>)
endif()

list(JOIN devices_json ",\n" devices_json)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/toolchain.json CONTENT "{
  \"format\": 1,
  \"cuda_probe\": \"${cuda_probe_path}\",
  \"referee\": \"${referee_path}\",
  \"devices\": [
${devices_json}
  ]
}
")

# warpgrade_add_cuda_runner(NAME EXERCISE FILE TASK): compiles and links FILE in place of a submission of EXERCISE,
# its one TASK or all of them (""); appends the program to `runners` of the caller.
function(warpgrade_add_cuda_runner runner exercise file task)
  get_property(compile GLOBAL PROPERTY WARPGRADE_CUDA_COMPILE)
  get_property(libraries GLOBAL PROPERTY WARPGRADE_CUDA_LIBRARIES)
  get_filename_component(name ${exercise} NAME)
  get_filename_component(beside ${file} DIRECTORY)
  set(assignment ${CMAKE_SOURCE_DIR}/assignments/${exercise})
  set(folder ${CMAKE_BINARY_DIR}/cuda_runners/${runner})
  set(only_task "")
  if(task)
    set(only_task "#define WARPGRADE_ONLY_TASK \"${task}\"\n")
  endif()
  file(CONFIGURE OUTPUT ${folder}/${name}.cu CONTENT "#include \"${file}\"\n" @ONLY)  # what bind.cu includes
  file(CONFIGURE OUTPUT ${folder}/main.cu CONTENT "${only_task}#include \"${assignment}/bind.cu\"\n" @ONLY)
  file(GLOB headers CONFIGURE_DEPENDS ${beside}/*.cuh)
  add_custom_command(
    OUTPUT ${folder}/runner
    COMMAND ${compile} -I ${folder} -I ${beside} -I ${assignment} ${folder}/main.cu -o ${folder}/runner.o
    COMMAND ${CMAKE_CXX_COMPILER} ${folder}/runner.o ${libraries} -o ${folder}/runner
    DEPENDS ${file} ${headers} ${assignment}/bind.cu ${assignment}/${name}.cuh warpgrade_runner_cuda warpgrade_model
    COMMENT "Compiling ${runner} for CUDA"
    VERBATIM)
  set(runners ${runners} ${folder}/runner PARENT_SCOPE)
endfunction()

# The target cuda_runners compiles and links every exercise with its reference, with the fast forms of it and with
# CUB for CUDA, so that this path can't rot on machines without a GPU. Of the fast forms, those that this card runs.
# Deferred: the exercises are added after this file is read.
function(warpgrade_add_cuda_runners)
  get_property(exercises GLOBAL PROPERTY WARPGRADE_EXERCISES)
  string(REGEX MATCH "[0-9]+" card ${WARPGRADE_CUDA_TARGET})
  set(runners "")
  foreach(exercise ${exercises})
    get_filename_component(unit ${exercise} DIRECTORY)
    get_filename_component(name ${exercise} NAME)
    set(references ${CMAKE_SOURCE_DIR}/reference/${unit})
    if(EXISTS ${references}/${name}.cu)
      warpgrade_add_cuda_runner(${name} ${exercise} ${references}/${name}.cu "")
    endif()
    file(GLOB racers CONFIGURE_DEPENDS ${references}/fast/${name}.cu ${references}/fast/${name}.sm_*.cu
         ${CMAKE_SOURCE_DIR}/assignments/${exercise}/cub.cu)
    foreach(racer ${racers})
      get_filename_component(file ${racer} NAME)
      if(file MATCHES "\\.sm_([0-9]+)\\.cu$" AND CMAKE_MATCH_1 GREATER card)
        continue()
      endif()
      file(STRINGS ${racer} tasks REGEX "^// tasks: ")  # the tasks that it defines
      string(REGEX MATCHALL "[a-z_]+" tasks "${tasks}")
      list(REMOVE_ITEM tasks tasks)
      foreach(task ${tasks})
        warpgrade_add_cuda_runner(${name}.${file}.${task} ${exercise} ${racer} ${task})
      endforeach()
    endforeach()
  endforeach()
  add_custom_target(cuda_runners DEPENDS ${runners})
  if(BUILD_TESTING)
    add_test(NAME cuda_runners COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target cuda_runners)
    set_tests_properties(cuda_runners PROPERTIES LABELS "grader;cuda-compile")
  endif()
endfunction()

if(WARPGRADE_WITH_CUDA)
  cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL warpgrade_add_cuda_runners)
endif()
