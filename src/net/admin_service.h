// Admin service: runs admin commands that arrive on the admin socket.
#pragma once

#include "net/admin.h"
#include "net/admin_socket.h"
#include "net/core_host.h"
#include "site/game_reports.h"
#include "store/sqlite_store.h"

namespace nl {

class AdminService {
 public:
  // If the path is too long for a socket, or the folder can't hold one, the server runs without
  // admin commands.
  AdminService(CoreHost& host, SqliteStore* store, const GameReports& reports)
      : host_(host), store_(store), reports_(reports) {
    try {
      socket_ = std::make_unique<AdminSocket>(
          host_.strand(), host_.options()->data / admin_socket_name(*host_.options()),
          [this](std::string question, const AdminSocket::Reply& reply) {
            host_.with_core(
                [this, question = std::move(question), reply] { answer(question, reply); });
          });
    } catch (const boost::system::system_error& fault) {
      log_event(LogLevel::Warning, "no_admin_socket", {{"reason", fault.code().message()}});
    }
  }
  // On the core's strand.
  void close() {
    if (socket_) socket_->close();
  }

 private:
  void answer(const std::string& question, const AdminSocket::Reply& reply) {
    // Backups are answered when they are complete.
    bool later = false;
    const AdminActions hooks{.reload = [this] { reload(); },
                             .backup =
                                 [&](const std::string& folder) {
                                   back_up(folder, reply);
                                   later = true;
                                 },
                             .reports = [this] { return Json(reports_.all()); }};
    const std::string text = admin_answer(question, host_.core(), hooks, host_.now());
    log_event(LogLevel::Info, "operator", {{"order", admin_verb(question)}});
    if (!later) reply(text);
  }

  void reload() {
    const auto tell = host_.options()->on_reload;
    if (!tell) throw NetError("this server has no settings to read");
    tell();
  }

  // Runs in steps on the store's thread, between commit groups.
  void back_up(const std::string& folder, const AdminSocket::Reply& reply) {
    if (store_ == nullptr) throw NetError("a database is copied by ninelives store copy");
    const auto begun = std::make_shared<bool>(false);
    host_.commits().run_between_commits([this, folder, reply, begun] {
      try {
        if (!std::exchange(*begun, true)) store_->begin_backup(folder);
        if (!store_->backup_step()) return false;
        note_backup(host_.options()->data);
        log_event(LogLevel::Info, "backup_made");
        reply("{\"ok\":true}\n");
      } catch (const StoreError& error) {
        log_event(LogLevel::Error, "backup_failed", {{"reason", error.what()}});
        reply("{\"ok\":false,\"why\":" + Json(error.what()).dump() + "}\n");
      }
      return true;
    });
  }

  CoreHost& host_;
  SqliteStore* store_;  // null: a database
  const GameReports& reports_;
  std::unique_ptr<AdminSocket> socket_;
};

}  // namespace nl
