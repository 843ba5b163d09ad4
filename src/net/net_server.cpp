// Assembles the parts of the server and their threads.
#include "net/net_server.h"

#include <sys/resource.h>

#include <future>
#include <thread>

#include "fair/commitment.h"
#include "net/admin_service.h"
#include "net/cluster_member.h"
#include "net/core_host.h"
#include "net/daily_scorer.h"
#include "net/listener.h"
#include "net/own_addresses.h"
#include "net/restore_rooms.h"
#include "net/tls_context.h"
#include "site/device_sync.h"
#include "site/folder_documents.h"
#include "site/postgres_documents.h"
#include "store/engine_hash.h"
#include "store/file.h"
#include "store/folder_lock.h"
#include "store/key_file.h"
#include "store/sqlite_store.h"
#include "text/build_version.h"
#include "text/bytes.h"

namespace nl {
namespace {

// A connection takes one file; the store, the log and others take a few more.
void allow_many_files(std::size_t connections) {
  constexpr rlim_t kOthers = 64;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max >= connections + kOthers) return;
  log_event(LogLevel::Warning, "few_open_files",
            {{"limit", limit.rlim_max}, {"connections", connections}});
}

OnLoss on_loss(const NetOptions& options) {
  return options.accept_loss ? OnLoss::Accept : OnLoss::Refuse;
}

// A data folder, or a database shared with other nodes.
struct Storage {
  std::unique_ptr<DocumentStore> documents{};
  std::unique_ptr<ClusterWatch> watch{};
  std::unique_ptr<SealedStore> store{};
  SqliteStore* folder = nullptr;  // null with a database
};

std::string default_node_url(const NetOptions& options) {
  const std::vector<std::string> hosts = listened_hosts(options.bind);
  return (options.tls_cert.empty() ? "ws://" : "wss://") + hosts.front() + ':' +
         std::to_string(options.port) + std::string(kSocketPath);
}

// Before 0.10 each node had its device sync entries in its data folder.
void move_device_sync(const NetOptions& options, DocumentStore& shared) {
  FolderDocuments folder(options.data);
  const std::size_t moved = DeviceSync(shared).move_from(folder);
  if (moved != 0) {
    log_event(LogLevel::Info, "device_sync_moved", {{"entries", moved}});
  }
}

Storage open_database(const NetOptions& options) {
  if (!is_postgres(options.store)) throw NetError(options.store + ": postgres://… is wanted");
  if (options.node_url.empty() && options.port == 0) {
    throw NetError("a node needs a port of its own, or its address (node_url)");
  }
  make_private_folder(options.data);
  const auto file = options.key.empty() ? options.data / "ninelives.key" : options.key;
  const SealKey key = postgres_key(options.store, file);
  const std::string url = options.node_url.empty() ? default_node_url(options) : options.node_url;
  Storage storage{.documents = std::make_unique<PostgresDocuments>(options.store, key)};
  move_device_sync(options, *storage.documents);
  storage.watch = std::make_unique<ClusterWatch>(options.store, key,
                                                 NodeInfo{.url = url, .engine = own_engine()},
                                                 options.previous_epoch, options.void_after);
  storage.store = std::make_unique<PostgresStore>(options.store, key, storage.watch->epoch());
  return storage;
}

Storage open_storage(const NetOptions& options) {
  if (!options.store.empty()) return open_database(options);
  auto store = std::make_unique<SqliteStore>(options.data, options.key, on_loss(options));
  SqliteStore* const folder = store.get();
  return {std::make_unique<FolderDocuments>(options.data), nullptr, std::move(store), folder};
}

}  // namespace

