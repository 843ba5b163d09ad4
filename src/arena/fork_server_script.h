// The text of fork_server.py, which the program carries with it.
#pragma once

#include <string_view>

namespace nl {

std::string_view fork_server_script();

}  // namespace nl
