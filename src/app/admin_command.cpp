// Subcommands for operators: `admin`, backups and restores.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/collusion_report.h"
#include "app/commands.h"
#include "app/options.h"
#include "net/admin.h"
#include "net/net_options.h"
#include "store/sqlite_store.h"
#include "store/store_place.h"
#include "text/json_reader.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

struct AdminFlags {
  fs::path data = NetOptions{}.data;
  fs::path key{};
  std::string room;
  int seat = 0;
  std::string text;
  fs::path folder;
  bool with_key = false;
  bool off = false;
};

// The folder's only admin socket: a node's carries its port.
fs::path admin_socket_in(const fs::path& data) {
  const fs::path usual = data / kAdminSocket;
  if (fs::exists(usual)) return usual;
  std::vector<fs::path> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(data, none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("admin-") && name.ends_with(".sock")) found.push_back(entry.path());
  }
  return found.size() == 1 ? found.front() : usual;
}

class LocalSocket {
 public:
  explicit LocalSocket(const fs::path& file) : fd_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    std::strncpy(address.sun_path, file.c_str(), sizeof address.sun_path - 1);
    const auto* any = reinterpret_cast<const sockaddr*>(&address);
    if (fd_ < 0 || connect(fd_, any, sizeof address) != 0) {
      throw ProgramError(kExitDifferent, file.string() + ": " + std::strerror(errno));
    }
  }
  LocalSocket(const LocalSocket&) = delete;
  LocalSocket& operator=(const LocalSocket&) = delete;
  ~LocalSocket() { ::close(fd_); }

  void send(const std::string& text) const {
    if (::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) < 0) {
      throw ProgramError(kExitDifferent, std::strerror(errno));
    }
  }
  std::string read_all() const {
    std::string all;
    std::array<char, 4096> part;
    for (ssize_t size = 0; (size = read(fd_, part.data(), part.size())) > 0;) {
      all.append(part.data(), static_cast<std::size_t>(size));
    }
    return all;
  }

 private:
  const int fd_;
};

Json parsed_answer(const std::string& text) {
  try {
    return parse_object(text);
  } catch (const JsonError&) {
    throw ProgramError(kExitDifferent, "the server gave no answer");
  }
}

// Prints the server's answer, one line for each item of a list.
void ask(const AdminFlags& flags, const Json& order) {
  const LocalSocket socket(admin_socket_in(flags.data));
  socket.send(order.dump() + '\n');
  const Json document = parsed_answer(socket.read_all());
  const JsonReader answer(document);
  if (!answer["ok"].is_true()) {
    throw ProgramError(kExitDifferent, answer["why"].if_text().value_or("refused"));
  }
  for (const JsonReader& field : answer.fields()) {
    if (field.name() == "ok") continue;
    if (!field.is_list()) {
      std::cout << Json{{field.name(), field.value()}}.dump() << '\n';
      continue;
    }
    for (const JsonReader& one : field.items()) std::cout << one.value().dump() << '\n';
  }
}

// Keys of the ssh server: without them every client warns, and no player finds their folder.
constexpr const char* kSshKeys[] = {"host.key", "players.key"};

fs::path ssh_key_beside(const fs::path& copy, const char* name) {
  return key_beside(copy).string() + ".ssh-" + name;
}

void back_up_ssh_keys(const AdminFlags& flags) {
  for (const char* name : kSshKeys) {
    const fs::path key = flags.data / "ssh" / name;
    if (fs::exists(key)) fs::copy_file(key, ssh_key_beside(flags.folder, name));
  }
}

void restore_ssh_keys(const AdminFlags& flags) {
  for (const char* name : kSshKeys) {
    const fs::path kept = ssh_key_beside(flags.folder, name);
    const fs::path key = flags.data / "ssh" / name;
    if (!fs::exists(kept) || fs::exists(key)) continue;
    fs::create_directories(key.parent_path());
    fs::copy_file(kept, key);
  }
}

void back_up(const AdminFlags& flags) {
  ask(flags, {{"order", "backup"}, {"folder", fs::absolute(flags.folder).string()}});
  if (!flags.with_key) return;
  const fs::path key = flags.key.empty() ? flags.data / "ninelives.key" : flags.key;
  fs::copy_file(key, key_beside(flags.folder));
  const fs::path push = flags.data / "push.key";  // of versions before 1.0
  if (fs::exists(push)) fs::copy_file(push, key_beside(flags.folder).string() + ".push");
  back_up_ssh_keys(flags);
}

