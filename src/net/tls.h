// The certificate, its key, and which key exchanges are good enough.
#pragma once

#include <sys/stat.h>

#include "net/boost_names.h"
#include "net/net_options.h"

namespace nl {

// A key that everybody on the machine can read is no secret. Its group may: certificates are often
// kept for one.
inline void check_private(const std::filesystem::path& key) {
  struct stat info {};
  if (stat(key.c_str(), &info) == 0 && (info.st_mode & (S_IRWXO | S_IWGRP)) != 0) {
    throw NetError(key.string() + ": others can read the key: chmod 600 it");
  }
}

inline void load_certificate(asio::ssl::context& tls, const NetOptions& options) {
  try {
    tls.use_certificate_chain_file(options.tls_cert.string());
    tls.use_private_key_file(options.tls_key.string(), asio::ssl::context::pem);
  } catch (const boost::system::system_error& error) {
    throw NetError(options.tls_cert.string() + ", " + options.tls_key.string() + ": " +
                   error.code().message());
  }
  if (SSL_CTX_check_private_key(tls.native_handle()) != 1) {
    throw NetError(options.tls_key.string() + ": this is not the key of the certificate");
  }
}

// Null: no TLS. Only key exchanges that leave nothing for who gets the key later.
inline std::shared_ptr<asio::ssl::context> tls_context(const NetOptions& options) {
  if (options.tls_cert.empty() && options.tls_key.empty()) return nullptr;
  check_private(options.tls_key);
  auto tls = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                   asio::ssl::context::no_tlsv1_1 | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_cipher_list(tls->native_handle(), "ECDHE+AESGCM:ECDHE+CHACHA20");
  load_certificate(*tls, options);
  return tls;
}

}  // namespace nl
