# Tests that are scripts. Labels are the parts that ./test knows: hash, checker, format, long.

# nl_script_test(<name> <label> <command>...)
function(nl_script_test name label)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 1200)
endfunction()

nl_script_test(style.format format tests/style/format.sh)
nl_script_test(style.engine_rules format python3 tests/style/engine_rules.py)

if(EXISTS ${PROJECT_SOURCE_DIR}/bench/hash_main.cpp)
  nl_script_test(hash.one_engine hash tests/hash/compare.sh ${CMAKE_BINARY_DIR}/hash)
endif()

if(TARGET ninelives AND EXISTS ${PROJECT_SOURCE_DIR}/tests/checker/check_records.py)
  nl_script_test(checker.real_records checker
    tests/checker/run_all.sh $<TARGET_FILE:ninelives>)
endif()
