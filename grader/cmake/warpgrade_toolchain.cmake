# Writes lib/warpgrade/toolchain.json: how the judge compiles and links a submission for each device. In the command
# lines the judge replaces {root} (the folder that lib/ is in), {compiler} (simulator/driver/compiler_choice.hpp),
# {includes}, {own_includes}, {defines}, {libraries}, {source}, {object}, {objects} and {output}. program_compile and
# program_link are for exercises that are whole programs, with a main() of their own. `inputs` are the tools, libraries and header
# folders that a built runner depends on.
#
# What the device cuda needs depends on the user's toolkit and GPU, so it is compiled on their machine, from the sources
# that stand below `cuda` (judge/compile/cuda_toolchain.hpp, which fills in {nvcc}, {host_compiler}, {architecture},
# {cuda_headers}, {cuda_libraries}, {objects} and {runner}, too).

# warpgrade_json_list(RESULT WORD…): ["a", "b"]
function(warpgrade_json_list result)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE words)
  list(JOIN words ", " words)
  set(${result} "[${words}]" PARENT_SCOPE)
endfunction()

# warpgrade_device(NAME TOOL…): sets <NAME>_json from <NAME>_compile, <NAME>_seal (may be empty), <NAME>_link,
# <NAME>_program_compile and <NAME>_program_link (may be missing) and <NAME>_inputs. All of them start the C++ compiler, and the further tools.
macro(warpgrade_device name)
  warpgrade_json_list(compile_json ${${name}_compile})
  warpgrade_json_list(seal_json ${${name}_seal})
  warpgrade_json_list(link_json ${${name}_link})
  warpgrade_json_list(program_compile_json ${${name}_program_compile})
  warpgrade_json_list(program_link_json ${${name}_program_link})
  warpgrade_json_list(inputs_json ${${name}_inputs})
  warpgrade_json_list(tools_json {compiler} ${ARGN})
  set(${name}_json "{\"device\": \"${name}\",
     \"compile\": ${compile_json},
     \"seal\": ${seal_json},
     \"nm\": \"${nm}\",
     \"link\": ${link_json},
     \"program_compile\": ${program_compile_json},
     \"program_link\": ${program_link_json},
     \"inputs\": ${inputs_json},
     \"tools\": ${tools_json}}")
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
set(simulator_compile {root}/bin/warpgrade-sim compile --cxx {compiler} --std c++20 --count --embed ${common_includes} {own_includes} {source} -o {object})
set(simulator_link
    {root}/bin/warpgrade-sim link --cxx {compiler} --embed {object} ${lib}/libwarpgrade_runner_simulator.a
    ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a ${fmt} -o {output})
set(simulator_program_compile {root}/bin/warpgrade-sim compile --cxx {compiler} --count {own_includes} {defines} {source} -o {object})
set(simulator_program_link
    {root}/bin/warpgrade-sim link --cxx {compiler} --embed -u warpgrade_program {objects}
    ${lib}/libwarpgrade_runner_simulator.a ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a ${fmt} -o {output})
set(simulator_inputs ${common_inputs} {root}/bin/warpgrade-sim ${lib} ${share}/simulator/include ${share}/simulator/other_names)
# Only on Linux, with the tools of binutils: objcopy makes every name local. Without its groups the linker can't drop an
# inline function for one of the same name elsewhere. (warpgrade-sim seals its objects itself.)
set(cuda_seal "")
set(nm "")
# Not CMAKE_NM: with clang that is LLVM's nm, which has no option -l.
find_program(WARPGRADE_OBJCOPY objcopy)
find_program(WARPGRADE_NM nm)
if(LINUX AND WARPGRADE_OBJCOPY AND WARPGRADE_NM)
  set(cuda_seal ${WARPGRADE_OBJCOPY} --keep-global-symbol=none --remove-section=.group {object})
  set(nm ${WARPGRADE_NM})
endif()
warpgrade_device(simulator)

# Oracles.
warpgrade_json_list(oracle_compile {compiler} -std=c++20 -O1 ${common_includes} -isystem ${share}/libraries {includes}
                    -c {source} -o {object})
warpgrade_json_list(oracle_link {compiler} {object} ${lib}/libwarpgrade_oracle.a ${lib}/libwarpgrade_protocol.a
                    ${lib}/libwarpgrade_model.a ${fmt} -pthread -o {output})
warpgrade_json_list(oracle_inputs ${lib}/libwarpgrade_oracle.a ${share}/include/warpgrade ${share}/grader/kit ${share}/grader/model
                    ${share}/grader/simulator)

# Submissions on a GPU.
set(cuda_compile
    {nvcc} -c -std=c++20 -O3 -lineinfo --extended-lambda --expt-relaxed-constexpr -arch={architecture} -ccbin {host_compiler}
    ${common_includes} {includes} {source} -o {object})
# The folder of CUDA's other libraries is for NVIDIA's own contestants (model/library.hpp).
set(cuda_libraries -L{cuda_libraries} -Wl,-rpath,{cuda_libraries} {libraries} {cuda_libraries}/libcudart_static.a
                   -lpthread -ldl -lrt)
