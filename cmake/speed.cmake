# What shortens a build from nothing. ccache and lld are used where they are there and never asked for.

option(NINELIVES_UNITY "Compile files of a folder together: less work from nothing, more after one change" OFF)

find_program(CCACHE ccache)
foreach(language C CXX)
  if(CCACHE AND NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${CCACHE})
  endif()
endforeach()

# With sanitizers and debug information a test's program is a hundred megabytes. The compiler looks for
# the linker under its plain name, which Debian's lld-16 doesn't have.
find_program(LLD NAMES ld.lld ld.lld-16)
if(LLD AND CMAKE_BUILD_TYPE STREQUAL "Debug")
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/linker)
  file(CREATE_LINK ${LLD} ${CMAKE_BINARY_DIR}/linker/ld.lld SYMBOLIC)
  string(APPEND CMAKE_EXE_LINKER_FLAGS " -fuse-ld=lld -B${CMAKE_BINARY_DIR}/linker")
endif()

# nl_unity(<target>): its files in groups, so that what they include is compiled once a group. A helper
# that two files of a folder have each for themselves then stands in the way; tests/style/one_helper.py
# finds them. Where speed counts, in every build but that of the sanitizers, bots and the C interface stay apart: theirs
# depends on what is compiled with what.
function(nl_unity target)
  set(measured ninelives_bots ninelives_capi)
  if(NINELIVES_UNITY AND (CMAKE_BUILD_TYPE STREQUAL "Debug" OR NOT target IN_LIST measured))
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()
