// Short names for Boost.Asio. It is slow to compile, so few files may include this header.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace nl {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

using Strand = asio::strand<asio::io_context::executor_type>;

}  // namespace nl
