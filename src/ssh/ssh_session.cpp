// Event loop and callbacks of one ssh connection.
#include "ssh/ssh_session.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "net/server_log.h"
#include "ssh/session_program.h"
#include "ssh/session_request.h"

namespace nl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLookAround{500};  // for deadlines and a stop of the server
constexpr std::size_t kReadBytes = 16 * 1024;
constexpr std::size_t kMostTyped = 64 * 1024;  // bytes that the game has not read
constexpr int kMostTries = 12;                 // limit of authentication messages
constexpr int kMostVariables = 16;
constexpr int kLargestScreen = 1'000;

TerminalSize valid_size(int columns, int rows) {
  return {std::clamp(columns, 0, kLargestScreen), std::clamp(rows, 0, kLargestScreen)};
}

// The command of others who join by the same door, without a room's code. Its address is the one
// that this client came to.
std::string joining_command(int socket) {
  sockaddr_storage own{};
  socklen_t length = sizeof own;
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  const auto* address = reinterpret_cast<const sockaddr*>(&own);
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&own), &length) != 0 ||
      getnameinfo(address, length, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return {};
  }
  std::string_view name = host.data();
  constexpr std::string_view kMapped = "::ffff:";
  if (name.starts_with(kMapped)) name.remove_prefix(kMapped.size());
  return "ssh -t -p " + std::string(port.data()) + ' ' + std::string(name) + " join";
}

class SshSession {
 public:
  SshSession(ssh_bind bind, int socket, std::string address, SshServerState& state)
      : address_(std::move(address)), state_(state), session_(ssh_new()), event_(ssh_event_new()) {
    if (session_ == nullptr || event_ == nullptr || !accept(bind, socket)) {
      ended_ = true;
      return;
    }
    ssh_set_blocking(session_, 0);
    set_callbacks();
  }
  ~SshSession() {
    program_.reset();
    if (!guest_folder_.empty()) PlayerFolders::remove_guest(guest_folder_);
    if (channel_ != nullptr) ssh_remove_channel_callbacks(channel_, &channel_callbacks_);
    if (in_event_) ssh_event_remove_session(event_, session_);
    if (event_ != nullptr) ssh_event_free(event_);
    if (session_ != nullptr) {
      ssh_disconnect(session_);
      ssh_free(session_);
    }
  }
  SshSession(const SshSession&) = delete;
  SshSession& operator=(const SshSession&) = delete;

  void run() {
    if (ended_ || !exchange_keys()) return;
    ssh_event_add_session(event_, session_);
    in_event_ = true;
    while (!ended_ && !state_.stopping) {
      wait();
      if (ssh_event_dopoll(event_, 0) == SSH_ERROR) break;
      if (program_) pass_on_output();
      if (program_ && output_ended_ && pending_.empty()) finish();
      check_deadlines();
    }
  }

