# Build speed. ccache and lld are used where they are installed and never required.

option(NINELIVES_UNITY "Compile files of a folder together: less work from nothing, more after one change" OFF)
option(NINELIVES_PRECOMPILE "Precompile the library headers that most files include" OFF)

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

# nl_speed(<target> [tests]): how the files of a target are compiled, by the two options above.
function(nl_speed target)
  nl_unity(${target})
  nl_precompile(${target} ${ARGN})
endfunction()

# Unity builds compile the files of a target in groups, so the headers are parsed once a group. Two files of a
# folder must not define helpers of the same name; tests/style/one_helper.py checks that. In every build but the
# sanitizers', bots and the C interface stay out, because their speed depends on what is compiled together.
function(nl_unity target)
  set(measured ninelives_bots ninelives_capi)
  if(NINELIVES_UNITY AND (CMAKE_BUILD_TYPE STREQUAL "Debug" OR NOT target IN_LIST measured))
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  elseif(NINELIVES_UNITY AND target STREQUAL "ninelives_capi")
    nl_unity_of_interface()
  endif()
endfunction()

# Of the C interface, the files that play no games: most of their time goes into reading headers.
function(nl_unity_of_interface)
  set(group arena_api batch_api bot_option boundary chance game_archive game_record games_api rulebook rules_option text_api)
  list(TRANSFORM group PREPEND ${PROJECT_SOURCE_DIR}/src/capi/)
  list(TRANSFORM group APPEND .cpp)
  set_source_files_properties(${group} PROPERTIES UNITY_GROUP interface)
  set_target_properties(ninelives_capi PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# A precompiled header holds library headers only, so that no change of ours rebuilds it.
function(nl_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(NOT NINELIVES_PRECOMPILE OR count LESS 5)
    return()
  endif()
  set(headers <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <span> <sstream> <string>
    <string_view> <variant> <vector> <nlohmann/json.hpp>)
  if("tests" IN_LIST ARGN)
    list(APPEND headers <gtest/gtest.h>)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")  # lets ccache reuse it
    target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
  endif()
endfunction()
