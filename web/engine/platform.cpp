// Platform functions of the engine in WebAssembly: hash, errors.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>
#include <vector>

#include "fair/commitment.h"

extern "C" {

[[noreturn]] __attribute__((import_module("page"), import_name("fail"))) void page_fail(
    const char* text, std::size_t size);
__attribute__((import_module("page"), import_name("sha256"))) void page_sha256(
    const std::uint8_t* bytes, std::size_t size, std::uint8_t* digest);

// There is no unwinding here. An exception becomes an error of the page, which then throws this
// instance away; so nothing is caught, and nothing needs to be.
void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

void __cxa_free_exception(void*) noexcept {}

[[noreturn]] void __cxa_throw(void* thrown, void*, void (*)(void*)) {
  // All that is thrown by the code compiled here is a std::exception, which has no other bases.
  const char* what = static_cast<std::exception*>(thrown)->what();
  page_fail(what, std::strlen(what));
}

void* __cxa_begin_catch(void* thrown) noexcept { return thrown; }
void __cxa_end_catch() {}
[[noreturn]] void __cxa_rethrow() { page_fail("rethrown", 8); }
// The one thread there is never ends, so what it has is never taken down.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
}

namespace nl {
namespace {

using Buffer = std::vector<std::uint8_t>;

Bytes32 digest_of(const Buffer& bytes) {
  Bytes32 digest;
  page_sha256(bytes.data(), bytes.size(), digest.data());
  return digest;
}

void append(Buffer& to, Bytes bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }

}  // namespace

Bytes32 sha256(std::initializer_list<Bytes> parts) {
  Buffer all;
  for (const Bytes part : parts) append(all, part);
  return digest_of(all);
}

// RFC 2104, for a key that is shorter than a block of the hash.
Bytes32 hmac_sha256(const Bytes32& key, std::initializer_list<Bytes> parts) {
  constexpr std::size_t kBlock = 64;
  Buffer inner(kBlock, 0x36);
  Buffer outer(kBlock, 0x5C);
  for (std::size_t i = 0; i < key.size(); ++i) {
    inner[i] ^= key[i];
    outer[i] ^= key[i];
  }
  for (const Bytes part : parts) append(inner, part);
  append(outer, digest_of(inner));
  return digest_of(outer);
}

}  // namespace nl
