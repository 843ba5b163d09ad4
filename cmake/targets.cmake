# Functions that turn a folder into a target. A folder that is still empty is no error.

add_library(nl_options INTERFACE)
target_compile_options(nl_options INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Wpedantic)
if(NOT SKBUILD)  # whoever installs by pip has a compiler of their own, with warnings of its own
  target_compile_options(nl_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 warns of overlapping copies in std::string's operator+ where there are none.
  target_compile_options(nl_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Part of -Wconversion there, and not with g++: one set of warnings for both.
  target_compile_options(nl_options INTERFACE -Wno-sign-conversion)
  # The language files are one literal each, and longer than the standard asks of every compiler.
  target_compile_options(nl_options INTERFACE -Wno-overlength-strings)
endif()
if(NINELIVES_SANITIZE)
  target_compile_options(nl_options INTERFACE
    -fsanitize=${NINELIVES_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    # A fourth of the compiler's time, for what AddressSanitizer stops at too; the fuzzers keep them.
    target_compile_options(nl_options INTERFACE -fno-sanitize=null,alignment,vptr,object-size)
  endif()
  target_link_options(nl_options INTERFACE -fsanitize=${NINELIVES_SANITIZE})
endif()

# Links folder names (engine) and targets of packages (CLI11::CLI11) alike.
function(nl_link target scope)
  foreach(name IN LISTS ARGN)
    if(TARGET ninelives_${name})
      set(name ninelives_${name})
    endif()
    target_link_libraries(${target} ${scope} ${name})
  endforeach()
endfunction()

# nl_system_library(<name> <header>): a library that brings no CMake package, as system::<name>.
function(nl_system_library name header)
  find_library(${name}_LIBRARY ${name} REQUIRED)
  find_path(${name}_INCLUDE_DIR ${header} REQUIRED)
  add_library(system::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(system::${name} PROPERTIES
    IMPORTED_LOCATION ${${name}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR})
endfunction()

# nl_postgres(): libpq as `postgres`, which is empty if there is none.
function(nl_postgres)
  set(postgres "" PARENT_SCOPE)
  if(NINELIVES_ONE_FILE)  # its archive wants Kerberos and LDAP, which have none
    return()
  endif()
  find_library(pq_LIBRARY pq)
  find_path(pq_INCLUDE_DIR libpq-fe.h PATH_SUFFIXES postgresql)
  if(pq_LIBRARY AND pq_INCLUDE_DIR)
    add_library(system::pq UNKNOWN IMPORTED GLOBAL)
    set_target_properties(system::pq PROPERTIES IMPORTED_LOCATION ${pq_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${pq_INCLUDE_DIR}
      INTERFACE_COMPILE_DEFINITIONS NINELIVES_POSTGRES=1)
    set(postgres system::pq PARENT_SCOPE)
  endif()
endfunction()

# nl_ssh(): the folder of the ssh server with libssh, or with stubs where there is none. The one-file build has
# none: libssh is linked dynamically.
function(nl_ssh)
  nl_folder(ssh protocol site net system::sodium)
  find_library(ssh_LIBRARY ssh)
  find_path(ssh_INCLUDE_DIR libssh/libssh.h)
  set(stubs ${PROJECT_SOURCE_DIR}/src/ssh/no_ssh.cpp)
  file(GLOB left_out ${PROJECT_SOURCE_DIR}/src/ssh/*.cpp)
  list(REMOVE_ITEM left_out ${stubs} ${PROJECT_SOURCE_DIR}/src/ssh/session_request.cpp)
  if(ssh_LIBRARY AND ssh_INCLUDE_DIR AND NOT NINELIVES_ONE_FILE)
    add_library(system::ssh UNKNOWN IMPORTED GLOBAL)
    set_target_properties(system::ssh PROPERTIES IMPORTED_LOCATION ${ssh_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${ssh_INCLUDE_DIR})
    nl_link(ninelives_ssh PUBLIC system::ssh)
    set(left_out ${stubs})
  endif()
  set_source_files_properties(${left_out} PROPERTIES HEADER_FILE_ONLY ON)
endfunction()

# nl_folder(<name> [uses...]): src/<name> as the library ninelives_<name>; main.cpp is left out, so
# that tests can link the rest. Without any .cpp it is an interface library.
function(nl_folder name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(sources)
    add_library(ninelives_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(ninelives_${name} PRIVATE nl_options)
    nl_speed(ninelives_${name})
    nl_small_room(${name})
  else()
    add_library(ninelives_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(ninelives_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
  nl_link(ninelives_${name} ${scope} ${ARGN})
endfunction()

# nl_embed_languages(<folder>): compiles the files that lang/languages.json names into the folder.
function(nl_embed_languages folder)
  get_target_property(kind ninelives_${folder} TYPE)
  if(NOT kind STREQUAL "STATIC_LIBRARY" OR NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/lang)
    return()
  endif()
  set(output ${CMAKE_BINARY_DIR}/generated/lang_data.cpp)
  set(list ${PROJECT_SOURCE_DIR}/lang/languages.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(READ ${list} codes)
  string(REGEX MATCHALL "[a-z]+" codes "${codes}")
  list(TRANSFORM codes REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/lang/\\1.json" OUTPUT_VARIABLE inputs)
  set(titles ${PROJECT_SOURCE_DIR}/lang/titles.json)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_lang.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DINPUTS=${inputs}" -DTITLES=${titles} -DOUTPUT=${output} -P ${script}
    DEPENDS ${inputs} ${titles} ${script} COMMENT "Embedding the languages ${codes}" VERBATIM)
  target_sources(ninelives_${folder} PRIVATE ${output})
  nl_embed_data(${folder})
endfunction()

# nl_embed_data(<folder>): compiles the files of data/ that people meet into the folder.
function(nl_embed_data folder)
  set(output ${CMAKE_BINARY_DIR}/generated/data_files.cpp)
  set(data ${PROJECT_SOURCE_DIR}/data)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_data.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DDATA=${data} -DOUTPUT=${output} -P ${script}
    DEPENDS ${data}/characters.json ${data}/learn.jsonl ${script}
    COMMENT "Embedding the characters and the lesson" VERBATIM)
  target_sources(ninelives_${folder} PRIVATE ${output})
endfunction()

# nl_embed_puzzles(<folder>): compiles data/puzzles.txt into the folder, by itself: whoever doesn't use it doesn't
# carry it.
function(nl_embed_puzzles folder)
  set(output ${CMAKE_BINARY_DIR}/generated/puzzle_data.cpp)
  set(puzzles ${PROJECT_SOURCE_DIR}/data/puzzles.txt)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_puzzles.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DPUZZLES=${puzzles} -DOUTPUT=${output} -P ${script}
    DEPENDS ${puzzles} ${script} COMMENT "Embedding the puzzles" VERBATIM)
  target_sources(ninelives_${folder} PRIVATE ${output})
endfunction()

# nl_arena(): the folder of the arena, with what was measured of the bots (data/robustness) inside.
function(nl_arena)
  nl_folder(arena engine text protocol bots nlohmann_json::nlohmann_json Threads::Threads)
  set(output ${CMAKE_BINARY_DIR}/generated/robustness_data.cpp)
  set(folder ${PROJECT_SOURCE_DIR}/data/robustness)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_robustness.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DROBUSTNESS=${folder} -DOUTPUT=${output} -P ${script}
    DEPENDS ${folder}/learners.jsonl ${folder}/small-games.jsonl ${script}
    COMMENT "Embedding what was measured of the bots" VERBATIM)
  set(fork_script ${CMAKE_BINARY_DIR}/generated/fork_server_script.cpp)
  set(fork_embed ${PROJECT_SOURCE_DIR}/cmake/embed_fork_server.cmake)
  add_custom_command(OUTPUT ${fork_script}
    COMMAND ${CMAKE_COMMAND} -DSCRIPT=${PROJECT_SOURCE_DIR}/src/arena/fork_server.py -DOUTPUT=${fork_script} -P ${fork_embed}
    DEPENDS ${PROJECT_SOURCE_DIR}/src/arena/fork_server.py ${fork_embed}
    COMMENT "Embedding the arena's fork server" VERBATIM)
  target_sources(ninelives_arena PRIVATE ${output} ${fork_script})
  if(TARGET ninelives_fair)  # brings SHA-256; a wheel has its own
    target_link_libraries(ninelives_arena INTERFACE ninelives_fair)
  endif()
endfunction()

# nl_bots(): the folder of the bots, with the trained networks of data/nets inside.
function(nl_bots)
  nl_folder(bots engine text Eigen3::Eigen)
  set(nets ${PROJECT_SOURCE_DIR}/data/nets)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/bots/net_data.cpp PROPERTIES
    COMPILE_DEFINITIONS NINELIVES_NETS="${nets}"
    OBJECT_DEPENDS "${nets}/policy.nlnet;${nets}/net.nlnet;${nets}/critic.nlnet")
  # Matrices without optimisation take a hundred times as long, in every test that has a bot.
  # A product is rounded before it is added: fused, it would play otherwise on some machines.
  set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/src/bots/net_file.cpp ${PROJECT_SOURCE_DIR}/src/bots/net_kernel.cpp PROPERTIES
    COMPILE_OPTIONS "-ffp-contract=off;$<$<CONFIG:Debug>:-O2>" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# nl_program(<name> <folder>): src/<folder>/main.cpp as an executable.
function(nl_program name folder)
  set(main ${PROJECT_SOURCE_DIR}/src/${folder}/main.cpp)
  if(EXISTS ${main})
    add_executable(${name} ${main})
    target_link_libraries(${name} PRIVATE nl_options ninelives_${folder})
    nl_one_file(${name})
  endif()
endfunction()

# nl_unit_tests(<folder> [uses...]): tests/<folder>/*_test.cpp as one executable. Tests or suites whose name
# begins with Long get the label `long` and stay out of the ordinary run.
function(nl_unit_tests folder)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${folder}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  set(target ${folder}_tests)
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE NINELIVES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE nl_options ninelives_${folder} GTest::gtest_main)
  nl_link(${target} PRIVATE ${ARGN})
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT folder STREQUAL "engine")
    # The tested code is compiled for speed already; the engine is in headers.
    target_compile_options(${target} PRIVATE -O1)
  endif()
  if(folder STREQUAL "engine" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # As the shared library: what is written for wide registers is what is tested.
    target_compile_options(${target} PRIVATE -march=$<IF:$<BOOL:${NINELIVES_ZIG}>,x86_64_v2,x86-64-v2>)
  endif()
  nl_speed(${target} tests)
  include(GoogleTest)
  # To list its tests a program of 150 MB may first be read from a disk: five seconds are too few.
  set(listed DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 TEST_PREFIX ${folder}.)
  gtest_discover_tests(${target} ${listed}
    TEST_FILTER "-Long*:*.Long*" TEST_LIST ${target}_short PROPERTIES TIMEOUT 600)
  gtest_discover_tests(${target} ${listed}
    TEST_FILTER "Long*:*.Long*" TEST_LIST ${target}_long PROPERTIES LABELS long TIMEOUT 7200)
endfunction()

# nl_executables(<folder> [uses...]): one executable <folder>_<file> for each .cpp of the folder.
function(nl_executables folder)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM stem)
    string(REGEX REPLACE "^${folder}_" "" stem ${stem})
    set(target ${folder}_${stem})
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE nl_options)
    nl_link(${target} PRIVATE ${ARGN})
    if(folder STREQUAL "fuzz")
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      add_dependencies(fuzzers ${target})
    endif()
  endforeach()
endfunction()
