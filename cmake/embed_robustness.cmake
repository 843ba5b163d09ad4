# cmake -DROBUSTNESS=<folder> -DOUTPUT=robustness_data.cpp -P embed_robustness.cmake
# Writes what was measured of the program's own bots as raw string literals.
file(READ ${ROBUSTNESS}/learners.jsonl learners)
file(READ ${ROBUSTNESS}/small-games.jsonl small_games)
file(WRITE ${OUTPUT} "#include \"arena/robustness_data.h\"\n
namespace nl {\n
std::string_view learners_file() { return R\"nl_data(${learners})nl_data\"; }\n
std::string_view small_games_file() { return R\"nl_data(${small_games})nl_data\"; }\n
}  // namespace nl\n")
