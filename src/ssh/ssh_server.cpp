// Listener of the ssh server, and the threads of its sessions.
#include "ssh/ssh_server.h"

#include <fcntl.h>
#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include "net/client_address.h"
#include "net/connection_limit.h"
#include "net/server_log.h"
#include "ssh/listening_file.h"
#include "ssh/ssh_session.h"

namespace nl {
namespace {

constexpr std::chrono::hours kSweep{6};
constexpr std::size_t kStackBytes = 512 * 1024;  // of a session's thread

// Only algorithms that OpenSSH of the last ten years supports, and no SHA-1.
constexpr const char* kKeyExchange = "curve25519-sha256,curve25519-sha256@libssh.org";
constexpr const char* kCiphers =
    "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com";
constexpr const char* kMacs = "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com";
constexpr const char* kPlayerKeys =
    "ssh-ed25519,sk-ssh-ed25519@openssh.com,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,"
    "ecdsa-sha2-nistp521,rsa-sha2-512,rsa-sha2-256";

std::string address_of(const sockaddr_storage& address) {
  std::array<char, NI_MAXHOST> text{};
  getnameinfo(reinterpret_cast<const sockaddr*>(&address), sizeof address, text.data(), text.size(),
              nullptr, 0, NI_NUMERICHOST);
  const auto parsed = parse_address(text.data());
  return parsed ? address_group(*parsed) : text.data();
}

ssh_bind make_bind(const SshKeys& keys) {
  const ssh_bind bind = ssh_bind_new();
  if (bind == nullptr) throw SshError("libssh can't start");
  const bool no_files = false;
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &no_files);
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY, keys.host_key_file().c_str());
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_KEY_EXCHANGE, kKeyExchange);
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_CIPHERS_C_S, kCiphers);
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_CIPHERS_S_C, kCiphers);
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HMAC_C_S, kMacs);
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HMAC_S_C, kMacs);
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY_ALGORITHMS, "ssh-ed25519");
  ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PUBKEY_ACCEPTED_KEY_TYPES, kPlayerKeys);
  return bind;
}

SshOptions completed(SshOptions options) {
  if (options.program.empty()) options.program = "/proc/self/exe";
  std::error_code failed;
  std::filesystem::create_directories(options.data, failed);
  if (failed || chmod(options.data.c_str(), S_IRWXU) != 0) {
    throw SshError(options.data.string() + ": can't be used");
  }
  options.program = std::filesystem::canonical(options.program);
  options.data = std::filesystem::canonical(options.data);
  return options;
}

// Each session takes a thread, a process and three files.
void warn_of_file_limit(std::size_t sessions) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const std::size_t needed = 3 * sessions + 32;
  if (files.rlim_cur >= needed) return;
  log_event(LogLevel::Warning, "few_files", {{"limit", files.rlim_cur}, {"needed", needed}});
}

}  // namespace

bool ssh_possible() { return true; }

class SshServer::Impl {
 public:
  explicit Impl(SshOptions options)
      : options_(completed(std::move(options))),
        keys_(options_.data),
        folders_(options_.data, options_.players, options_.keep_player),
        limit_(options_.sessions, options_.per_address),
        listening_(std::make_unique<ListeningFile>(options_.bind, options_.port)),
        port_(listening_->port()),
        bind_(make_bind(keys_)),
        wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        state_{options_, keys_, folders_} {
    warn_of_file_limit(options_.sessions);
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~Impl() {
    state_.stopping = true;
    stop_listening();
    {
      std::unique_lock lock(mutex_);
      ended_.wait(lock, [this] { return running_ == 0; });
    }
    ssh_bind_free(bind_);
    close(wake_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void stop_listening() {
    if (!acceptor_.joinable()) return;
    listens_ = false;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
    acceptor_.join();
    listening_.reset();
  }

  std::uint16_t port() const { return port_; }
  const SshKeys& keys() const { return keys_; }
  std::size_t sessions() const { return limit_.taken(); }

 private:
  struct Job {
    Impl* server;
    int socket;
    std::string address;
    ConnectionLimit::Place place;
  };

  void accept_all() {
    auto swept = std::chrono::steady_clock::now();
    while (listens_) {
      std::array<pollfd, 2> files = {pollfd{listening_->get(), POLLIN, 0},
                                     pollfd{wake_, POLLIN, 0}};
      poll(files.data(), files.size(), 60'000);
      if ((files[0].revents & POLLIN) != 0) accept_one();
      if (std::chrono::steady_clock::now() < swept + kSweep) continue;
      swept = std::chrono::steady_clock::now();
      folders_.sweep();
    }
  }

  void accept_one() {
    sockaddr_storage from{};
    socklen_t length = sizeof from;
    const int socket =
        accept4(listening_->get(), reinterpret_cast<sockaddr*>(&from), &length, SOCK_CLOEXEC);
    if (socket < 0) {
      if (errno == EMFILE || errno == ENFILE) poll(nullptr, 0, 50);  // until a session ends
      return;
    }
    const std::string address = address_of(from);
    const auto now =
        std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
    auto place = limit_.take(address);
    if (!place.place || !rate_.allow_request(address, now)) {
      log_event(LogLevel::Debug, "ssh_refused", {{"address", address_in_log(address)}});
      close(socket);
      return;
    }
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    start(std::make_unique<Job>(Job{this, socket, address, std::move(place.place)}));
  }

  void start(std::unique_ptr<Job> job) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    {
      const std::lock_guard lock(mutex_);
      ++running_;
    }
    pthread_t thread;
    const int failed = pthread_create(&thread, &attributes, run_job, job.get());
    pthread_attr_destroy(&attributes);
    if (failed == 0) {
      (void)job.release();  // the thread's
    } else {
      close(job->socket);
      note_end();
    }
  }

  static void* run_job(void* data) {
    std::unique_ptr<Job> job(static_cast<Job*>(data));
    Impl& server = *job->server;
    run_ssh_session(server.bind_, job->socket, job->address, server.state_);
    job.reset();
    server.note_end();
    return nullptr;
  }

  void note_end() {
    const std::lock_guard lock(mutex_);
    assert(running_ > 0);
    --running_;
    ended_.notify_all();
  }

  const SshOptions options_;
  const SshKeys keys_;
  PlayerFolders folders_;
  ConnectionLimit limit_;
  RateLimit rate_;
  std::unique_ptr<ListeningFile> listening_;
  const std::uint16_t port_;
  std::atomic<bool> listens_ = true;
  ssh_bind bind_;
  int wake_;
  SshServerState state_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t running_ = 0;
  std::thread acceptor_;
};

SshServer::SshServer(SshOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
SshServer::~SshServer() = default;
std::uint16_t SshServer::port() const { return impl_->port(); }
std::string SshServer::host_fingerprint() const { return impl_->keys().host_fingerprint(); }
std::size_t SshServer::sessions() const { return impl_->sessions(); }
void SshServer::stop_listening() { impl_->stop_listening(); }

}  // namespace nl
