// A library to be loaded before all others (LD_PRELOAD, with glibc) that lets a call of a program fail.
//
//   FAULTS_KIND=KIND     of which calls: one of kKinds, or files for all but memory
//   FAULTS_AT=N          the Nth of them, from 1
//   FAULTS_FROM=N        the Nth and all that follow
//   FAULTS_ERROR=NUMBER  it fails with this errno (memory: with ENOMEM); "killed": the process is killed
//                        instead of the call, or in the middle of a write
//   FAULTS_COUNTS=FILE   at the end, the number of calls of each kind is written there, one a line
//   FAULTS_THREADS=none  no thread is begun
//   FAULTS_LOCALE=yes    the program has the locale of its surroundings, as programs with windows have
//
// What the C library does within itself is not seen, nor what comes before the program's own objects.

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <string_view>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

enum Kind {
  kMemory,
  kOpen,
  kRead,
  kWrite,
  kClose,
  kRename,
  kMkdir,
  kStat,
  kList,
  kResolve,
  kLock,
  kCopy,
  kDelete
};
constexpr std::array<std::string_view, 13> kKinds = {"memory", "open",  "read",  "write", "close",
                                                     "rename", "mkdir", "stat",  "list",  "resolve",
                                                     "lock",   "copy",  "delete"};
constexpr int kFiles = kKinds.size();
constexpr int kKilled = -1;

struct Faults {
  bool is_ready = false;
  int kind = -1;
  long at = 0;
  long from = 0;
  int error = 0;
  std::array<std::atomic<long>, kKinds.size() + 1> counts{};  // the last: of all files
};
Faults faults;

