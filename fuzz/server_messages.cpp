// Fuzz target: any messages of clients. No crash, every answer is a message, and every entry
// can be read back. A line of the input is a message; its first character says who speaks (a to d),
// comes and goes (A to D), or how much time passes (0 to 9).
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <string_view>

#include "server/room_event.h"
#include "server/server_core.h"

namespace {

using namespace nl;

class CountingEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(mix64(++count_));
  }

 private:
  std::uint64_t count_ = 0;
};

// A world in which the store is quick and everybody reads.
class World final : public Output {
 public:
  void run(std::string_view input) {
    for (int lines = 0; !input.empty() && lines < 200; ++lines) {
      const std::size_t end = std::min(input.find('\n'), input.size());
      if (end != 0) line(input[0], input.substr(1, end - 1));
      input.remove_prefix(std::min(end + 1, input.size()));
    }
  }

  void send(SessionId session, std::string text) override {
    if (!Json::accept(text)) std::abort();
    core_.sent(session, text.size());
  }
  void close(SessionId session, std::string_view) override { open_[session] = false; }
  void append(const RoomId& room, std::uint64_t number, const Entry& entry) override {
    if (!parse_stored(entry.data)) std::abort();
    unstored_.emplace_back(room, number);
  }
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) override {
    for (const Entry& entry : entries) {
      if (!parse_stored(entry.data)) std::abort();
    }
    unstored_.emplace_back(room, number);
  }
  void close_room(const RoomId&) override {}
  void start_bot_job(BotJob job) override { thoughts_.push_back(std::move(job)); }
  void set_timer(const RoomId& room, std::optional<Time> when) override {
    room_ = room;
    timer_ = when;
  }

 private:
  void line(char who, std::string_view text) {
    now_ += Time{100};
    if (who >= 'a' && who <= 'd') {
      core_.received(session_of(who - 'a'), text, now_);
    } else if (who >= 'A' && who <= 'D') {
      const SessionId session = session_of(who - 'A');
      core_.closed(session, now_);
      open_[session] = false;
    } else if (who >= '0' && who <= '9') {
      now_ += Time{(who - '0') * 7'000};
      if (timer_ && *timer_ <= now_) core_.tick(room_, now_);
    }
    for (const BotJob& job : std::exchange(thoughts_, {}))
      core_.on_bot_result(nl::run_bot_job(job), now_);
    while (!unstored_.empty()) {
      const auto [room, number] = unstored_.front();
      unstored_.pop_front();
      core_.stored(room, number, now_);
    }
  }
  // The session of a speaker; who was sent away comes in again.
  SessionId session_of(int speaker) {
    SessionId& session = speakers_[static_cast<std::size_t>(speaker)];
    if (session == 0 || !open_[session]) {
      session = ++last_session_;
      open_[session] = true;
      core_.opened(session, std::string(1, static_cast<char>('a' + speaker)), now_);
    }
    return session;
  }

  CountingEntropy entropy_;
  ServerCore core_{*this, entropy_, ServerLimits{.message_burst = 10'000}};
  Time now_{1'000'000};
  std::array<SessionId, 4> speakers_{};
  std::map<SessionId, bool> open_;
  SessionId last_session_ = 0;
  std::deque<std::pair<RoomId, std::uint64_t>> unstored_;
  std::vector<BotJob> thoughts_;
  RoomId room_{};
  std::optional<Time> timer_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  World world;
  world.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
