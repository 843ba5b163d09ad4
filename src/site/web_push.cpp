// Web Push: encryption (RFC 8291) and VAPID signatures (RFC 8292).
#include "site/web_push.h"

#include <fcntl.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "store/file.h"
#include "text/base64url.h"
#include "text/rules_text.h"

namespace nl {
namespace {

using Octets = std::vector<std::uint8_t>;

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

void check(bool holds) {
  if (!holds) throw std::runtime_error("OpenSSL can't do this with the curve P-256");
}

Octets octets_of(std::string_view text) { return {text.begin(), text.end()}; }

void append_to(Octets& all, const Octets& more) { all.insert(all.end(), more.begin(), more.end()); }

Octets decoded(const std::string& text) {
  auto bytes = from_base64url(text);
  check(bytes.has_value());
  return std::move(*bytes);
}

// HMAC with SHA-256, the basis of HKDF.
Octets keyed_hash(const Octets& key, const Octets& text) {
  Octets out(32);
  unsigned size = 0;
  check(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), text.data(), text.size(),
             out.data(), &size) != nullptr);
  return out;
}

// The first `size` bytes of HKDF's expand step; one block is enough here.
Octets expanded(const Octets& key, Octets info, std::size_t size) {
  info.push_back(1);
  Octets out = keyed_hash(key, info);
  out.resize(size);
  return out;
}

Octets info_of(std::string_view label) {
  Octets info = octets_of(label);
  info.push_back(0);
  return info;
}

evp_pkey_st* made_of(OSSL_PARAM_BLD* parts, int selection) {
  const Owned<OSSL_PARAM> params(OSSL_PARAM_BLD_to_param(parts), OSSL_PARAM_free);
  const Owned<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr),
                                    EVP_PKEY_CTX_free);
  EVP_PKEY* key = nullptr;
  check(params && context && EVP_PKEY_fromdata_init(context.get()) == 1 &&
        EVP_PKEY_fromdata(context.get(), &key, selection, params.get()) == 1);
  return key;
}

// AES-128 in GCM, with its tag behind.
Octets enciphered(const Octets& key, const Octets& nonce, const Octets& text) {
  const Owned<EVP_CIPHER_CTX> context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  constexpr int kTag = 16;
  Octets out(text.size() + kTag);
  int size = 0;
  int rest = 0;
  check(context && EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, key.data(),
                                      nonce.data()) == 1);
  check(EVP_EncryptUpdate(context.get(), out.data(), &size, text.data(),
                          static_cast<int>(text.size())) == 1);
  check(EVP_EncryptFinal_ex(context.get(), out.data() + size, &rest) == 1);
  check(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTag, out.data() + text.size()) ==
        1);
  return out;
}

std::string pem_of(EVP_PKEY* key) {
  const Owned<BIO> out(BIO_new(BIO_s_mem()), BIO_free_all);
  check(out &&
        PEM_write_bio_PrivateKey(out.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

void keep_private(const std::filesystem::path& path, const std::string& text) {
  const File file(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC);
  if (write(file.fd(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) file.fail();
  file.sync();
}

// scheme://host:port of an address.
std::string origin_of(const std::string& url) {
  const std::size_t host = url.find("//") + 2;
  return url.substr(0, std::min(url.find_first_of("/?", host), url.size()));
}

}  // namespace

CurveKey CurveKey::fresh() {
  CurveKey key(Handle(EVP_EC_gen("P-256"), EVP_PKEY_free));
  check(key.key_ != nullptr);
  return key;
}

CurveKey CurveKey::from_secret(const Octets& secret, const Octets& point) {
  const Owned<OSSL_PARAM_BLD> parts(OSSL_PARAM_BLD_new(), OSSL_PARAM_BLD_free);
  const Owned<BIGNUM> number(BN_bin2bn(secret.data(), static_cast<int>(secret.size()), nullptr),
                             BN_free);
  check(parts && number);
  check(OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1);
  check(OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                         point.size()) == 1);
  check(OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_PRIV_KEY, number.get()) == 1);
  return CurveKey(Handle(made_of(parts.get(), EVP_PKEY_KEYPAIR), EVP_PKEY_free));
}

CurveKey CurveKey::derived(const std::array<std::uint8_t, 32>& secret) {
  const Owned<EC_GROUP> group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), EC_GROUP_free);
  const Owned<BN_CTX> context(BN_CTX_new(), BN_CTX_free);
  const Owned<BIGNUM> number(BN_bin2bn(secret.data(), static_cast<int>(secret.size()), nullptr),
                             BN_clear_free);
  check(group && context && number);
  const Owned<BIGNUM> end(BN_dup(EC_GROUP_get0_order(group.get())), BN_free);
  const Owned<EC_POINT> point(EC_POINT_new(group.get()), EC_POINT_free);
  check(end && point);
  // Between 1 and the order of the group.
  check(BN_sub_word(end.get(), 1) == 1);
  check(BN_mod(number.get(), number.get(), end.get(), context.get()) == 1);
  check(BN_add_word(number.get(), 1) == 1);
  check(EC_POINT_mul(group.get(), point.get(), number.get(), nullptr, nullptr, context.get()) == 1);
  Octets octets(65);
  check(EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, octets.data(),
                           octets.size(), context.get()) == octets.size());
  Octets scalar(32);
  check(BN_bn2binpad(number.get(), scalar.data(), static_cast<int>(scalar.size())) == 32);
  return from_secret(scalar, octets);
}