void restore(const AdminFlags& flags) {
  try {
    fs::create_directories(flags.data);
    const fs::path key = flags.key.empty() ? flags.data / "ninelives.key" : flags.key;
    const fs::path inside = flags.folder / "ninelives.key";  // of versions before 1.0
    const fs::path kept = fs::exists(inside) ? inside : key_beside(flags.folder);
    if (!fs::exists(key) && fs::exists(kept)) fs::copy_file(kept, key);
    restore_ssh_keys(flags);
    std::cout << Json{{"set_aside", restore_backup(flags.folder, flags.data, key).string()}}.dump()
              << '\n';
  } catch (const std::runtime_error& error) {  // of the store, or of the file system
    throw ProgramError(kExitDifferent, error.what());
  }
}

template <class Do>
CLI::App* add_order(CLI::App& admin, const std::string& name, const std::string& help, Do act) {
  CLI::App* order = admin.add_subcommand(name, help);
  order->callback(act);
  return order;
}

}  // namespace

namespace {

void add_collusion(CLI::App& admin, const AdminFlags& flags) {
  auto question = std::make_shared<CollusionQuestion>();
  CLI::App* order = add_order(
      admin, "collusion", "pairs of ladder players who help each other more than chance explains",
      [question, &flags] {
        if (question->store.place.empty()) question->store.place = flags.data.string();
        question->store.key_file = flags.key;
        print_collusion(*question);
      });
  order->add_option("--store", question->store.place, "a database (default: the data folder)");
  order->add_option("--days", question->days, "games of so many days")
      ->check(CLI::Range(1, 3'650))
      ->capture_default_str();
  order->add_option("--alarms", question->alarms, "chance of any false flag in the report")
      ->check(CLI::Range(1e-9, 0.5))
      ->capture_default_str();
}

}  // namespace

void add_admin(CLI::App& program) {
  auto* admin = program.add_subcommand("admin", "Ask a running server on this machine, or tell it");
  auto flags = std::make_shared<AdminFlags>();
  admin->require_subcommand(1);
  admin->add_option("--data", flags->data, "the server's data folder")->capture_default_str();
  admin->add_option("--key", flags->key, "the key's file (default: in the data folder)");
  const auto say = [flags](Json order) { return [flags, order] { ask(*flags, order); }; };
  const auto to_room = [flags](const char* name) {
    return [flags, name] { ask(*flags, {{"order", name}, {"room", flags->room}}); };
  };
  add_order(*admin, "rooms", "all rooms", say({{"order", "rooms"}}));
  add_order(*admin, "players", "who sits in a room", to_room("players"))
      ->add_option("room", flags->room)
      ->required();
  auto* kick = add_order(*admin, "kick", "a player; in a game a bot goes on for them", [flags] {
    ask(*flags, {{"order", "kick"}, {"room", flags->room}, {"seat", flags->seat}});
  });
  kick->add_option("room", flags->room)->required();
  kick->add_option("seat", flags->seat, "as in `players`")->required();
  add_order(*admin, "close", "a room; everybody in it is told", to_room("close"))
      ->add_option("room", flags->room)
      ->required();
  add_order(*admin, "notice", "say something to everybody",
            [flags] {
              ask(*flags, {{"order", "notice"}, {"text", flags->text}});
            })
      ->add_option("text", flags->text)
      ->required();
  add_order(*admin, "reports", "games that players have reported", say({{"order", "reports"}}));
  add_order(*admin, "drain", "no new rooms; games go on", [flags] {
    ask(*flags, {{"order", "drain"}, {"on", !flags->off}});
  })->add_flag("--off", flags->off, "new rooms again");
  add_order(*admin, "reload", "read certificate and settings again", say({{"order", "reload"}}));
  auto* backup = add_order(*admin, "backup", "copy the store while it is in use",
                           [flags] { back_up(*flags); });
  backup->add_option("folder", flags->folder, "a new one")->required();
  backup->add_flag("--with-key", flags->with_key,
                   "the key too, as FOLDER.key: keep it apart, who has both can read everything");
  add_collusion(*admin, *flags);
  add_order(*admin, "restore", "put a copy in the place of a store that no server runs on",
            [flags] { restore(*flags); })
      ->add_option("folder", flags->folder, "the copy")
      ->required();
}

}  // namespace nl
