# Tests that are scripts. Labels are the parts that ./test knows: hash, checker, format, long.

# nl_script_test(<name> <label> <command>...)
function(nl_script_test name label)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 3600 SKIP_RETURN_CODE 77)
  # Servers sync every move, and a disk that others write to can keep them waiting for a minute. What
  # a killed process has written survives in memory as well; power cuts bring a disk of their own.
  # A sandbox has a /dev of its own, so the arena's tests stay out of it.
  if(EXISTS /dev/shm AND NOT label STREQUAL "arena")
    set_tests_properties(${name} PROPERTIES ENVIRONMENT TMPDIR=/dev/shm)
  endif()
endfunction()

nl_script_test(style.format format tests/style/format.sh)
nl_script_test(style.engine_rules format python3 tests/style/engine_rules.py)
nl_script_test(style.folder_dependencies format python3 tests/style/folder_dependencies.py)
nl_script_test(style.folder_limits format python3 tests/style/folder_limits.py)
nl_script_test(style.include_reach format python3 tests/style/include_reach.py)
nl_script_test(style.ledger format python3 tests/style/ledger.py)
nl_script_test(style.copied_code format python3 tests/style/copied_code.py)
nl_script_test(style.presets_as_data format python3 tests/style/presets_as_data.py)
nl_script_test(style.one_helper format python3 tests/style/one_helper.py)
nl_script_test(style.one_type format python3 tests/style/one_type.py)
nl_script_test(style.one_json format python3 tests/style/one_json.py)
nl_script_test(style.class_size format python3 tests/style/class_size.py)
nl_script_test(style.evidence_tables format python3 tests/style/evidence_tables.py)
nl_script_test(lang.translate format python3 tests/lang/translate_test.py)
nl_script_test(style.prose format python3 tests/style/prose.py)
nl_script_test(style.wrap format python3 tests/style/wrap.py)
nl_script_test(style.first_lines format python3 tests/style/first_lines.py)
nl_script_test(style.test_names format python3 tests/style/test_names.py)
nl_script_test(style.links format python3 tests/style/links.py)
nl_script_test(style.tree_size format python3 tests/style/tree_size.py)

if(EXISTS ${PROJECT_SOURCE_DIR}/bench/hash_main.cpp)
  nl_script_test(hash.one_engine hash tests/hash/compare.sh ${CMAKE_BINARY_DIR}/hash)
endif()

nl_script_test(engine.scratch_card hash
  python3 tests/engine/scratch_card.py ${CMAKE_BINARY_DIR}/scratch_card)
nl_script_test(bots.scratch_bot hash
  python3 tests/bots/scratch_bot.py ${CMAKE_BINARY_DIR}/scratch_bot)

if(TARGET ninelives AND EXISTS ${PROJECT_SOURCE_DIR}/tests/checker/check_records.py)
  nl_script_test(checker.real_records checker
    tests/checker/run_all.sh $<TARGET_FILE:ninelives>)
endif()

if(TARGET ninelives)
  foreach(session kill_resume docs_agent sandbox_escapes forked_games)
    nl_script_test(arena.${session} arena tests/arena/${session}.sh $<TARGET_FILE:ninelives>)
  endforeach()
endif()

