// WebSocket client of the load generator. It has few instructions: the load must cost less than the
// server.
#pragma once

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "common.h"

namespace nl::bench {

// Text between `before` and the next quote or comma, in a message that we know to be well
// formed.
inline std::string_view field(std::string_view message, std::string_view before) {
  const std::size_t at = message.find(before);
  if (at == std::string_view::npos) return {};
  message.remove_prefix(at + before.size());
  return message.substr(0, message.find_first_of("\",}]"));
}

struct Room;

class Client {
 public:
  Client(int port, int poll, Room* room, int seat) : room_(room), seat_(seat) {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    if (socket_ < 0) fail(std::string("socket: ") + std::strerror(errno) + " (ulimit -n)");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      fail(std::string("connect: ") + std::strerror(errno));
    }
    const int one = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    write_all(
        "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = this;
    epoll_ctl(poll, EPOLL_CTL_ADD, socket_, &event);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { close(socket_); }

  void say(const std::string& text) {
    std::string frame = "\x81";
    if (text.size() < 126) {
      frame += static_cast<char>(0x80 | text.size());
    } else {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(text.size() >> 8);
      frame += static_cast<char>(text.size() & 255);
    }
    frame.append(4, '\0');  // a mask of zeros
    frame += text;
    if (upgraded_) return write_all(frame);
    early_ += frame;
  }

  // Reads what is there; calls `heard` with each message.
  template <class Heard>
  void read_some(Heard heard) {
    std::array<char, 65536> bytes;
    const ssize_t size = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size <= 0) fail("the server has closed a connection");
    buffer_.append(bytes.data(), static_cast<std::size_t>(size));
    if (!upgraded_) {
      const std::size_t end = buffer_.find("\r\n\r\n");
      if (end == std::string::npos) return;
      if (!buffer_.starts_with("HTTP/1.1 101")) fail(buffer_);
      buffer_.erase(0, end + 4);
      upgraded_ = true;
      write_all(early_);
    }
    std::size_t at = 0;
    while (const auto frame = next_frame(at)) heard(*this, *frame);
    buffer_.erase(0, at);
  }

  Room& room() { return *room_; }
  int seat() const { return seat_; }
  std::string token;

 private:
  std::optional<std::string_view> next_frame(std::size_t& at) {
    for (;;) {
      if (buffer_.size() - at < 2) return std::nullopt;
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[at + i]); };
      std::size_t size = byte(1) & 127;
      std::size_t head = 2;
      if (size == 126) {
        if (buffer_.size() - at < 4) return std::nullopt;
        size = static_cast<std::size_t>(byte(2)) << 8 | byte(3);
        head = 4;
      } else if (size == 127) {
        if (buffer_.size() - at < 10) return std::nullopt;
        size = 0;
        for (std::size_t i = 2; i < 10; ++i) size = size << 8 | byte(i);
        head = 10;
      }
      if (buffer_.size() - at < head + size) return std::nullopt;
      const int kind = byte(0) & 15;
      const std::string_view payload(buffer_.data() + at + head, size);
      at += head + size;
      if (kind == 1) return payload;
      if (kind == 8) fail("closed: " + std::string(payload.substr(std::min<std::size_t>(2, size))));
      if (kind == 9)
        write_all(std::string("\x8a") + static_cast<char>(0x80 | size) + std::string(4, '\0') +
                  std::string(payload));
    }
  }
  void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) fail("the server has closed a connection");
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  Room* room_;
  int seat_;
  int socket_ = -1;
  bool upgraded_ = false;
  std::string early_;  // said before the server has agreed to listen
  std::string buffer_;
};

}  // namespace nl::bench
