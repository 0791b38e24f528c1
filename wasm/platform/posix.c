#include "posix.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static int not_here(void) {
  errno = ENOTSUP;
  return -1;
}

// WASI has neither permissions, locks, pipes nor disks whose room could be asked for.
int fchmod(int file, mode_t mode) { return not_here(); }
int fchmodat(int folder, const char* path, mode_t mode, int flags) { return not_here(); }
int flock(int file, int operation) { return not_here(); }
int pipe(int ends[2]) { return not_here(); }
int statvfs(const char* path, struct statvfs* told) { return not_here(); }
// Nor programs that could be started: system(NULL) says so.
int system(const char* command) { return command == NULL ? 0 : not_here(); }

// WASI has no processes: a number by chance, which tells the temporary files of two instances apart.
pid_t getpid(void) {
  static pid_t number = 0;
  while (number <= 0) {
    if (getentropy(&number, sizeof number) != 0) number = 1;
    number &= INT_MAX;
  }
  return number;
}

// WASI has no working folder: commands begin in "/", this one in $PWD. Where that is not shown, relative paths begin in "/".
__attribute__((constructor)) static void enter_folder(void) {
  const char* folder = getenv("PWD");
  if (folder != NULL) (void)chdir(folder);
}

// Appends a part of a path to an absolute one. False: no room.
static int append(char* path, const char* part, size_t length) {
  const size_t end = strlen(path);
  if (end + 1 + length + 1 > PATH_MAX) return 0;
  if (end == 0 || path[end - 1] != '/') strcat(path, "/");
  strncat(path, part, length);
  return 1;
}

static char* failed(int error) {
  errno = error;
  return NULL;
}

// Follows each symbolic link on the way, as POSIX has it.
char* realpath(const char* path, char* resolved) {
  enum { kMostLinks = 40 };
  static char rest[PATH_MAX], link[PATH_MAX], done[PATH_MAX];
  if (path == NULL) return failed(EINVAL);
  if (*path == 0) return failed(ENOENT);
  if (strlen(path) >= PATH_MAX) return failed(ENAMETOOLONG);
  strcpy(rest, path);
  done[0] = 0;
  if (*path != '/' && getcwd(done, PATH_MAX) == NULL) return NULL;
  if (done[0] == 0) strcpy(done, "/");
  for (int links = 0; rest[0] != 0;) {
    char* part = rest + strspn(rest, "/");
    const size_t length = strcspn(part, "/");
    const char* after = part + length;
    if (length == 0) break;
    if (length == 2 && part[0] == '.' && part[1] == '.') {
      char* above = strrchr(done, '/');
      above[above == done] = 0;
    } else if (length != 1 || part[0] != '.') {
      const size_t end = strlen(done);
      if (!append(done, part, length)) return failed(ENAMETOOLONG);
      struct stat status;
      if (lstat(done, &status) != 0) return NULL;
      if (S_ISLNK(status.st_mode)) {
        const ssize_t size = readlink(done, link, PATH_MAX - 1);
        if (size < 0) return NULL;
        if (++links > kMostLinks) return failed(ELOOP);
        if ((size_t)size + strlen(after) >= PATH_MAX) return failed(ENAMETOOLONG);
        memmove(rest + size, after, strlen(after) + 1);
        memcpy(rest, link, (size_t)size);
        done[end] = 0;
        if (link[0] == '/') strcpy(done, "/");
        continue;
      }
      if (*after != 0 && !S_ISDIR(status.st_mode)) return failed(ENOTDIR);
    }
    memmove(rest, after, strlen(after) + 1);
  }
  if (resolved == NULL) return strdup(done);
  return strcpy(resolved, done);
}
