// Admin commands: one JSON request and one JSON answer per connection to the admin socket.
// Only the owner of the data folder can open that socket.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/server_core.h"

namespace nl {

inline constexpr std::string_view kAdminSocket = "admin.sock";

// What of it is no affair of the rooms.
struct AdminActions {
  std::function<void()> reload;  // as by SIGHUP
  std::function<void(const std::string& folder)> backup;
};

// Answers {"ok":true,…} or {"ok":false,"why":…}. On the core's strand.
//   {"order":"rooms"}                            {"order":"players","room":CODE}
//   {"order":"kick","room":CODE,"seat":N}        {"order":"close","room":CODE}
//   {"order":"notice","text":TEXT}               {"order":"drain","on":true}
//   {"order":"reload"}                           {"order":"backup","folder":PATH}
std::string admin_answer(std::string_view question, ServerCore& core, const AdminActions& hooks,
                         Time now);

}  // namespace nl
