# The shared library for other languages: libninelives, src/capi over the engine, the words, the
# protocol, the bots and the arena. Its symbols carry the version of the interface; nothing else is visible.

function(nl_c_library)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/capi/*.cpp)
  add_library(ninelives_capi SHARED ${sources})
  nl_speed(ninelives_capi)
  set(map ${PROJECT_SOURCE_DIR}/src/capi/ninelives.map)
  target_include_directories(ninelives_capi PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(ninelives_capi
    PRIVATE nl_options ninelives_text ninelives_protocol ninelives_game ninelives_bots ninelives_arena Threads::Threads)
  set_target_properties(ninelives_text ninelives_protocol ninelives_game ninelives_bots ninelives_arena
    PROPERTIES POSITION_INDEPENDENT_CODE ON)
  set_target_properties(ninelives_capi PROPERTIES
    OUTPUT_NAME ninelives LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR} LINK_DEPENDS ${map}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON EXPORT_NAME ninelives)
  if(NOT SKBUILD)  # a wheel has one file and no links; there the plain name is found beside Python's
    nl_number_library()
  endif()
  if(UNIX AND NOT APPLE)  # elsewhere hidden names stay hidden without a list, and none may be missing
    # With its own SHA-256 (capi/sha256.cpp) it needs no libsodium.
    target_link_options(ninelives_capi PRIVATE -Wl,--version-script=${map} -Wl,--no-undefined -Wl,--as-needed)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # Every x86-64 since 2009 counts bits in one instruction; the oldest ones would call a function.
    target_compile_options(ninelives_capi PRIVATE -march=$<IF:$<BOOL:${NINELIVES_ZIG}>,x86_64_v2,x86-64-v2>)
  endif()
  if(NINELIVES_SANITIZE)
    # The run-time of the sanitizers is linked to the program, not to libraries.
    target_link_options(ninelives_capi PRIVATE -Wl,--allow-shlib-undefined -Wl,-z,undefs)
  endif()
endfunction()

# libninelives.so.2: the number of the interface, which the header has.
function(nl_number_library)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/capi/ninelives.h line REGEX "#define NL_API_VERSION [0-9]+")
  string(REGEX MATCH "[0-9]+$" number ${line})
  set_target_properties(ninelives_capi PROPERTIES SOVERSION ${number} VERSION ${number}.${PROJECT_VERSION})
endfunction()

# Content of a wheel: the library beside the Python files that load it.
macro(nl_wheel)
  if(APPLE)  # where no list says what leaves a library: its own C++ library would mix with the system's
    set(CMAKE_CXX_VISIBILITY_PRESET hidden)
    set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
  endif()
  find_package(nlohmann_json REQUIRED)
  find_package(Eigen3 REQUIRED)
  find_package(Threads REQUIRED)
  nl_folder(engine)
  nl_folder(text engine nlohmann_json::nlohmann_json)
  nl_embed_languages(text)
  nl_folder(protocol engine text)
  nl_folder(game engine text)
  nl_bots()
  nl_arena()
  nl_c_library()
  # Symbols of the C++ library stay inside, so that a newer one on the machine can't clash.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(ninelives_capi PRIVATE -static-libstdc++ -static-libgcc)
  endif()
  if(NOT APPLE OR NINELIVES_ZIG)
    target_link_options(ninelives_capi PRIVATE -s)
  endif()
  # The name that a Mac finds it by; where it was built is nobody's business.
  set_target_properties(ninelives_capi PROPERTIES INSTALL_NAME_DIR @rpath BUILD_WITH_INSTALL_NAME_DIR ON)
  install(TARGETS ninelives_capi LIBRARY DESTINATION ninelives RUNTIME DESTINATION ninelives)
  if(NINELIVES_LICENCES)  # of what is inside; whoever hands a wheel on hands them on with it
    install(FILES ${NINELIVES_LICENCES} DESTINATION ninelives)
  endif()
endmacro()

# tests/capi: the header must be C, so its test is. A macro: a language is enabled for the caller.
macro(nl_c_test)
  enable_language(C)
  add_executable(capi_test ${PROJECT_SOURCE_DIR}/tests/capi/capi_test.c)
  set_target_properties(capi_test PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
  target_compile_options(capi_test PRIVATE -Wall -Wextra -Wpedantic -Werror)
  target_link_libraries(capi_test PRIVATE ninelives_capi)
  if(NINELIVES_SANITIZE)
    target_link_options(capi_test PRIVATE -fsanitize=${NINELIVES_SANITIZE})
    set_target_properties(capi_test PROPERTIES LINKER_LANGUAGE CXX)
  endif()
  add_test(NAME capi.RL_1_RL_2_c_interface COMMAND capi_test)
endmacro()
