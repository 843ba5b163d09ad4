# The full-screen game needs FTXUI (tools/ftxui.sh gets it). Without it the same game is there as
# plain lines: the files screen_*.cpp are left out, and no_screen.cpp answers in their place.
find_package(ftxui QUIET)

# nl_screen(<folder>): decides which of the folder's files are compiled.
function(nl_screen folder)
  file(GLOB with CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/screen_*.cpp
    ${PROJECT_SOURCE_DIR}/tests/${folder}/screen_*_test.cpp)
  file(GLOB without CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/no_screen.cpp)
  if(ftxui_FOUND)
    message(STATUS "FTXUI: ${ftxui_DIR}")
    nl_link(ninelives_${folder} PUBLIC ftxui::dom ftxui::screen)
    set(left_out ${without})
  else()
    message(STATUS "FTXUI not found: no full-screen game, plain lines only")
    set(left_out ${with})
  endif()
  set_source_files_properties(${left_out} PROPERTIES HEADER_FILE_ONLY ON)
endfunction()
