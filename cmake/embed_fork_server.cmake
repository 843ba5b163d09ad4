# cmake -DSCRIPT=fork_server.py -DOUTPUT=fork_server_script.cpp -P embed_fork_server.cmake
# Writes the arena's fork server as a raw string literal.
file(READ ${SCRIPT} script)
file(WRITE ${OUTPUT} "#include \"arena/fork_server_script.h\"\n
namespace nl {\n
std::string_view fork_server_script() { return R\"nl_data(${script})nl_data\"; }\n
}  // namespace nl\n")
