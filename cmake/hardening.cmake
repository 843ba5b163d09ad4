# Hardening of what is shipped: program, packages, image, one file. The tests of the preset `release` run on it.
# Checked by tests/ship/hardening_test.py. A wheel is built for Python's own process and by Zig, and has none of it.
option(NINELIVES_HARDEN "Compile with run-time checks against memory errors" ON)

# Debian's own builds have the type None.
if(NINELIVES_HARDEN AND NOT SKBUILD AND NOT NINELIVES_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug" AND
   CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection -Wformat -Werror=format-security)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection=full)
  endif()
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # programs as PIE, objects for the library too
  set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -pie")
  add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()
