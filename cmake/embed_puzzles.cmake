# cmake -DPUZZLES=puzzles.txt -DOUTPUT=puzzle_data.cpp -P embed_puzzles.cmake
# Writes the puzzles as raw string literals, one a line: a literal may not be as long as the file.
file(STRINGS ${PUZZLES} lines)
set(text "")
foreach(line IN LISTS lines)
  string(APPEND text "    R\"nl_data(${line}\n)nl_data\"\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"coach/puzzle.h\"\n
namespace nl {\n
std::string_view puzzles_file() {\n  return\n${text}      \"\";\n}\n
}  // namespace nl\n")
