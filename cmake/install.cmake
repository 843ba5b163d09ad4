# Rules of `cmake --install`.
# Files that `cmake --install` puts into place. Components: program, server (unit, settings, page),
# library, development. Languages, cards, lesson and networks are inside the program.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(NINELIVES_WEB ${PROJECT_SOURCE_DIR}/build/web CACHE PATH "The built page, installed where it is there")

# nl_told(<file> <argument>...): a file that the program itself prints.
function(nl_told file)
  set(output ${CMAKE_BINARY_DIR}/told/${file})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/told
    COMMAND ninelives ${ARGN} > ${output} DEPENDS ninelives VERBATIM)
  set_property(GLOBAL APPEND PROPERTY nl_told ${output})
endfunction()

function(nl_install_manuals)
  set(commands play host join find watch learn stats serve ssh admin store doctor record replay verify review puzzle
    rules spec bench solve exploit arena leaderboard man completions)
  nl_told(ninelives.1 man)
  set(pages ${CMAKE_BINARY_DIR}/told/ninelives.1)
  foreach(command IN LISTS commands)
    nl_told(ninelives-${command}.1 man ${command})
    list(APPEND pages ${CMAKE_BINARY_DIR}/told/ninelives-${command}.1)
  endforeach()
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endfunction()

function(nl_install_completions)
  set(share ${CMAKE_INSTALL_DATADIR})
  set(folders bash:bash-completion/completions:ninelives zsh:zsh/site-functions:_ninelives
    fish:fish/vendor_completions.d:ninelives.fish)
  foreach(row IN LISTS folders)
    string(REPLACE ":" ";" row ${row})
    list(GET row 0 shell)
    list(GET row 1 folder)
    list(GET row 2 name)
    nl_told(ninelives.${shell} completions ${shell})
    install(FILES ${CMAKE_BINARY_DIR}/told/ninelives.${shell} DESTINATION ${share}/${folder}
      RENAME ${name} COMPONENT program)
  endforeach()
endfunction()

# `./run` builds the program alone: what an installation holds besides is built when it is asked for.
function(nl_build_at_install component)
  install(CODE "
    message(STATUS \"Building: ${ARGN}\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_BINARY_DIR}\" --target ${ARGN}
      COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)" COMPONENT ${component})
endfunction()

function(nl_install_program)
  nl_build_at_install(program ninelives ninelives_told)
  install(TARGETS ninelives RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  nl_install_manuals()
  nl_install_completions()
  get_property(told GLOBAL PROPERTY nl_told)
  # Nobody installs a build with sanitizers, and its program takes long to say all this.
  if(NOT NINELIVES_SANITIZE)
    set(always ALL)
  endif()
  add_custom_target(ninelives_told ${always} DEPENDS ${told})
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES packaging/ninelives.desktop DESTINATION ${share}/applications COMPONENT program)
  install(FILES web/public/icon.svg DESTINATION ${share}/icons/hicolor/scalable/apps
    RENAME ninelives.svg COMPONENT program)
  install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
endfunction()

# The unit names the program and its settings where they will be, so it is written when the prefix is known.
# Settings: /etc where the prefix is /usr, below the prefix anywhere else.
function(nl_install_server)
  install(CODE "
    set(program \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/ninelives)
    set(settings_folder ${CMAKE_INSTALL_SYSCONFDIR})
    if(NOT IS_ABSOLUTE \${settings_folder} AND NOT CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
      set(settings_folder \${CMAKE_INSTALL_PREFIX}/\${settings_folder})
    elseif(NOT IS_ABSOLUTE \${settings_folder})
      set(settings_folder /\${settings_folder})
    endif()
    set(settings \${settings_folder}/ninelives/server.toml)
    configure_file(${PROJECT_SOURCE_DIR}/packaging/ninelives-server.service.in
      ${CMAKE_BINARY_DIR}/ninelives-server.service @ONLY)
    file(INSTALL ${CMAKE_BINARY_DIR}/ninelives-server.service ${PROJECT_SOURCE_DIR}/packaging/ninelives-server.socket
      DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/systemd/system\")
    file(INSTALL ${PROJECT_SOURCE_DIR}/packaging/server.toml
      DESTINATION \"\${settings_folder}/ninelives\")" COMPONENT server)
  install(FILES packaging/ninelives-server.sysusers DESTINATION lib/sysusers.d
    RENAME ninelives-server.conf COMPONENT server)
  install(DIRECTORY ${NINELIVES_WEB}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ninelives/web
    COMPONENT server OPTIONAL)
endfunction()

function(nl_install_library)
  nl_build_at_install(library ninelives_capi)
  nl_build_at_install(development ninelives_capi)
  install(TARGETS ninelives_capi EXPORT ninelives
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
  install(FILES src/capi/ninelives.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ninelives)
  install(EXPORT ninelives NAMESPACE ninelives:: FILE ninelivesTargets.cmake DESTINATION ${package}
    COMPONENT development)
  configure_package_config_file(cmake/ninelivesConfig.cmake.in ninelivesConfig.cmake
    INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(ninelivesConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/ninelivesConfig.cmake ${CMAKE_BINARY_DIR}/ninelivesConfigVersion.cmake
    DESTINATION ${package} COMPONENT development)
  # Found from where the file lies, so that an installed folder can be moved.
  cmake_path(SET folder NORMALIZE ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH up /x/${folder} /x)
  string(REGEX REPLACE "/$" "" up ${up})
  configure_file(cmake/ninelives.pc.in ninelives.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/ninelives.pc DESTINATION ${folder} COMPONENT development)
  install(DIRECTORY examples/c DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT development)
endfunction()