CurveKey CurveKey::from_point(const Octets& point) {
  const Owned<OSSL_PARAM_BLD> parts(OSSL_PARAM_BLD_new(), OSSL_PARAM_BLD_free);
  check(parts != nullptr);
  check(OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1);
  check(OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                         point.size()) == 1);
  return CurveKey(Handle(made_of(parts.get(), EVP_PKEY_PUBLIC_KEY), EVP_PKEY_free));
}

CurveKey CurveKey::read_from(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    const CurveKey made = fresh();
    keep_private(file, pem_of(made.key_.get()));
    return made;
  }
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const Owned<BIO> bytes(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free_all);
  CurveKey key(
      Handle(PEM_read_bio_PrivateKey(bytes.get(), nullptr, nullptr, nullptr), EVP_PKEY_free));
  if (key.key_ == nullptr) throw std::runtime_error(file.string() + ": this is no key");
  return key;
}

Octets CurveKey::point() const {
  unsigned char* bytes = nullptr;
  const std::size_t size = EVP_PKEY_get1_encoded_public_key(key_.get(), &bytes);
  check(size != 0);
  Octets copy(bytes, bytes + size);
  OPENSSL_free(bytes);
  return copy;
}

Octets CurveKey::shared_with(const CurveKey& other) const {
  const Owned<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new(key_.get(), nullptr), EVP_PKEY_CTX_free);
  Octets secret(32);
  std::size_t size = secret.size();
  check(context && EVP_PKEY_derive_init(context.get()) == 1 &&
        EVP_PKEY_derive_set_peer(context.get(), other.key_.get()) == 1 &&
        EVP_PKEY_derive(context.get(), secret.data(), &size) == 1 && size == secret.size());
  return secret;
}

Octets CurveKey::sign(std::string_view text) const {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  Octets der(128);
  std::size_t size = der.size();
  check(context &&
        EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1 &&
        EVP_DigestSign(context.get(), der.data(), &size,
                       reinterpret_cast<const unsigned char*>(text.data()), text.size()) == 1);
  const unsigned char* at = der.data();
  const Owned<ECDSA_SIG> pair(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size)), ECDSA_SIG_free);
  Octets both(64);
  check(pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), both.data(), 32) == 32 &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), both.data() + 32, 32) == 32);
  return both;
}

PushNonce fresh_nonce() {
  PushNonce nonce{.key = CurveKey::fresh()};
  check(RAND_bytes(nonce.salt.data(), static_cast<int>(nonce.salt.size())) == 1);
  return nonce;
}

std::string closed_for(const PushTarget& target, std::string_view text, const PushNonce& nonce,
                       std::size_t size) {
  constexpr std::array<std::uint8_t, 4> kRecordSize = {0, 0, 0x10, 0};
  const Octets theirs = decoded(target.p256dh);
  const Octets ours = nonce.key.point();
  Octets info = info_of("WebPush: info");
  append_to(info, theirs);
  append_to(info, ours);
  const Octets shared = nonce.key.shared_with(CurveKey::from_point(theirs));
  const Octets input = expanded(keyed_hash(decoded(target.auth), shared), info, 32);
  const Octets master = keyed_hash({nonce.salt.begin(), nonce.salt.end()}, input);
  Octets plain = octets_of(text);
  plain.push_back(2);  // the last record, followed by padding
  if (plain.size() < size) plain.resize(size);
  Octets body(nonce.salt.begin(), nonce.salt.end());
  body.insert(body.end(), kRecordSize.begin(), kRecordSize.end());
  body.push_back(static_cast<std::uint8_t>(ours.size()));
  append_to(body, ours);
  append_to(body, enciphered(expanded(master, info_of("Content-Encoding: aes128gcm"), 16),
                             expanded(master, info_of("Content-Encoding: nonce"), 12), plain));
  return {body.begin(), body.end()};
}

std::string vapid_header(const CurveKey& key, const std::string& endpoint,
                         const std::string& contact, Time now) {
  constexpr auto kLasts = std::chrono::hours(12);
  const auto ends = std::chrono::duration_cast<std::chrono::seconds>(now + kLasts).count();
  const std::string head = R"({"typ":"JWT","alg":"ES256"})";
  const Json claims = {{"aud", origin_of(endpoint)}, {"exp", ends}, {"sub", contact}};
  const std::string text =
      to_base64url(octets_of(head)) + '.' + to_base64url(octets_of(claims.dump()));
  return "vapid t=" + text + '.' + to_base64url(key.sign(text)) +
         ", k=" + to_base64url(key.point());
}

}  // namespace nl
