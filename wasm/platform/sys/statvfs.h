#pragma once

// The free space of a disk. WASI does not have it, and only libc++'s std::filesystem::space() calls it.

#include <sys/types.h>

struct statvfs {
  unsigned long f_frsize, f_blocks, f_bfree, f_bavail;
};
#ifdef __cplusplus
extern "C"
#endif
    int
    statvfs(const char* path, struct statvfs* told);
