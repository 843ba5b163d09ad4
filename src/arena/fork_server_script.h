// Source of fork_server.py, embedded into the program.
#pragma once

#include <string_view>

namespace nl {

std::string_view fork_server_script();

}  // namespace nl
