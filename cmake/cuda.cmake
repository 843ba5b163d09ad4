# The engine on a GPU, where nvcc is found: libninelives_gpu for Python and the program
# ninelives-gpu. nvcc is called directly: CUDA as a CMake language would ask for a toolkit in every
# build. NVCC_APPEND_FLAGS reaches it as usual.

set(NINELIVES_CUDA_ARCH native CACHE STRING "nvcc's -arch for the GPU parts")

function(nl_gpu)
  find_program(NVCC nvcc)
  if(NOT NVCC)
    message(STATUS "nvcc is not on the path: the GPU parts are left out")
    return()
  endif()
  set(flags -std=c++20 -O3 -DNDEBUG --expt-relaxed-constexpr -arch=${NINELIVES_CUDA_ARCH}
    -I${PROJECT_SOURCE_DIR}/src -Xcompiler=-fPIC -cudart=static)
  file(GLOB headers CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/src/cuda/*.h ${PROJECT_SOURCE_DIR}/src/cuda/*.cuh
    ${PROJECT_SOURCE_DIR}/src/engine/*.h)
  foreach(unit batch play play_all_events play_base_box play_base_box_all_events expand gpu_api main)
    set(source ${PROJECT_SOURCE_DIR}/src/cuda/${unit}.cu)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/cuda/${unit}.o
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/cuda
      COMMAND ${NVCC} ${flags} -c ${source} -o ${CMAKE_BINARY_DIR}/cuda/${unit}.o
      DEPENDS ${source} ${headers} COMMENT "nvcc ${unit}.cu" VERBATIM)
    set(${unit} ${CMAKE_BINARY_DIR}/cuda/${unit}.o)
  endforeach()
  set(library ${CMAKE_BINARY_DIR}/libninelives_gpu.so)
  set(program ${CMAKE_BINARY_DIR}/ninelives-gpu)
  set(games ${batch} ${play} ${play_all_events} ${play_base_box} ${play_base_box_all_events})
  add_custom_command(OUTPUT ${library}
    COMMAND ${NVCC} ${flags} -shared ${games} ${expand} ${gpu_api} -o ${library}
    DEPENDS ${games} ${expand} ${gpu_api} VERBATIM)
  add_custom_command(OUTPUT ${program}
    COMMAND ${NVCC} ${flags} ${games} ${main} -o ${program} DEPENDS ${games} ${main} VERBATIM)
  # Not built by default: it takes minutes, and few want it.
  add_custom_target(ninelives_gpu DEPENDS ${library} ${program})
endfunction()
