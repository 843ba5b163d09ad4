// Validation of server settings, beyond the type and range of each value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "net/net_options.h"

namespace nl {

// The reason names no value: a setting may hold a secret.
struct SettingFault {
  std::string setting{};  // as in the settings file
  std::string reason{};
};

std::vector<SettingFault> check_settings(const NetOptions& options);

// Of postgres://user:password@host.
bool has_password(std::string_view store);

}  // namespace nl