std::string_view setting(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

__attribute__((constructor)) void begin() {
  for (size_t i = 0; i < kKinds.size(); ++i)
    if (setting("FAULTS_KIND") == kKinds[i]) faults.kind = static_cast<int>(i);
  if (setting("FAULTS_KIND") == "files") faults.kind = kFiles;
  const auto number = [](const char* name) { return std::strtol(setting(name).data(), nullptr, 10); };
  faults.at = number("FAULTS_AT");
  faults.from = number("FAULTS_FROM");
  faults.error = setting("FAULTS_ERROR") == "killed" ? kKilled : static_cast<int>(number("FAULTS_ERROR"));
  if (!setting("FAULTS_LOCALE").empty()) std::locale::global(std::locale(""));
  faults.is_ready = true;
}

__attribute__((destructor)) void end() {
  faults.is_ready = false;
  if (setting("FAULTS_COUNTS").empty()) return;
  std::FILE* const file = std::fopen(setting("FAULTS_COUNTS").data(), "w");
  if (file == nullptr) return;
  for (size_t i = 0; i < kKinds.size(); ++i)
    std::fprintf(file, "%s %ld\n", kKinds[i].data(), faults.counts[i].load());
  std::fprintf(file, "files %ld\n", faults.counts[kFiles].load());
  std::fclose(file);
}

[[noreturn]] void be_killed() {
  syscall(SYS_kill, getpid(), SIGKILL);
  while (true) pause();
}

// Is this the call that fails? `errno` is set then.
bool fails(Kind kind) {
  if (!faults.is_ready) return false;
  long count = ++faults.counts[kind];
  const long of_files = kind == kMemory ? 0 : ++faults.counts[kFiles];
  if (faults.kind == kFiles && kind != kMemory)
    count = of_files;
  else if (faults.kind != kind)
    return false;
  if (count != faults.at && (faults.from == 0 || count < faults.from)) return false;
  if (faults.error == kKilled && kind != kWrite) be_killed();
  errno = kind == kMemory ? ENOMEM : faults.error;
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  static auto* const real =
      next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return setting("FAULTS_THREADS") == "none" ? EAGAIN : real(thread, attributes, run, argument);
}

// A call that hands on what it is given, or fails.
#define CALL(kind, failure, result, name, parameters, arguments, throws) \
  extern "C" result name parameters throws {                             \
    static auto* const real = next<result parameters>(#name);            \
    return fails(kind) ? failure : real arguments;                       \
  }
#define TELLS noexcept

CALL(kRead, -1, ssize_t, read, (int file, void* to, size_t size), (file, to, size), )
CALL(kRename, -1, int, rename, (const char* from, const char* to), (from, to), TELLS)
CALL(kMkdir, -1, int, mkdir, (const char* path, mode_t mode), (path, mode), TELLS)
CALL(kStat, -1, int, stat, (const char* path, struct stat* status), (path, status), TELLS)
CALL(kStat, -1, int, stat64, (const char* path, struct stat64* status), (path, status), TELLS)
CALL(kStat, -1, int, lstat, (const char* path, struct stat* status), (path, status), TELLS)
CALL(kStat, -1, int, lstat64, (const char* path, struct stat64* status), (path, status), TELLS)
CALL(kStat, -1, int, fstat, (int file, struct stat* status), (file, status), TELLS)
CALL(kStat, -1, int, fstat64, (int file, struct stat64* status), (file, status), TELLS)
CALL(kStat, -1, int, fstatat, (int folder, const char* path, struct stat* status, int flags),
     (folder, path, status, flags), TELLS)
CALL(kStat, -1, int, fstatat64, (int folder, const char* path, struct stat64* status, int flags),
     (folder, path, status, flags), TELLS)
CALL(kList, nullptr, DIR*, opendir, (const char* path), (path), )
CALL(kList, nullptr, DIR*, fdopendir, (int folder), (folder), )
CALL(kList, nullptr, struct dirent*, readdir, (DIR * folder), (folder), )
CALL(kList, nullptr, struct dirent64*, readdir64, (DIR * folder), (folder), )
CALL(kResolve, nullptr, char*, realpath, (const char* path, char* to), (path, to), TELLS)
CALL(kResolve, nullptr, char*, getcwd, (char* to, size_t size), (to, size), TELLS)
CALL(kResolve, -1, ssize_t, readlink, (const char* path, char* to, size_t size), (path, to, size), TELLS)
CALL(kLock, -1, int, flock, (int file, int operation), (file, operation), TELLS)
CALL(kDelete, -1, int, unlink, (const char* path), (path), TELLS)

// Those that may take a mode.
#define OPEN(name, parameters, arguments)                                  \
  extern "C" int name parameters {                                         \
    static auto* const real = next<int parameters>(#name);                 \
    va_list rest;                                                          \
    va_start(rest, flags);                                                 \
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                          \
    return fails(kOpen) ? -1 : real arguments;                             \
  }

OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char* path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
OPEN(openat64, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))

extern "C" int fcntl(int file, int command, ...) {
  static auto* const real = next<int(int, int, ...)>("fcntl");
  va_list rest;
  va_start(rest, command);
  const long argument = va_arg(rest, long);
  va_end(rest);
  if (command == F_DUPFD_CLOEXEC && fails(kCopy)) return -1;
  return real(file, command, argument);
}

extern "C" ssize_t write(int file, const void* from, size_t size) {
  static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
  if (!fails(kWrite)) return real(file, from, size);
  if (faults.error != kKilled) return -1;
  real(file, from, size / 2);
  be_killed();
}

// What cannot be closed is closed all the same, as on Linux.
extern "C" int close(int file) {
  static auto* const real = next<int(int)>("close");
  const int result = real(file);
  return fails(kClose) ? -1 : result;
}

extern "C" void* malloc(size_t size) noexcept { return fails(kMemory) ? nullptr : __libc_malloc(size); }
extern "C" void* calloc(size_t count, size_t size) noexcept {
  return fails(kMemory) ? nullptr : __libc_calloc(count, size);
}
extern "C" void* realloc(void* old, size_t size) noexcept {
  return fails(kMemory) ? nullptr : __libc_realloc(old, size);
}
extern "C" void* aligned_alloc(size_t alignment, size_t size) noexcept {
  return fails(kMemory) ? nullptr : __libc_memalign(alignment, size);
}
