/* Makes one file operation of a program fail. The dynamic loader loads this file before the C library
 * (LD_PRELOAD), so that the program's calls arrive here first.
 *
 * FAULT_FOLDER  only files in this folder count; each operation on one of them has a number: 1, 2, 3, ...
 * FAULT_LOG     each operation is appended to this file as a line: its name, a space, its path
 * FAULT_AT      the number of the operation that fails; without it none does
 * FAULT_KIND    how it fails: a number is the error's; "short" reads or writes half of what was asked for;
 *               "torn" writes half and ends the process, as a power cut would; "cut" ends it before the operation
 * FAULT_ON      if set, all later operations that can fail in this way fail, too
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FILES = 1024, PATH = 512, ENDED = 86 };

static char names[FILES][PATH];
static long count;
static int log_file = -1;
/* Threads number their operations and log them in the same order. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

/* How operation number `at` goes: 0 as usual, -1 by half, -2 half and then the end, or an error. */
static int fault(const char *name, const char *path, int moves_bytes, int writes) {
    const char *folder = getenv("FAULT_FOLDER");
    if (!folder || !path || strncmp(path, folder, strlen(folder)) != 0) return 0;
    char line[PATH + 32];
    int length = snprintf(line, sizeof line, "%s %s\n", name, path);
    pthread_mutex_lock(&turn);
    long number = ++count;
    if (log_file < 0) {
        const char *log = getenv("FAULT_LOG");
        if (log) log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
    if (log_file >= 0 && syscall(SYS_write, log_file, line, length) < 0) abort();
    pthread_mutex_unlock(&turn);
    const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
    if (!at || !kind) return 0;
    long chosen = atol(at);
    if (number != chosen && !(getenv("FAULT_ON") && number > chosen)) return 0;
    if (strcmp(kind, "cut") == 0) _exit(ENDED);
    if (strcmp(kind, "torn") == 0) {
        if (writes) return -2;
        _exit(ENDED);
    }
    if (strcmp(kind, "short") == 0) return moves_bytes ? -1 : 0;
    int error = atoi(kind);
    /* Reading never runs out of space. */
    return error == ENOSPC && !writes ? 0 : error;
}

static const char *name_of(int file) { return file >= 0 && file < FILES && names[file][0] ? names[file] : NULL; }

#define REAL(type, name, ...)                                                    \
    static type (*real)(__VA_ARGS__);                                            \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define FAIL(call, path, writes, result)                                         \
    do {                                                                         \
        int how = fault(call, path, 0, writes);                                  \
        if (how == -2) _exit(ENDED);                                             \
        if (how > 0) {                                                           \
            errno = how;                                                         \
            return result;                                                       \
        }                                                                        \
    } while (0)

int open64(const char *path, int flags, ...) {
    REAL(int, "open64", const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    FAIL("open", path, flags & O_CREAT, -1);
    int file = real(path, flags, mode);
    if (file >= 0 && file < FILES) snprintf(names[file], PATH, "%s", path);
    return file;
}

int close(int file) {
    REAL(int, "close", int);
    if (file >= 0 && file < FILES) names[file][0] = 0;
    return real(file);
}

/* A copy of a descriptor is of the same file. */
static int copied(int (*real)(int, int, ...), int file, int command, long argument) {
    int copy = real(file, command, argument);
    int is_copy = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    if (is_copy && copy >= 0 && copy < FILES && name_of(file)) memcpy(names[copy], names[file], PATH);
    return copy;
}

int fcntl(int file, int command, ...) {
    REAL(int, "fcntl", int, int, ...);
    va_list rest;
    va_start(rest, command);
    long argument = va_arg(rest, long);
    va_end(rest);
    return copied(real, file, command, argument);
}

int fcntl64(int file, int command, ...) {
    REAL(int, "fcntl64", int, int, ...);
    va_list rest;
    va_start(rest, command);
    long argument = va_arg(rest, long);
    va_end(rest);
    return copied(real, file, command, argument);
}

ssize_t read(int file, void *bytes, size_t length) {
    REAL(ssize_t, "read", int, void *, size_t);
    int how = fault("read", name_of(file), 1, 0);
    if (how > 0) {
        errno = how;
        return -1;
    }
    return real(file, bytes, how < 0 && length > 1 ? length / 2 : length);
}

static ssize_t moved(int how, ssize_t written) {
    if (how == -2) _exit(ENDED);
    return written;
}

ssize_t write(int file, const void *bytes, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    int how = fault("write", name_of(file), 1, 1);
    if (how > 0) {
        errno = how;
        return -1;
    }
    return moved(how, real(file, bytes, how < 0 && length > 1 ? length / 2 : length));
}

int fsync(int file) {
    REAL(int, "fsync", int);
    FAIL("fsync", name_of(file), 1, -1);
    return real(file);
}

int fdatasync(int file) {
    REAL(int, "fdatasync", int);
    FAIL("fdatasync", name_of(file), 1, -1);
    return real(file);
}

off64_t lseek64(int file, off64_t to, int whence) {
    REAL(off64_t, "lseek64", int, off64_t, int);
    FAIL("seek", name_of(file), 0, -1);
    return real(file, to, whence);
}

int flock(int file, int how) {
    REAL(int, "flock", int, int);
    FAIL("lock", name_of(file), 0, -1);
    return real(file, how);
}

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    FAIL("rename", to, 1, -1);
    return real(from, to);
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    FAIL("unlink", path, 0, -1);
    return real(path);
}

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    FAIL("mkdir", path, 1, -1);
    return real(path, mode);
}

DIR *opendir(const char *path) {
    REAL(DIR *, "opendir", const char *);
    FAIL("opendir", path, 0, NULL);
    return real(path);
}

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict found) {
    REAL(int, "statx", int, const char *, int, unsigned, struct statx *);
    /* Rust's library asks with null pointers whether the system has this call. The compiler must not conclude from the
     * declaration that it never does. */
    const char *volatile given = path;
    FAIL("stat", given && given[0] ? given : name_of(folder), 0, -1);
    return real(folder, path, flags, mask, found);
}

static void *map(void *(*real)(void *, size_t, int, int, int, off64_t), void *at, size_t length, int protection, int flags,
                 int file, off64_t from) {
    FAIL("map", flags & MAP_ANONYMOUS ? NULL : name_of(file), 0, MAP_FAILED);
    return real(at, length, protection, flags, file, from);
}

void *mmap64(void *at, size_t length, int protection, int flags, int file, off64_t from) {
    REAL(void *, "mmap64", void *, size_t, int, int, int, off64_t);
    return map(real, at, length, protection, flags, file, from);
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t from) {
    REAL(void *, "mmap", void *, size_t, int, int, int, off64_t);
    return map(real, at, length, protection, flags, file, from);
}
