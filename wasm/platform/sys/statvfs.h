#pragma once

// The room on a disk, which WASI cannot tell and nobody here asks for; libc++'s std::filesystem::space()
// does.

#include <sys/types.h>

struct statvfs {
  unsigned long f_frsize, f_blocks, f_bfree, f_bavail;
};
#ifdef __cplusplus
extern "C"
#endif
    int
    statvfs(const char* path, struct statvfs* told);
