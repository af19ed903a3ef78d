# Writes lib/warpgrade/toolchain.json: how the judge compiles and links a submission for each device. In the command lines the
# judge replaces {root} (the folder that lib/ is in), {includes}, {libraries}, {source}, {object}, {merged}, {preprocessed} and {output}. `inputs` are the tools, libraries and header folders
# that a built runner depends on.

# warpgrade_json_list(RESULT WORD…): ["a", "b"]
function(warpgrade_json_list result)
  string(REPLACE ";" "\", \"" words "${ARGN}")
  set(${result} "[\"${words}\"]" PARENT_SCOPE)
endfunction()

# warpgrade_device(NAME): appends to WARPGRADE_TOOLCHAIN_DEVICES from <NAME>_compile, <NAME>_seal (commands, each a JSON
# list), <NAME>_nm, <NAME>_link, <NAME>_inputs. All of them start the C++ compiler.
macro(warpgrade_device name)
  warpgrade_json_list(compile_json ${${name}_compile})
  warpgrade_json_list(link_json ${${name}_link})
  warpgrade_json_list(inputs_json ${${name}_inputs})
  list(APPEND devices_json "    {\"device\": \"${name}\",
     \"compile\": ${compile_json},
     \"seal\": [${${name}_seal}],
     \"nm\": \"${${name}_nm}\",
     \"link\": ${link_json},
     \"inputs\": ${inputs_json},
     \"tools\": [\"${CMAKE_CXX_COMPILER}\"]}")
endmacro()

set(lib {root}/${WARPGRADE_LIB})
set(share {root}/${WARPGRADE_SHARE})
set(common_includes -I ${share}/grader -I ${share}/include)
set(common_inputs ${share}/include/warpgrade ${share}/grader/kit ${share}/grader/model
                  ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a)

# The system's, or one that was built here.
set(fmt $<TARGET_FILE:fmt::fmt>)
if(TARGET fmt)
  warpgrade_place(fmt ${WARPGRADE_LIB})
  set(fmt ${lib}/$<TARGET_FILE_NAME:fmt::fmt>)
endif()

# --count: one build of a submission serves all cases, those that count traffic too.
set(simulator_compile {root}/bin/warpgrade-sim compile --count ${common_includes} {includes} --keep {preprocessed}
                      {source} -o {object})
set(simulator_link
    {root}/bin/warpgrade-sim link --embed {object} ${lib}/libwarpgrade_runner_simulator.a
    ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a ${fmt} -o {output})
set(simulator_inputs ${common_inputs} {root}/bin/warpgrade-sim ${lib} ${share}/simulator/include ${share}/simulator/other_names)
# Only on Linux, with the tools of binutils: ld merges the sections of inline functions, which other objects may have
# too, and gives variables sections of their own on the simulator; objcopy makes every name local.
set(simulator_seal "")
set(cuda_seal "")
set(simulator_nm "")
# Not CMAKE_NM: with clang that is LLVM's nm, which has no option -l.
find_program(WARPGRADE_LD_BFD ld.bfd)
find_program(WARPGRADE_OBJCOPY objcopy)
find_program(WARPGRADE_NM nm)
if(LINUX AND WARPGRADE_LD_BFD AND WARPGRADE_OBJCOPY AND WARPGRADE_NM)
  warpgrade_place_file(${CMAKE_CURRENT_LIST_DIR}/own_variables.ld ${WARPGRADE_LIB})
  set(merge ${WARPGRADE_LD_BFD} -r --force-group-allocation {object} -o {merged})
  warpgrade_json_list(merge_with_own_variables ${merge} -T ${lib}/own_variables.ld)
  warpgrade_json_list(merge ${merge})
  warpgrade_json_list(localize ${WARPGRADE_OBJCOPY} --keep-global-symbol=none {merged} {object})
  set(simulator_seal "${merge_with_own_variables}, ${localize}")
  set(cuda_seal "${merge}, ${localize}")
  set(simulator_nm ${WARPGRADE_NM})
endif()
warpgrade_device(simulator)

set(cuda_probe_path "")
set(referee_path "")
# Oracles take the kit from the program that loads them.
set(oracle_flags -std=c++20 -fPIC)
set(oracle_link ${CMAKE_CXX_COMPILER} -shared {object} -o {output})
if(APPLE)
  list(APPEND oracle_link -undefined dynamic_lookup)
endif()
warpgrade_json_list(oracle_compile ${CMAKE_CXX_COMPILER} ${oracle_flags} -O2 ${common_includes} {includes}
                    -c {source} -o {object})
warpgrade_json_list(oracle_link ${oracle_link})
warpgrade_json_list(oracle_inputs ${lib}/warpgrade-oracle ${share}/include/warpgrade ${share}/grader/kit ${share}/grader/model)

# warpgrade_write_toolchain(FILE): what has been described so far.
function(warpgrade_write_toolchain file)
  list(JOIN devices_json ",\n" devices_json)
  file(GENERATE OUTPUT ${file} CONTENT "{
  \"format\": 1,
  \"cuda_probe\": \"${cuda_probe_path}\",
  \"referee\": \"${referee_path}\",
  \"oracle\": {\"program\": \"${lib}/warpgrade-oracle\",
     \"compile\": ${oracle_compile},
     \"link\": ${oracle_link},
     \"inputs\": ${oracle_inputs}},
  \"devices\": [
${devices_json}
  ]
}
")
endfunction()

# An installation has no device but the simulator so far: what belongs to CUDA depends on the user's machine.
warpgrade_write_toolchain(${CMAKE_CURRENT_BINARY_DIR}/installed/toolchain.json)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed/toolchain.json DESTINATION ${WARPGRADE_LIB})

if(WARPGRADE_WITH_CUDA)
  set(cuda_compile
      ${WARPGRADE_NVCC} -c -std=c++20 -O3 -lineinfo --extended-lambda --expt-relaxed-constexpr
      -arch=${WARPGRADE_CUDA_TARGET} -ccbin ${CMAKE_CXX_COMPILER} ${common_includes} {includes}
      --keep --keep-dir {preprocessed} {source} -o {object})
  set(cuda_link
      ${CMAKE_CXX_COMPILER} {object} $<TARGET_FILE:warpgrade_runner_cuda> ${lib}/libwarpgrade_protocol.a
      ${lib}/libwarpgrade_model.a
      $<TARGET_FILE:fmt::fmt>
      -Wl,--wrap=cudaLaunchKernel -Wl,--wrap=__cudaLaunchKernel  # see runner/cuda_launches.hpp
      # The folder of CUDA's other libraries, for NVIDIA's own contestants (model/library.hpp)
      -L$<TARGET_FILE_DIR:CUDA::cudart_static> -Wl,-rpath,$<TARGET_FILE_DIR:CUDA::cudart_static> {libraries}
      $<TARGET_FILE:CUDA::cudart_static> -lpthread -ldl -lrt
      -o {output})
  set(cuda_inputs ${common_inputs} ${WARPGRADE_NVCC} $<TARGET_FILE:warpgrade_runner_cuda>)
  set(cuda_nm ${simulator_nm})
  warpgrade_device(cuda)
  set(cuda_probe_path $<TARGET_FILE:warpgrade_cuda_probe>)
  set(referee_path $<TARGET_FILE:warpgrade_referee>)
endif()
warpgrade_write_toolchain(${CMAKE_BINARY_DIR}/${WARPGRADE_LIB}/toolchain.json)