set(cuda_link
    {compiler} {object} {runner} ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a ${fmt}
    -Wl,--wrap=cudaLaunchKernel -Wl,--wrap=__cudaLaunchKernel  # see runner/cuda_launches.hpp
    ${cuda_libraries} -o {output})
set(cuda_program_compile
    {nvcc} -c -std=c++17 -O3 -lineinfo --extended-lambda --expt-relaxed-constexpr -arch={architecture} -ccbin {host_compiler}
    {includes} {defines} {source} -o {object})
set(cuda_program_link
    {compiler} -Wl,-u,warpgrade_program {objects} {runner} ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a ${fmt}
    -Wl,--wrap=cudaLaunchKernel -Wl,--wrap=__cudaLaunchKernel ${cuda_libraries} -o {output})
set(cuda_inputs ${common_inputs} {nvcc} {runner})
warpgrade_device(cuda {nvcc} {host_compiler})

# What ./grade machine shows: ptxas tells its figures, and PTX is the result.
set(machine_code_options -std=c++20 -O3 -lineinfo --extended-lambda --expt-relaxed-constexpr -arch={architecture}
    -ccbin {host_compiler} ${common_includes} {includes} {source})
set(machine_code_compile {nvcc} -cubin -Xptxas=-v ${machine_code_options} -o {object})
set(machine_code_link {nvcc} -ptx ${machine_code_options} -o {output})
set(machine_code_inputs ${share}/include/warpgrade ${share}/grader/kit ${share}/grader/model {nvcc})
set(nm_of_programs ${nm})
set(nm "")  # it can't read them
warpgrade_device(machine_code {nvcc} {host_compiler})
set(nm ${nm_of_programs})

# What they run on: an archive of the runner, the referee of timed comparisons, and the probe, which lists the GPUs.
set(runner_for_cuda ${WARPGRADE_RUNNER_SOURCES} device_cuda.cpp cuda_launch_handle.cpp cuda_launch_kernel.cpp
                    cuda_launches.cpp contestant.cpp dirty_shared.cu occupy.cu)
list(TRANSFORM runner_for_cuda PREPEND ${share}/grader/runner/)
set(referee_for_cuda ${WARPGRADE_REFEREE_SOURCES})
list(TRANSFORM referee_for_cuda PREPEND ${share}/grader/)
set(warnings -Wall,-Wextra)
if(WARPGRADE_WARNINGS_ARE_ERRORS)
  string(APPEND warnings ,-Werror)
endif()
# With the headers that they include: the user's machine may lack them.
find_path(NLOHMANN_INCLUDE_DIR nlohmann/json.hpp HINTS ${nlohmann_json_SOURCE_DIR}/include REQUIRED)
find_path(FMT_INCLUDE_DIR fmt/format.h HINTS ${fmt_SOURCE_DIR}/include REQUIRED)
warpgrade_place_headers(${NLOHMANN_INCLUDE_DIR}/nlohmann ${WARPGRADE_SHARE}/libraries/nlohmann *.hpp)
warpgrade_place_headers(${FMT_INCLUDE_DIR}/fmt ${WARPGRADE_SHARE}/libraries/fmt *.h)
set(cuda_source -I ${share}/grader -I ${share}/include -isystem ${share}/libraries {source} -o {object})
string(REPLACE "," ";" host_warnings ${warnings})
# Not -isystem: in the packages of distributions {cuda_headers} is /usr/include, which must stay where it is in the order.
warpgrade_json_list(host_source_compile {compiler} -c -std=c++20 -O2 -fPIC ${host_warnings} -I {cuda_headers}
                    ${cuda_source})
warpgrade_json_list(cuda_source_compile {nvcc} -c -std=c++20 -O3 -arch={architecture} -ccbin {host_compiler}
                    -Xcompiler=-fPIC,${warnings} ${cuda_source})
warpgrade_json_list(cuda_archive ${CMAKE_AR} rcs {output} {objects})
warpgrade_json_list(cuda_program {compiler} {objects} ${lib}/libwarpgrade_protocol.a ${lib}/libwarpgrade_model.a ${fmt}
                    ${cuda_libraries} -o {output})
warpgrade_json_list(runner_for_cuda ${runner_for_cuda})
warpgrade_json_list(referee_for_cuda ${referee_for_cuda})

file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${WARPGRADE_LIB}/toolchain.json CONTENT "{
  \"format\": 1,
  \"compiler\": \"${WARPGRADE_DEFAULT_CXX}\",
  \"oracle\": {\"compile\": ${oracle_compile},
     \"link\": ${oracle_link},
     \"inputs\": ${oracle_inputs}},
  \"devices\": [
    ${simulator_json}
  ],
  \"cuda\": {
    \"compile\": {\".cpp\": ${host_source_compile},
                \".cu\": ${cuda_source_compile}},
    \"archive\": ${cuda_archive},
    \"link\": ${cuda_program},
    \"probe\": [\"${share}/grader/runner/cuda_probe.cpp\"],
    \"runner\": ${runner_for_cuda},
    \"referee\": ${referee_for_cuda},
    \"device\": ${cuda_json},
    \"machine_code\": ${machine_code_json}
  }
}
")
install(FILES ${CMAKE_BINARY_DIR}/${WARPGRADE_LIB}/toolchain.json DESTINATION ${WARPGRADE_LIB})
