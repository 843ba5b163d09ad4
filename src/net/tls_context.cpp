// TLS contexts: loading of certificates and keys.
#include "net/tls_context.h"

#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <boost/asio/ssl/context.hpp>
#include <ctime>

namespace nl {
namespace {

namespace ssl = boost::asio::ssl;

// A key that everybody on the machine can read is no secret. Group access is fine: certificates
// often belong to a group.
void check_private(const std::filesystem::path& key) {
  struct stat info {};
  if (stat(key.c_str(), &info) == 0 && (info.st_mode & (S_IRWXO | S_IWGRP)) != 0) {
    throw NetError(key.string() + ": others can read the key: chmod 600 it");
  }
}

void load_certificate(ssl::context& tls, const NetOptions& options) {
  try {
    tls.use_certificate_chain_file(options.tls_cert.string());
    tls.use_private_key_file(options.tls_key.string(), ssl::context::pem);
  } catch (const boost::system::system_error& error) {
    throw NetError(options.tls_cert.string() + ", " + options.tls_key.string() + ": " +
                   error.code().message());
  }
  if (SSL_CTX_check_private_key(tls.native_handle()) != 1) {
    throw NetError(options.tls_key.string() + ": this is not the key of the certificate");
  }
}

}  // namespace

// Only key exchanges with forward secrecy.
TlsContext server_tls(const NetOptions& options) {
  if (options.tls_cert.empty() && options.tls_key.empty()) return nullptr;
  check_private(options.tls_key);
  auto tls = std::make_shared<ssl::context>(ssl::context::tls_server);
  tls->set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                   ssl::context::no_tlsv1_1 | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_cipher_list(tls->native_handle(), "ECDHE+AESGCM:ECDHE+CHACHA20");
  load_certificate(*tls, options);
  return tls;
}

std::int64_t certificate_end(const NetOptions& options) {
  if (options.tls_cert.empty()) return 0;
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> file(
      BIO_new_file(options.tls_cert.c_str(), "r"), BIO_free_all);
  if (!file) return 0;
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr), X509_free);
  std::tm end{};
  if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1) return 0;
  return timegm(&end);
}

TlsContext client_tls() {
  auto tls = std::make_shared<ssl::context>(ssl::context::tls_client);
  boost::system::error_code ignored;  // without authorities no server is trusted
  tls->set_default_verify_paths(ignored);
  tls->set_verify_mode(ssl::verify_peer);
  SSL_CTX_set_min_proto_version(tls->native_handle(), TLS1_2_VERSION);
  return tls;
}

}  // namespace nl
