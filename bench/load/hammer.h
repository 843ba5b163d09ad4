// Requests from many addresses beside the rooms: the ladder, pages of games, and device sync.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace nl::bench {

class Hammer {
 public:
  // Each address of the loopback asks again 20 ms after its last answer.
  Hammer(int port, int addresses) : port_(port) {
    for (int i = 0; i < addresses; ++i) threads_.emplace_back([this, i] { ask(i); });
  }
  ~Hammer() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Hammer(const Hammer&) = delete;
  Hammer& operator=(const Hammer&) = delete;

  long answers() const { return answers_; }
  long turned_away() const { return turned_away_; }  // 429: the rate limit of the address

 private:
  static std::string padded(const std::string& text, std::size_t size) {
    return std::string(size - text.size(), '0') + text;
  }
  // One request of a round. Nobody has these keys, games and entries; entries are made by the way.
  static std::string request(int address, int round) {
    const std::string who = std::to_string(address);
    const std::string end = " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";
    const std::string mine =
        "/me/" + padded(who, 32) + end + "Authorization: Bearer " + padded(who, 32) + "\r\n";
    switch (round % 5) {
      case 0: return "GET /ladder.json" + end + "\r\n";
      case 1: return "GET /ladder/" + padded(who, 64) + end + "\r\n";
      case 2: return "GET /g/" + padded(who, 16) + end + "\r\n";
      case 3:
        return "PUT " + mine + "If-None-Match: *\r\nContent-Length: 64\r\n\r\n" +
               std::string(64, 'x');
      default: return "GET " + mine + "\r\n";
    }
  }
  void ask(int address) {
    for (int round = 0; !stop_; ++round) {
      std::array<char, 4096> answer{};
      if (exchange(address, request(address, round), answer) > 12) {
        ++answers_;
        if (std::string_view(answer.data() + 9, 3) == "429") ++turned_away_;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  // Bytes of the answer's beginning.
  long exchange(int address, const std::string& text, std::array<char, 4096>& answer) const {
    const int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto place = [](std::uint32_t ip, int port) {
      sockaddr_in at{};
      at.sin_family = AF_INET;
      at.sin_port = htons(static_cast<std::uint16_t>(port));
      at.sin_addr.s_addr = htonl(ip);
      return at;
    };
    const sockaddr_in from = place(0x7F000200u + static_cast<std::uint32_t>(address), 0);
    const sockaddr_in to = place(INADDR_LOOPBACK, port_);
    long first = 0;
    if (bind(line, reinterpret_cast<const sockaddr*>(&from), sizeof from) == 0 &&
        connect(line, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0 &&
        write(line, text.data(), text.size()) == static_cast<long>(text.size())) {
      first = read(line, answer.data(), answer.size());
      std::array<char, 4096> rest{};
      while (read(line, rest.data(), rest.size()) > 0) {
      }
    }
    close(line);
    return first;
  }

  const int port_;
  std::atomic<bool> stop_{false};
  std::atomic<long> answers_{0};
  std::atomic<long> turned_away_{0};
  std::vector<std::thread> threads_;
};

}  // namespace nl::bench
