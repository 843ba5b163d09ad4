# cmake -DINPUTS=a/en.json;a/ko.json -DOUTPUT=lang_data.cpp -P embed_lang.cmake
# Writes each file as a raw string literal; src/text/lang_data.h declares the names.
set(code "#include \"text/lang_data.h\"\n\nnamespace nl {\n")
foreach(input IN LISTS INPUTS)
  cmake_path(GET input STEM language)
  string(SUBSTRING ${language} 0 1 initial)
  string(SUBSTRING ${language} 1 -1 rest)
  string(TOUPPER ${initial} initial)
  file(READ ${input} text)
  string(APPEND code "\nconst std::string_view kLang${initial}${rest} = R\"nl_json(${text})nl_json\";\n")
endforeach()
file(WRITE ${OUTPUT} "${code}\n}  // namespace nl\n")
