// Requests of an ssh client: the command, and the environment that is passed on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

// Arguments of the game for a command; empty unless it is `join CODE`, `watch CODE` or `puzzle`.
std::optional<std::vector<std::string>> session_arguments(std::string_view command);

// NAME=value for the allowed variables and values: LANG, NO_COLOR and COLORTERM.
std::optional<std::string> session_variable(std::string_view name, std::string_view value);

// The terminal's type if it is plausible, else `xterm`.
std::string session_terminal_type(std::string_view type);

}  // namespace nl
