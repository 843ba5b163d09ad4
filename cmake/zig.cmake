# A toolchain for systems that this machine is not: Zig brings their C and C++ libraries. tools/wheels.sh sets the
# environment: NINELIVES_ZIG, a folder with Zig's commands under names of their own; NINELIVES_TARGET, as Zig calls it;
# NINELIVES_HEADERS, where the headers of others lie and nothing else, so that none of this machine's gets in.
string(REGEX MATCH "^([^-]+)-([^-.]+)" target "$ENV{NINELIVES_TARGET}")
if(NOT target)
  message(FATAL_ERROR "NINELIVES_TARGET is to name a target of Zig's, such as aarch64-linux-gnu.2.17")
endif()
set(NINELIVES_ZIG ON)
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
set(named_linux Linux)
set(named_macos Darwin)
set(named_windows Windows)
set(CMAKE_SYSTEM_NAME ${named_${CMAKE_MATCH_2}})
set(CMAKE_CXX_COMPILER $ENV{NINELIVES_ZIG}/zig-c++)
set(CMAKE_CXX_COMPILER_TARGET $ENV{NINELIVES_TARGET})
set(CMAKE_CXX_COMPILER_LAUNCHER "")  # Zig remembers by itself what it has compiled
set(CMAKE_AR $ENV{NINELIVES_ZIG}/zig-ar)
set(CMAKE_RANLIB $ENV{NINELIVES_ZIG}/zig-ranlib)
set(CMAKE_FIND_ROOT_PATH $ENV{NINELIVES_HEADERS})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  # CMake wants Apple's tool that renames libraries, and a library that is named once needs none: it would fail.
  set(CMAKE_INSTALL_NAME_TOOL /bin/false)
  set(CMAKE_OSX_SYSROOT "")
endif()
