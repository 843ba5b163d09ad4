// LD_PRELOAD library for crash tests: kills a server at its Nth write to the store.
// A write counts twice; the second time the process dies in the middle of it.
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<long> points{0};

bool in_store(int file) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return false;
  path[size] = '\0';
  return strstr(path, "/ninelives.") != nullptr;
}

enum class Fate { GoOn, DieBefore, DieHalfway };

Fate fate_of(int file, bool can_be_halved) {
  static const char* const text = getenv("NL_KILL_AT");
  static const long at = text == nullptr ? 0 : atol(text);
  if (at == 0 || !in_store(file)) return Fate::GoOn;
  const long point = points += can_be_halved ? 2 : 1;
  if (point == at) return can_be_halved ? Fate::DieHalfway : Fate::DieBefore;
  return can_be_halved && point - 1 == at ? Fate::DieBefore : Fate::GoOn;
}

void die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t pwrite64(int file, const void* data, size_t size, off64_t place) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  const Fate fate = fate_of(file, true);
  if (fate == Fate::DieHalfway) real(file, data, size / 2, place);
  if (fate != Fate::GoOn) die();
  return real(file, data, size, place);
}

ssize_t write(int file, const void* data, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  const Fate fate = fate_of(file, true);
  if (fate == Fate::DieHalfway) real(file, data, size / 2);
  if (fate != Fate::GoOn) die();
  return real(file, data, size);
}

int fdatasync(int file) {
  static const auto real = next<int (*)(int)>("fdatasync");
  if (fate_of(file, false) != Fate::GoOn) die();
  return real(file);
}

int fsync(int file) {
  static const auto real = next<int (*)(int)>("fsync");
  if (fate_of(file, false) != Fate::GoOn) die();
  return real(file);
}

int ftruncate64(int file, off64_t size) {
  static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
  if (fate_of(file, false) != Fate::GoOn) die();
  return real(file, size);
}
}
