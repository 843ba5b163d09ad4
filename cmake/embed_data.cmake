# cmake -DDATA=<folder> -DOUTPUT=data_files.cpp -P embed_data.cmake
# Writes the files that the program carries with it as raw string literals; src/text/data_files.h
# declares the functions that have them.
file(READ ${DATA}/characters.json characters)
file(READ ${DATA}/learn.jsonl lesson)
file(WRITE ${OUTPUT} "#include \"text/data_files.h\"\n
namespace nl {\n
std::string_view characters_file() { return R\"nl_data(${characters})nl_data\"; }\n
std::string_view lesson_file() { return R\"nl_data(${lesson})nl_data\"; }\n
}  // namespace nl\n")
