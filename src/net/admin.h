// What whoever runs a server asks of it, over a socket in the data folder that only they can open:
// one JSON object a connection, and one as the answer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/server_core.h"

namespace nl {

inline constexpr std::string_view kAdminSocket = "admin.sock";

// What of it is no affair of the rooms.
struct AdminHooks {
  std::function<void()> reload;  // as by SIGHUP
  std::function<void(const std::string& folder)> backup;
};

// Answers {"ok":true,…} or {"ok":false,"why":…}. On the core's strand.
//   {"order":"rooms"}                            {"order":"players","room":CODE}
//   {"order":"kick","room":CODE,"seat":N}        {"order":"close","room":CODE}
//   {"order":"notice","text":TEXT}               {"order":"drain","on":true}
//   {"order":"reload"}                           {"order":"backup","folder":PATH}
std::string admin_answer(std::string_view question, ServerCore& core, const AdminHooks& hooks,
                         Time now);

}  // namespace nl
