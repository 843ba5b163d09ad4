// Admin commands: one JSON request and one JSON answer per connection to the admin socket.
// Only the owner of the data folder can open that socket.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "net/net_options.h"
#include "server/server_core.h"
#include "text/rules_text.h"

namespace nl {

// A node's socket carries its port: nodes of one machine may share a folder of settings.
inline constexpr std::string_view kAdminSocket = "admin.sock";
std::string admin_socket_name(const NetOptions& options);

// Actions of the server outside of rooms.
struct AdminActions {
  std::function<void()> reload;  // as by SIGHUP
  std::function<void(const std::string& folder)> backup;
  std::function<Json()> reports;  // a list
};

// Answers {"ok":true,…} or {"ok":false,"why":…}. On the core's strand.
//   {"order":"rooms"}                            {"order":"players","room":CODE}
//   {"order":"kick","room":CODE,"seat":N}        {"order":"close","room":CODE}
//   {"order":"notice","text":TEXT}               {"order":"drain","on":true}
//   {"order":"reports"}
//   {"order":"reload"}                           {"order":"backup","folder":PATH}
// The verb alone, for the log: codes and texts are nobody's there.
std::string admin_verb(std::string_view question);
std::string admin_answer(std::string_view question, ServerCore& core, const AdminActions& hooks,
                         Time now);

}  // namespace nl
