#pragma once

// Functions of POSIX that the tool and libc++ call and Debian's wasi-libc lacks, declared for every file
// (toolchain.cmake). posix.c documents each.

#include <sys/types.h>
#define _WASI_EMULATED_GETPID  // getpid() is not deprecated
#define DT_SOCK 20
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define F_DUPFD_CLOEXEC 1030

#ifdef __cplusplus
extern "C" {
#endif

int fchmod(int file, mode_t mode);
int fchmodat(int folder, const char* path, mode_t mode, int flags);
int flock(int file, int operation);
int pipe(int ends[2]);
pid_t getpid(void);
char* realpath(const char* path, char* resolved);

#ifdef __cplusplus
}
#endif