if(TARGET ninelives AND ftxui_FOUND)
  foreach(session game menu secrets)
    nl_script_test(terminal.tmux_${session} terminal
      tests/terminal/tmux_${session}.sh $<TARGET_FILE:ninelives>)
  endforeach()
  nl_script_test(terminal.readme_picture terminal tests/terminal/readme_picture.sh $<TARGET_FILE:ninelives>)
  nl_script_test(terminal.pseudo_languages terminal
    python3 tests/lang/pseudo_terminal_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(terminal.tmux_three terminal
    python3 tests/terminal/tmux_three.py $<TARGET_FILE:ninelives>)
  nl_script_test(terminal.tmux_net terminal tests/client/tmux_net.sh $<TARGET_FILE:ninelives>)
endif()

# A host, a guest, a watcher and a bot as processes of their own.
if(TARGET ninelives)
  nl_script_test(client.friends terminal
    python3 tests/client/friends.py $<TARGET_FILE:ninelives> tools/verify.py)
  nl_script_test(client.hosting terminal
    python3 tests/client/hosting.py $<TARGET_FILE:ninelives>)
endif()

# `ninelives verify`, tools/verify.py and the page's, which is built if need be: one verdict on every
# game. Many games in eight parts: each is done within its time on a busy machine, too.
if(TARGET ninelives)
  set(three_verifiers python3 tests/fair/three_verifiers.py $<TARGET_FILE:ninelives>)
  nl_script_test(fair.three_verifiers checker ${three_verifiers} 1280)
  foreach(part RANGE 7)
    nl_script_test(fair.three_verifiers_long_${part} long ${three_verifiers} 100000 ${part} 8)
  endforeach()
  # One of them builds the page's engine; the others wait for it.
  set_tests_properties(fair.three_verifiers fair.three_verifiers_long_0 fair.three_verifiers_long_1
    fair.three_verifiers_long_2 fair.three_verifiers_long_3 fair.three_verifiers_long_4
    fair.three_verifiers_long_5 fair.three_verifiers_long_6 fair.three_verifiers_long_7
    PROPERTIES RESOURCE_LOCK page_engine)
endif()

# Needs python3-jsonschema; the unit tests check the same messages with a small checker of their own.
execute_process(COMMAND python3 -c "import jsonschema" RESULT_VARIABLE no_jsonschema ERROR_QUIET)
if(NOT no_jsonschema)
  nl_script_test(server.protocol checker python3 tests/server/check_protocol.py)
endif()

# Servers as processes of their own, with clients of Python's standard library.
if(TARGET ninelives AND EXISTS ${PROJECT_SOURCE_DIR}/tests/net)
  add_library(kill_at_write MODULE tests/net/kill_at_write.cpp)
  target_link_libraries(kill_at_write PRIVATE ${CMAKE_DL_LIBS})
  set(crash_test python3 tests/net/crash_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.serve net python3 tests/net/serve_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.games net python3 tests/net/games_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(docs.commands net python3 tests/app/doc_commands_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.ladder net python3 tests/net/ladder_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.daily net python3 tests/net/daily_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(site.ladder_figures net python3 tests/site/ladder_figures.py)
  nl_script_test(net.calls net python3 tests/net/notification_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.hostile net python3 tests/net/hostile_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.admin net python3 tests/net/admin_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.guard net python3 tests/net/guard_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.privacy net python3 tests/net/privacy_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.attacks net python3 tests/net/attack_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.timing net python3 tests/net/timing_test.py $<TARGET_FILE:ninelives> 60 medium hard)
  nl_script_test(net.timing_of_every_bot long python3 tests/net/timing_test.py $<TARGET_FILE:ninelives> 250)
  nl_script_test(net.attacks_at_length long python3 tests/net/attack_test.py $<TARGET_FILE:ninelives> long)
  nl_script_test(net.killed_at_every_write net ${crash_test} points $<TARGET_FILE:kill_at_write>)
  nl_script_test(net.killed_at_random net ${crash_test} random 100)
  # Its rules are others: tests/cluster/other_engine.cpp goes before the one in the library.
  add_executable(ninelives_other_engine src/app/main.cpp tests/cluster/other_engine.cpp)
  target_link_libraries(ninelives_other_engine PRIVATE nl_options ninelives_app)
  nl_script_test(cluster.engines net
    python3 tests/cluster/engines_test.py $<TARGET_FILE:ninelives> $<TARGET_FILE:ninelives_other_engine>)
  set(faults_test python3 tests/cluster/faults_test.py $<TARGET_FILE:ninelives>)
  set(terminal_test python3 tests/cluster/terminal_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(cluster.twenty_faults net ${faults_test} 20 2 6 20261116)
  nl_script_test(cluster.CLU_6_linear_checker net sh -c "cd tests/cluster/linear && go vet ./... && go test ./...")
  nl_script_test(cluster.stops net python3 tests/cluster/stop_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(cluster.away net python3 tests/cluster/away_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(cluster.asleep net python3 tests/cluster/asleep_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(cluster.terminal net ${terminal_test})
  nl_script_test(cluster.terminal_through_proxy net ${terminal_test} proxy)
  nl_script_test(cluster.terminal_and_a_later_node net ${terminal_test} later)
  nl_script_test(cluster.checker net python3 tests/cluster/checker_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(cluster.kept net python3 tests/cluster/kept_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(cluster.operated net python3 tests/cluster/operated_test.py $<TARGET_FILE:ninelives>)
  # A fault takes four seconds on quiet cores, with pauses of up to thirty.
  nl_script_test(cluster.thousand_faults long ${faults_test} 1000 3 200)
  nl_script_test(cluster.faults_of_mixed_rules long ${faults_test} 150 3 6 20261117 $<TARGET_FILE:ninelives_other_engine>)
  set_tests_properties(cluster.thousand_faults cluster.faults_of_mixed_rules PROPERTIES TIMEOUT 28800 RUN_SERIAL ON)
  nl_script_test(cluster.loss_is_found long python3 tests/cluster/loss_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(net.killed_a_thousand_times long ${crash_test} random 1000)
  nl_script_test(net.power_cuts long ${crash_test} power 100)
endif()

if(TARGET ninelives)
  nl_script_test(app.doctor net python3 tests/app/doctor_test.py $<TARGET_FILE:ninelives>)
endif()

# The ssh server, with OpenSSH's client and with one that breaks the protocol.
if(TARGET ninelives AND TARGET system::ssh)
  nl_script_test(ssh.server net python3 tests/ssh/server_test.py $<TARGET_FILE:ninelives>)
  nl_script_test(ssh.hostile net python3 tests/ssh/hostile_test.py $<TARGET_FILE:ninelives>)
endif()

# The specification of room ownership, and the simulator's traces against it.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  nl_script_test(spec.CLU_7_model net python3 tests/spec/model_test.py small)
  nl_script_test(spec.CLU_7_model_at_length long python3 tests/spec/model_test.py large)
  nl_script_test(spec.CLU_7_traces net python3 tests/spec/traces_test.py $<TARGET_FILE:server_tests> 1000)
endif()

# Installed into a folder, and used from there.
if(TARGET ninelives)
  nl_script_test(ship.install release python3 tests/ship/install_test.py ${CMAKE_BINARY_DIR})
endif()
nl_script_test(ship.hardening release python3 tests/ship/hardening_test.py $<TARGET_FILE:ninelives>)
nl_script_test(ship.papers format python3 tests/ship/papers_test.py)
nl_script_test(ship.all format python3 tests/ship/all_test.py)
nl_script_test(ship.release long python3 tests/ship/release_test.py)
