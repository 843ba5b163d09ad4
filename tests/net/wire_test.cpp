// Tests of the type-erased stream.
#include "net/wire.h"

#include <gtest/gtest.h>

#include <boost/asio/read.hpp>
#include <memory>

namespace nl {
namespace {

// Two ends of one connection on the loopback.
struct Pair {
  explicit Pair(asio::io_context& io) : far(io) {
    tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    PlainStream near{asio::make_strand(io)};
    near.socket().connect(acceptor.local_endpoint());
    acceptor.accept(far);
    wire = std::make_unique<Wire>(std::move(near));
    wire->share([] {});
  }
  std::unique_ptr<Wire> wire;
  tcp::socket far;
};

// A WebSocket writes pings by itself, and nobody waits for them: after a pause of the process the
// ping is under way when the line's end is heard of.
TEST(Wire, CLU_2_WhatIsUnderWayOnALineThatIsGoneTouchesNothing) {
  asio::io_context io;
  Pair pair(io);
  bool done = false;
  pair.wire->async_write_some(asio::buffer("ping", 4),
                              [&](error_code, std::size_t) { done = true; });
  pair.wire.reset();
  io.run();
  EXPECT_TRUE(done);
}

TEST(Wire, CLU_2_ALineThatIsLetGoIsClosedThoughSomethingWaitsOnIt) {
  asio::io_context io;
  Pair pair(io);
  std::array<char, 8> bytes{};
  error_code heard;
  pair.wire->async_read_some(asio::buffer(bytes),
                             [&](error_code error, std::size_t) { heard = error; });
  pair.wire.reset();
  io.run();
  EXPECT_EQ(heard, asio::error::operation_aborted);
  error_code end;
  pair.far.read_some(asio::buffer(bytes), end);
  EXPECT_EQ(end, asio::error::eof);
}

// Frames are written to their end one after the other, whoever they are from.
TEST(Wire, NET_3_TwoWhoWriteDoNotMix) {
  asio::io_context io;
  Pair pair(io);
  std::string order;
  pair.wire->put("first", [&](error_code, std::size_t bytes) { order += std::to_string(bytes); });
  EXPECT_TRUE(pair.wire->busy());
  pair.wire->async_write_some(asio::buffer("second", 6), [&](error_code, std::size_t bytes) {
    order += std::to_string(bytes);
  });
  io.run();
  EXPECT_FALSE(pair.wire->busy());
  std::array<char, 11> bytes{};
  asio::read(pair.far, asio::buffer(bytes));
  EXPECT_EQ(std::string(bytes.data(), bytes.size()), "firstsecond");
  EXPECT_EQ(order.size(), 2U);
}

}  // namespace
}  // namespace nl
