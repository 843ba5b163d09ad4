# cmake -DINPUTS=a/en.json;a/ko.json -DOUTPUT=lang_data.cpp -P embed_lang.cmake
# Writes each file as a raw string literal; src/text/lang_data.h declares the function that has them.
file(READ ${TITLES} titles)
set(files "")
foreach(input IN LISTS INPUTS)
  cmake_path(GET input STEM language)
  file(READ ${input} text)
  string(APPEND files "      {\"${language}\", R\"nl_json(${text})nl_json\"sv},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"text/lang_data.h\"\n
namespace nl {\n
using namespace std::string_view_literals;  // a length in each literal: none is counted in the compiler\n
std::span<const LanguageFile> compiled_languages() {
  static constexpr LanguageFile kFiles[] = {
${files}  };
  return kFiles;
}\n
std::string_view titles_file() { return R\"nl_json(${titles})nl_json\"; }\n
}  // namespace nl\n")
