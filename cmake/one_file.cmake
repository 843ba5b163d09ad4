# Build of the single-file program, which needs glibc alone: libraries are linked from archives.
option(NINELIVES_ONE_FILE "Link everything but glibc into the program; no PostgreSQL" OFF)

if(NINELIVES_ONE_FILE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(OPENSSL_USE_STATIC_LIBS ON)
  # Debian has no archive of it; its headers alone are the library as well.
  add_library(tomlplusplus::tomlplusplus INTERFACE IMPORTED)
endif()

# The one file is to stay below 20 MB, so all of it but what people wait for is compiled for size.
function(nl_small_room name)
  if(NINELIVES_ONE_FILE)
    target_compile_options(ninelives_${name} PRIVATE -ffunction-sections -fdata-sections)
    if(NOT name MATCHES "^(bots|coach|arena)$")
      target_compile_options(ninelives_${name} PRIVATE -Os)
    endif()
  endif()
endfunction()

function(nl_one_file program)
  if(NINELIVES_ONE_FILE)
    target_link_options(${program} PRIVATE
      -static-libstdc++ -static-libgcc -s -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,pack-relative-relocs)
  endif()
endfunction()