 private:
  // libssh loads the host key with the first connection, without a lock.
  bool accept(ssh_bind bind, int socket) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    return ssh_bind_accept_fd(bind, session_, socket) == SSH_OK;
  }

  // ---- sign-in -------------------------------------------------------------------------------

  bool exchange_keys() {
    while (!state_.stopping && Clock::now() < began_ + state_.options.sign_in) {
      const int done = ssh_handle_key_exchange(session_);
      if (done == SSH_OK) return true;
      if (done == SSH_ERROR) return false;
      pollfd file{ssh_get_fd(session_), POLLIN, 0};
      poll(&file, 1, static_cast<int>(kLookAround.count()));
    }
    return false;
  }

  bool try_again() {
    if (++tries_ <= kMostTries) return true;
    ended_ = true;
    return false;
  }

  // A key counts only after its signature was verified; before that the client merely probes.
  int check_key(ssh_key key, char signature_state) {
    if (!try_again()) return SSH_AUTH_DENIED;
    if (signature_state == SSH_PUBLICKEY_STATE_NONE) return SSH_AUTH_SUCCESS;
    if (signature_state != SSH_PUBLICKEY_STATE_VALID) return SSH_AUTH_DENIED;
    unsigned char* hash = nullptr;
    std::size_t length = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != 0) {
      return SSH_AUTH_DENIED;
    }
    player_ = state_.keys.player_of({reinterpret_cast<const char*>(hash), length});
    ssh_clean_pubkey_hash(&hash);
    signed_in_ = true;
    return SSH_AUTH_SUCCESS;
  }

  // Guests sign in by keyboard-interactive without a prompt. libssh refuses everything without a
  // callback.
  int answer_message(ssh_message message) {
    const bool guest = ssh_message_type(message) == SSH_REQUEST_AUTH &&
                       ssh_message_subtype(message) == SSH_AUTH_METHOD_INTERACTIVE;
    if (!guest || !try_again()) return 1;
    signed_in_ = true;
    user_ = ssh_message_auth_user(message);
    return ssh_message_auth_reply_success(message, 0) == SSH_OK ? 0 : 1;
  }

  // ---- channel -------------------------------------------------------------------------------

  // One channel, and none before authentication (CVE-2018-10933 was a server that forgot).
  ssh_channel open_channel() {
    if (!signed_in_ || channel_ != nullptr) return nullptr;
    channel_ = ssh_channel_new(session_);
    if (channel_ != nullptr) ssh_set_channel_callbacks(channel_, &channel_callbacks_);
    return channel_;
  }

  int use_terminal(const char* type, TerminalSize size) {
    if (program_) return -1;
    terminal_type_ = session_terminal_type(type == nullptr ? "" : type);
    size_ = size;
    return 0;
  }

  int set_variable(const char* name, const char* value) {
    const auto variable = session_variable(name, value);
    if (!variable || program_ || variables_.size() >= kMostVariables) return 1;
    variables_.push_back(*variable);
    return 0;
  }

  std::optional<std::filesystem::path> folder() {
    if (!player_.empty()) return state_.folders.of_player(player_, address_);
    guest_folder_ = state_.folders.of_guest();
    return guest_folder_;
  }

  // The game's settings are passed in the environment, which `ps` does not show.
  ProgramStart program_start(const std::filesystem::path& home, const std::string& command) {
    ProgramStart start{.program = state_.options.program, .arguments = {"ssh-session"}};
    start.terminal = !terminal_type_.empty();
    start.size = size_;
    start.environment = {"HOME=" + home.string(),
                         "XDG_DATA_HOME=" + (home / "data").string(),
                         "XDG_STATE_HOME=" + (home / "state").string(),
                         "XDG_CONFIG_HOME=" + (home / "config").string(),
                         "TERM=" + (start.terminal ? terminal_type_ : "dumb"),
                         "LC_ALL=C.UTF-8",
                         "NINELIVES_SSH_SERVER=" + state_.options.server,
                         "NINELIVES_SSH_CLIENT=" + address_,
                         "NINELIVES_SSH_USER=" + user_,
                         "NINELIVES_SSH_JOIN=" + joining_command(ssh_get_fd(session_)),
                         "NINELIVES_SSH_COMMAND=" + command};
    if (!player_.empty()) {
      start.environment.push_back("NINELIVES_SSH_LADDER_KEY=" + (home / "ladder.key").string());
    }
    start.environment.insert(start.environment.end(), variables_.begin(), variables_.end());
    return start;
  }

  int start_program(const std::string& command) {
    if (program_) return 1;
    try {
      const auto home = folder();
      if (!home) return 1;
      program_ = std::make_unique<SessionProgram>(program_start(*home, command));
    } catch (const SshError& error) {
      log_event(LogLevel::Error, "ssh_session_failed", {{"reason", error.what()}});
      return 1;
    }
    typed_at_ = Clock::now();
    log_event(LogLevel::Debug, "ssh_session_began",
              {{"key", !player_.empty() ? "yes" : "no"}, {"address", address_in_log(address_)}});
    return 0;
  }

  int execute(const char* command) {
    const auto arguments = session_arguments(command);
    if (!arguments) return 1;
    std::string text;
    for (const std::string& word : *arguments) text += (text.empty() ? "" : " ") + word;
    return start_program(text);
  }

  // ---- bytes ---------------------------------------------------------------------------------

  int take_input(const char* data, std::size_t length) {
    typed_at_ = Clock::now();
    if (!program_) return static_cast<int>(length);
    typed_.append(data, length);
    if (typed_.size() > kMostTyped) ended_ = true;
    pass_on_input();
    return static_cast<int>(length);
  }

  void pass_on_input() {
    while (!typed_.empty()) {
      const ssize_t written = write(program_->file(), typed_.data(), typed_.size());
      if (written <= 0) return;
      typed_.erase(0, static_cast<std::size_t>(written));
    }
  }

  bool client_is_behind() const {
    return !pending_.empty() || ssh_channel_window_size(channel_) == 0 ||
           (ssh_get_poll_flags(session_) & SSH_WRITE_PENDING) != 0;
  }

  void send_pending() {
    const std::size_t room = ssh_channel_window_size(channel_);
    const std::size_t length = std::min(pending_.size(), room);
    if (length == 0) return;
    const int sent =
        ssh_channel_write(channel_, pending_.data(), static_cast<std::uint32_t>(length));
    if (sent < 0) {
      ended_ = true;
    } else {
      pending_.erase(0, static_cast<std::size_t>(sent));
    }
  }

  void pass_on_output() {
    send_pending();
    while (!ended_ && !output_ended_ && !client_is_behind()) {
      std::array<char, kReadBytes> bytes;
      const ssize_t got = read(program_->file(), bytes.data(), bytes.size());
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) break;
      if (got <= 0) {
        output_ended_ = true;  // a terminal whose program has ended returns EIO
        break;
      }
      pending_.assign(bytes.data(), static_cast<std::size_t>(got));
      send_pending();
    }
    if (!client_is_behind()) moved_at_ = Clock::now();
  }

  void finish() {
    for (int tries = 0; tries < 100 && program_->status() < 0; ++tries) poll(nullptr, 0, 10);
    ssh_channel_request_send_exit_status(channel_, std::max(program_->status(), 0));
    ssh_channel_send_eof(channel_);
    ssh_channel_close(channel_);
    ssh_blocking_flush(session_, 1'000);
    ended_ = true;
  }

  void wait() {
    std::array<pollfd, 2> files = {pollfd{ssh_get_fd(session_), POLLIN, 0}, pollfd{-1, 0, 0}};
    if ((ssh_get_poll_flags(session_) & SSH_WRITE_PENDING) != 0) files[0].events |= POLLOUT;
    if (program_ && !output_ended_) {
      files[1].fd = program_->file();
      files[1].events =
          static_cast<short>((client_is_behind() ? 0 : POLLIN) | (typed_.empty() ? 0 : POLLOUT));
      if (files[1].events == 0) files[1].fd = -1;  // otherwise its end would wake the loop
    }
    const bool ending = program_ && output_ended_ && pending_.empty();
    poll(files.data(), files.size(), ending ? 0 : static_cast<int>(kLookAround.count()));
    if (program_ && (files[1].revents & POLLOUT) != 0) pass_on_input();
  }

  void check_deadlines() {
    const auto now = Clock::now();
    if (!program_) {
      if (now > began_ + state_.options.sign_in) ended_ = true;
      return;
    }
    if (now > typed_at_ + state_.options.idle) ended_ = true;
    if (client_is_behind() && now > moved_at_ + state_.options.stalled) {
      log_event(LogLevel::Info, "ssh_client_stalled", {{"address", address_in_log(address_)}});
      ended_ = true;
    }
  }

  // ---- libssh's callbacks --------------------------------------------------------------------

  static SshSession& self(void* data) { return *static_cast<SshSession*>(data); }

  void set_callbacks() {
    server_callbacks_.userdata = this;
    server_callbacks_.auth_none_function = [](ssh_session, const char*, void* data) -> int {
      self(data).try_again();
      return SSH_AUTH_DENIED;
    };
    server_callbacks_.auth_pubkey_function = [](ssh_session, const char* user, ssh_key_struct* key,
                                                char state, void* data) -> int {
      self(data).user_ = user;
      return self(data).check_key(key, state);
    };
    server_callbacks_.channel_open_request_session_function = [](ssh_session, void* data) {
      return self(data).open_channel();
    };
    ssh_callbacks_init(&server_callbacks_);
    ssh_set_server_callbacks(session_, &server_callbacks_);
    ssh_set_message_callback(
        session_,
        [](ssh_session, ssh_message message, void* data) {
          return self(data).answer_message(message);
        },
        this);
    ssh_set_auth_methods(session_, SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_INTERACTIVE);
    set_channel_callbacks();
  }

  void set_channel_callbacks() {
    ssh_channel_callbacks_struct& on = channel_callbacks_;
    on.userdata = this;
    on.channel_pty_request_function = [](ssh_session, ssh_channel, const char* type, int columns,
                                         int rows, int, int, void* data) {
      return self(data).use_terminal(type, valid_size(columns, rows));
    };
    on.channel_pty_window_change_function = [](ssh_session, ssh_channel, int columns, int rows, int,
                                               int, void* data) {
      if (self(data).program_) self(data).program_->resize(valid_size(columns, rows));
      return 0;
    };
    on.channel_env_request_function = [](ssh_session, ssh_channel, const char* name,
                                         const char* value, void* data) {
      return self(data).set_variable(name, value);
    };
    on.channel_shell_request_function = [](ssh_session, ssh_channel, void* data) {
      return self(data).start_program("");
    };
    on.channel_exec_request_function = [](ssh_session, ssh_channel, const char* command,
                                          void* data) { return self(data).execute(command); };
    on.channel_subsystem_request_function = [](ssh_session, ssh_channel, const char*, void*) {
      return 1;
    };
    on.channel_data_function = [](ssh_session, ssh_channel, void* bytes, std::uint32_t length,
                                  int is_error, void* data) {
      if (is_error != 0) return static_cast<int>(length);
      return self(data).take_input(static_cast<const char*>(bytes), length);
    };
    on.channel_eof_function = [](ssh_session, ssh_channel, void* data) {
      if (self(data).program_) self(data).program_->end_input();
    };
    on.channel_close_function = [](ssh_session, ssh_channel, void* data) {
      self(data).ended_ = true;
    };
    ssh_callbacks_init(&on);
  }

  const std::string address_;
  SshServerState& state_;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point typed_at_ = began_;
  Clock::time_point moved_at_ = began_;  // after the client has read everything
  ssh_session session_;
  ssh_event event_;
  ssh_channel channel_ = nullptr;
  ssh_server_callbacks_struct server_callbacks_{};
  ssh_channel_callbacks_struct channel_callbacks_{};
  bool in_event_ = false;
  bool ended_ = false;
  bool signed_in_ = false;
  int tries_ = 0;
  std::string player_;  // empty: a guest
  std::string user_;
  std::filesystem::path guest_folder_;
  std::string terminal_type_;  // empty: none requested
  TerminalSize size_;
  std::vector<std::string> variables_;
  std::unique_ptr<SessionProgram> program_;
  std::string typed_;    // for the game
  std::string pending_;  // for the client
  bool output_ended_ = false;
};

}  // namespace

void run_ssh_session(void* bind, int socket, const std::string& address, SshServerState& state) {
  SshSession(static_cast<ssh_bind>(bind), socket, address, state).run();
}

}  // namespace nl
