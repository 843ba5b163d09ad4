// Loaded into a server by LD_PRELOAD: kills it at the Nth time that it is about to change a file of
// its store. NL_KILL_AT=2N is before the Nth change, 2N+1 in the middle of it where it is a write.
// The program itself has no such hook.
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<long> changes{0};

bool in_store(int file) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return false;
  path[size] = '\0';
  return strstr(path, "/ninelives.") != nullptr;
}

// 0: go on; 1: die now; 2: die halfway.
int fate(int file) {
  static const char* const at = getenv("NL_KILL_AT");
  if (at == nullptr || !in_store(file)) return 0;
  const long place = atol(at);
  const long number = ++changes;
  if (place / 2 != number) return 0;
  return place % 2 == 0 ? 1 : 2;
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
  const int end = fate(file);
  if (end == 2) real(file, data, size / 2, place);
  if (end != 0) die();
  return real(file, data, size, place);
}

ssize_t write(int file, const void* data, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  const int end = fate(file);
  if (end == 2) real(file, data, size / 2);
  if (end != 0) die();
  return real(file, data, size);
}

int fdatasync(int file) {
  static const auto real = next<int (*)(int)>("fdatasync");
  if (fate(file) != 0) die();
  return real(file);
}

int fsync(int file) {
  static const auto real = next<int (*)(int)>("fsync");
  if (fate(file) != 0) die();
  return real(file);
}

int ftruncate64(int file, off64_t size) {
  static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
  if (fate(file) != 0) die();
  return real(file, size);
}
}