class NetServer::Impl {
 public:
  explicit Impl(const NetOptions& options)
      : started_with_(options),
        settings_(options),
        lock_(options.data),
        storage_(open_storage(options)),
        host_(io_, settings_, *storage_.store, archive_),
        restored_(restore_rooms(*storage_.store, host_.core(), options.data, archive_.notes,
                                host_.now())),
        cluster_(storage_.watch ? std::make_unique<ClusterMember>(host_, *storage_.store,
                                                                  *storage_.watch, archive_.notes)
                                : nullptr),
        router_(settings_, archive_,
                {.alive = [this] { return alive(); },
                 .well = [this] { return well(); },
                 .ready = [this] { return ready(); },
                 .nodes = [this] { return nodes(); },
                 .nodes_so_far = [this] { return nodes_so_far(); },
                 .metrics = [this] { return host_.metrics_page() + cluster_metrics(); },
                 .is_own_host = [this](std::string_view host) { return is_own_host(host); }}),
        listener_(io_, host_.strand(), settings_, router_, host_),
        admin_(host_, storage_.folder, archive_.reports) {
    allow_many_files(options.connections);
    if (cluster_) cluster_->start();
    if (is_open_to_others(options.data)) log_event(LogLevel::Warning, "data_folder_open");
    remove_the_old();
    sweep_games();
    host_.settle();
    host_.core().set_address(lan_address());
    host_.set_caller(caller());
    host_.set_daily_finished([this] {
      if (daily_scorer_) daily_scorer_->wake();
    });
    host_.feed_watchdog();
    host_.count_people();
    for (int i = 0; i < std::max(1, options.threads); ++i) {
      threads_.emplace_back([this] { io_.run(); });
    }
    tell_start();
  }
  // The watch and the store's thread call each other and other parts: both stop before any part is
  // destroyed.
  ~Impl() {
    stop();
    if (storage_.watch) storage_.watch->halt();
    host_.commits().finish();
    if (storage_.watch && failure().empty()) storage_.watch->retire();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  Epoch epoch() const { return storage_.watch ? storage_.watch->epoch() : 0; }
  std::uint16_t port() const { return port_; }
  std::size_t restored() const { return restored_.going_on; }
  std::string failure() const { return host_.failure(); }

  std::vector<std::string> addresses() const {
    const std::string scheme = listener_.secure() ? "https://" : "http://";
    std::vector<std::string> hosts = listened_hosts(settings_.options()->bind);
    for (std::string& host : hosts) host = scheme + host + ':' + std::to_string(port_) + '/';
    return hosts;
  }

  void reload(const NetOptions& wanted) {
    std::string later;
    for (const std::string& name : restart_settings(started_with_, wanted)) {
      later += (later.empty() ? "" : " ") + name;
    }
    if (!later.empty()) log_event(LogLevel::Warning, "restart_needed", {{"settings", later}});
    const auto changed = make_settings(changed_options(*settings_.options(), wanted));
    const bool tls_is_wanted = !wanted.tls_cert.empty();
    if (tls_is_wanted != listener_.secure()) {
      throw NetError("TLS can't be turned on or off while it runs");
    }
    const auto tls = server_tls(wanted);
    host_.with_core([this, tls, changed] {
      settings_.set(changed);
      listener_.change(tls);
      host_.core().set_limits(limits_of(changed->options), changed->options.times);
    });
  }

  void leave_cluster() {
    if (storage_.watch) storage_.watch->halt();
  }

  void stop() {
    if (std::exchange(stopped_, true)) return;
    const auto drained = std::make_shared<std::promise<void>>();
    asio::post(host_.strand(), [this, drained] {
      listener_.close();
      admin_.close();
      host_.begin_stop([drained] { drained->set_value(); });
    });
    drained->get_future().wait_for(std::chrono::seconds(10));
    wait_for_goodbyes();
    io_.stop();
    for (std::thread& thread : threads_) thread.join();
    log_event(LogLevel::Info, "stopped");
  }

 private:
  // Empty if only this machine reaches the server.
  std::string lan_address() const {
    for (const std::string& address : addresses()) {
      const bool own = address.find("//127.") != std::string::npos ||
                       address.find("//[::1]") != std::string::npos;
      if (!own) return address;
    }
    return {};
  }

  // Without `origins` the allowed names are those that the server knows: its listening addresses,
  // page and node.
  bool is_own_host(std::string_view host) const {
    const auto options = settings_.options();
    if (!options->origins.empty()) return true;  // checked with every request
    for (const std::string& url : {options->page_url, options->node_url}) {
      if (!url.empty() && url_host(url) == host) return true;
    }
    const std::string port = ':' + std::to_string(port_);
    std::vector<std::string> names = listened_hosts(options->bind);
    names.insert(names.end(), {"localhost", "127.0.0.1", "[::1]"});
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return host == name || host == name + port;
    });
  }

  Caller caller() const {
    const auto options = settings_.options();
    std::string page = options->page_url;
    if (page.empty() && !options->origins.empty()) page = options->origins.front();
    if (page.empty()) page = addresses().front();
    const std::string& contact = options->push_contact.empty() ? page : options->push_contact;
    return {page, contact, push_key(*options)};
  }

  // Derived from the store's key, so that all nodes share it and a backup of that key includes it.
  // A folder with a key file of an earlier version keeps it: browsers have subscribed to it.
  static CurveKey push_key(const NetOptions& options) {
    const auto file = options.data / "push.key";
    if (options.store.empty() && std::filesystem::exists(file)) return CurveKey::read_from(file);
    return CurveKey::derived(hmac_sha256(seal_bytes(options), {as_bytes("web push key")}));
  }

  // All daily secrets derive from it, so all nodes have the same ones.
  static std::optional<Bytes32> daily_key(const NetOptions& options) {
    return hmac_sha256(seal_bytes(options), {as_bytes("daily deals")});
  }
  std::unique_ptr<DailyScorer> daily_scorer() const {
    const NetOptions& options = started_with_;
    if (!options.limits.features.daily || !options.score_daily) return nullptr;
    return std::make_unique<DailyScorer>(archive_.daily, options.score_daily, options.daily_coach,
                                         [] { return wall_time(); });
  }
  static Bytes32 seal_bytes(const NetOptions& options) {
    const SealKey key =
        read_key(options.key.empty() ? options.data / "ninelives.key" : options.key);
    Bytes32 seal{};
    std::copy_n(key.data(), seal.size(), seal.begin());
    return seal;
  }

  // The process is healthy even while its database is away, so don't end it.
  bool alive() const { return !host_.stopping(); }
  bool well() const { return !host_.stopping() && host_.failure().empty(); }
  bool ready() const {
    return well() && !host_.draining() && (!storage_.watch || storage_.watch->ready());
  }
  std::vector<std::string> nodes() const {
    return cluster_ ? cluster_->nodes() : std::vector<std::string>{};
  }
  std::vector<std::string> nodes_so_far() const {
    return cluster_ ? cluster_->nodes_so_far() : std::vector<std::string>{};
  }
  std::string cluster_metrics() const {
    std::string text = store_metrics(store_figures_);
    return storage_.watch ? text + cluster_metrics_text(cluster_figures()) : text;
  }

  // Every minute: removes expired and surplus rooms and games, and measures the store.
  void remove_the_old() {
    host_.commits().run_between_commits([this] {
      try {
        remove_old_rooms(*settings_.options());
        remove_old_games(*settings_.options());
        look_at_store();
      } catch (const StoreError& error) {
        host_.fail_later(error.what());
      }
      return true;
    });
    cleaning_.expires_after(std::chrono::minutes(1));
    cleaning_.async_wait([this](error_code error) {
      if (!error && well()) remove_the_old();
    });
  }

  void look_at_store() {
    const auto options = settings_.options();
    store_figures_.bytes = storage_.store->blobs().bytes() + storage_.documents->bytes();
    store_figures_.device_sync = storage_.documents->names(DocumentKind::DeviceSync).size();
    if (options->limits.features.ladder) {
      store_figures_.ladder = archive_.ladder.book()->rows().size();
    }
    const auto free = free_bytes(options->data);
    store_figures_.free = free ? static_cast<std::int64_t>(*free) : -1;
    store_figures_.backup = last_backup(options->data);
    store_figures_.certificate_ends = certificate_end(*options);
  }

  void remove_old_rooms(const NetOptions& options) {
    std::size_t old = storage_.store->forget_closed(std::chrono::hours(24) * options.keep_days);
    if (options.keep_bytes != 0) old += storage_.store->keep_closed_within(options.keep_bytes);
    if (old != 0) log_event(LogLevel::Info, "rooms_removed", {{"rooms", old}});
  }
  void remove_old_games(const NetOptions& options) {
    std::size_t old = 0;
    if (options.keep_games_bytes != 0) old = archive_.games.keep_within(options.keep_games_bytes);
    // The store comes before the archive: half of the games are removed if the volume is full.
    if (!has_reserve(options)) old += archive_.games.keep_within(archive_.games.bytes() / 2);
    if (old != 0) log_event(LogLevel::Info, "games_removed", {{"games", old}});
  }
  // Every hour, and at the start: a server may be stopped for longer than games are kept.
  void sweep_games() {
    host_.sweep_games();
    sweeping_.expires_after(std::chrono::hours(1));
    sweeping_.async_wait([this](error_code error) {
      if (!error && well()) sweep_games();
    });
  }

  void tell_start() const {
    log_event(LogLevel::Info, "listening",
              {{"version", std::string(build_version())},
               {"commit", std::string(build_commit())},
               {"address", settings_.options()->bind},
               {"port", port_},
               {"tls", listener_.secure() ? "yes" : "no"},
               {"rooms", restored_.going_on},
               {"voided", restored_.voided}});
  }

  // Waits for clients to answer the close frame, for a limited time.
  void wait_for_goodbyes() {
    const int most = host_.failure().empty() ? 100 : 5;
    for (int i = 0; i < most && host_.metrics().connections > 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  const NetOptions started_with_;
  LiveSettings settings_;
  const FolderLock lock_;
  asio::io_context io_;
  asio::steady_timer cleaning_{io_};
  asio::steady_timer sweeping_{io_};
  StoreFigures store_figures_;
  Storage storage_;
  const PublicArchive archive_{*storage_.documents, daily_key(started_with_)};
  // Before the host, because the host's store thread wakes it.
  const std::unique_ptr<DailyScorer> daily_scorer_ = daily_scorer();
  CoreHost host_;
  const RestoredRooms restored_;
  const std::unique_ptr<ClusterMember> cluster_;
  const HttpRouter router_;
  Listener listener_;
  AdminService admin_;
  const std::uint16_t port_ = listener_.port();
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

NetServer::NetServer(const NetOptions& options) : impl_(std::make_unique<Impl>(options)) {}
NetServer::~NetServer() = default;
Epoch NetServer::epoch() const { return impl_->epoch(); }
std::uint16_t NetServer::port() const { return impl_->port(); }
std::vector<std::string> NetServer::addresses() const { return impl_->addresses(); }
std::size_t NetServer::rooms_restored() const { return impl_->restored(); }
void NetServer::reload(const NetOptions& options) { impl_->reload(options); }
void NetServer::leave_cluster() { impl_->leave_cluster(); }
void NetServer::stop() { impl_->stop(); }
std::string NetServer::failure() const { return impl_->failure(); }

}  // namespace nl
