# CUDA is optional: without a toolkit everything but the cuda device builds. No GPU is needed to compile for one.
# Sets WARPGRADE_WITH_CUDA, WARPGRADE_NVCC and the target CUDA::cudart_static.
set(WARPGRADE_CUDA AUTO CACHE STRING "The cuda device: AUTO (where there is a toolkit), ON or OFF")
set_property(CACHE WARPGRADE_CUDA PROPERTY STRINGS AUTO ON OFF)
set(WARPGRADE_CUDA_ARCHITECTURE "" CACHE STRING
    "What nvcc compiles for, as in sm_90; empty: this machine's GPU, or sm_90 if it has none")

set(WARPGRADE_WITH_CUDA OFF)
if(NOT WARPGRADE_CUDA STREQUAL OFF)
  find_package(CUDAToolkit 12 QUIET)
  if(CUDAToolkit_FOUND AND TARGET CUDA::cudart_static AND CUDAToolkit_NVCC_EXECUTABLE)
    set(WARPGRADE_WITH_CUDA ON)
    set(WARPGRADE_NVCC ${CUDAToolkit_NVCC_EXECUTABLE})
  elseif(WARPGRADE_CUDA STREQUAL ON)
    message(FATAL_ERROR "WARPGRADE_CUDA is ON, but no CUDA Toolkit >= 12 was found. "
                        "Install one, or set CUDAToolkit_ROOT to its folder.")
  endif()
endif()

# The architecture to compile for, as nvcc names it.
function(warpgrade_find_cuda_architecture result)
  if(WARPGRADE_CUDA_ARCHITECTURE)
    set(${result} ${WARPGRADE_CUDA_ARCHITECTURE} PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                  OUTPUT_VARIABLE capability ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND capability MATCHES "^([0-9]+)\\.([0-9]+)")
    set(${result} sm_${CMAKE_MATCH_1}${CMAKE_MATCH_2} PARENT_SCOPE)
  else()
    set(${result} sm_90 PARENT_SCOPE)
  endif()
endfunction()

if(WARPGRADE_WITH_CUDA)
  warpgrade_find_cuda_architecture(WARPGRADE_CUDA_TARGET)
  message(STATUS "CUDA ${CUDAToolkit_VERSION}, compiling for ${WARPGRADE_CUDA_TARGET}")
else()
  message(STATUS "No CUDA Toolkit: the simulator is the only device")
endif()

# warpgrade_cuda_object(VARIABLE SOURCE): SOURCE.cu compiled for the GPU; VARIABLE gets the object. CMake's own language
# CUDA would ask for a toolkit at configuration, which is optional here.
function(warpgrade_cuda_object variable source)
  get_filename_component(source ${source} ABSOLUTE)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(folder ${source} DIRECTORY)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${WARPGRADE_NVCC} -c -std=c++20 -O3 -arch=${WARPGRADE_CUDA_TARGET} -ccbin ${CMAKE_CXX_COMPILER}
            -Xcompiler=-Wall,-Wextra,-Werror,-fPIC -I ${CMAKE_SOURCE_DIR}/grader ${source} -o ${object}
    DEPENDS ${source} ${folder}/${name}.hpp
    COMMENT "Compiling ${name}.cu for CUDA"
    VERBATIM)
  set(${variable} ${object} PARENT_SCOPE)
endfunction()
