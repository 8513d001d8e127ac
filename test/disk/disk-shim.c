/*
 * Stands between a process and the files of one folder (DISK_FOLDER). With DISK_LOG it writes down every write, cut,
 * sync, rename and removal in their order, so that a power cut can be played back. With DISK_FAULT, a file of 16 bytes, it
 * fails as the first byte says and counts in the last eight how often it did:
 *   1 a write is an I/O error   2 a write finds no room   3 a write is half done, then finds no room
 *   4 a sync is an I/O error    5 a read is an I/O error
 * Built by build-shim.ts and loaded with LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPENED = 1, WRITTEN, CUT, SYNCED, RENAMED, REMOVED };
#define FDS 4096

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static int log_fd = -1;
static volatile uint8_t *fault;
/* For each descriptor the number of its opening, 0: not of this folder. */
static uint32_t opening[FDS];
static uint32_t openings;
static char half_done[FDS];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define KEEP(name) \
  static __typeof__(&name) real; \
  if (!real) real = REAL(name)

static ssize_t plain_write(int fd, const void *data, size_t size) { KEEP(write); return real(fd, data, size); }

__attribute__((constructor)) static void begin(void) {
  folder = getenv("DISK_FOLDER");
  const char *path = getenv("DISK_LOG");
  int (*plain_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  if (path) log_fd = plain_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  path = getenv("DISK_FAULT");
  if (!path) return;
  int fd = plain_open(path, O_RDWR | O_CLOEXEC);
  void *page = fd < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) fault = page;
}

static int is_ours(const char *path) {
  if (!folder || strncmp(path, folder, strlen(folder)) != 0) return 0;
  const char *end = strrchr(path, '-');
  return !strstr(path, "lock.db") && !(end && strcmp(end, "-shm") == 0);
}

static uint32_t of(int fd) { return fd >= 0 && fd < FDS ? opening[fd] : 0; }

static void put(uint8_t what, uint32_t which, uint64_t at, const void *data, uint32_t size) {
  if (log_fd < 0) return;
  uint8_t head[17];
  head[0] = what;
  memcpy(head + 1, &which, 4);
  memcpy(head + 5, &at, 8);
  memcpy(head + 13, &size, 4);
  plain_write(log_fd, head, sizeof head);
  for (uint32_t done = 0; done < size;) {
    ssize_t step = plain_write(log_fd, (const char *)data + done, size - done);
    if (step <= 0) abort();
    done += step;
  }
}

static int fails(uint8_t how) {
  if (!fault || fault[0] != how) return 0;
  __atomic_fetch_add((uint64_t *)(fault + 8), 1, __ATOMIC_SEQ_CST);
  return 1;
}

static int opened(int fd, const char *path, int flags) {
  if (fd < 0 || fd >= FDS) return fd;
  pthread_mutex_lock(&one_at_a_time);
  opening[fd] = is_ours(path) ? ++openings : 0;
  half_done[fd] = 0;
  if (opening[fd]) put(OPENED, opening[fd], flags & O_TRUNC ? 1 : 0, path, strlen(path));
  pthread_mutex_unlock(&one_at_a_time);
  return fd;
}

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE KEEP(open); return opened(real(path, flags, mode), path, flags); }
int open64(const char *path, int flags, ...) { MODE KEEP(open64); return opened(real(path, flags, mode), path, flags); }
int openat(int at, const char *path, int flags, ...) { MODE KEEP(openat); return opened(real(at, path, flags, mode), path, flags); }
int openat64(int at, const char *path, int flags, ...) { MODE KEEP(openat64); return opened(real(at, path, flags, mode), path, flags); }

int close(int fd) {
  KEEP(close);
  if (fd >= 0 && fd < FDS) opening[fd] = 0;
  return real(fd);
}

/* How much of a write is let through; -1: none of it. */
static ssize_t let_through(int fd, size_t size) {
  if (fails(1)) { errno = EIO; return -1; }
  if (fails(2)) { errno = ENOSPC; return -1; }
  if (!fails(3)) { half_done[fd] = 0; return size; }
  half_done[fd] = !half_done[fd];
  if (half_done[fd] && size > 1) return size / 2;
  errno = ENOSPC;
  return -1;
}

#define TRACED_PWRITE(name, offset) \
  ssize_t name(int fd, const void *data, size_t size, offset at) { \
    KEEP(name); \
    uint32_t which = of(fd); \
    if (!which) return real(fd, data, size, at); \
    pthread_mutex_lock(&one_at_a_time); \
    ssize_t most = let_through(fd, size); \
    ssize_t done = most < 0 ? -1 : real(fd, data, most, at); \
    if (done > 0) put(WRITTEN, which, at, data, done); \
    pthread_mutex_unlock(&one_at_a_time); \
    return done; \
  }
TRACED_PWRITE(pwrite, off_t)
TRACED_PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
  KEEP(write);
  uint32_t which = of(fd);
  if (!which) return real(fd, data, size);
  pthread_mutex_lock(&one_at_a_time);
  struct stat now;
  off_t at = fcntl(fd, F_GETFL) & O_APPEND ? (fstat(fd, &now), now.st_size) : lseek(fd, 0, SEEK_CUR);
  /* A file of ours was closed without the C library, and its number belongs to a pipe or a socket now. */
  if (at < 0) {
    opening[fd] = 0;
    pthread_mutex_unlock(&one_at_a_time);
    return real(fd, data, size);
  }
  ssize_t most = let_through(fd, size);
  ssize_t done = most < 0 ? -1 : real(fd, data, most);
  if (done > 0) put(WRITTEN, which, at, data, done);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

#define TRACED_PREAD(name, offset) \
  ssize_t name(int fd, void *data, size_t size, offset at) { \
    KEEP(name); \
    if (of(fd) && fails(5)) { errno = EIO; return -1; } \
    return real(fd, data, size, at); \
  }
TRACED_PREAD(pread, off_t)
TRACED_PREAD(pread64, off64_t)

#define TRACED_CUT(name, offset) \
  int name(int fd, offset size) { \
    KEEP(name); \
    uint32_t which = of(fd); \
    if (!which) return real(fd, size); \
    pthread_mutex_lock(&one_at_a_time); \
    int result = real(fd, size); \
    if (result == 0) put(CUT, which, size, NULL, 0); \
    pthread_mutex_unlock(&one_at_a_time); \
    return result; \
  }
TRACED_CUT(ftruncate, off_t)
TRACED_CUT(ftruncate64, off64_t)

/* Nothing else of the folder is written meanwhile: what is put down before a sync is part of it. */
#define TRACED_SYNC(name) \
  int name(int fd) { \
    KEEP(name); \
    uint32_t which = of(fd); \
    if (!which) return real(fd); \
    if (fails(4)) { errno = EIO; return -1; } \
    pthread_mutex_lock(&one_at_a_time); \
    int result = real(fd); \
    if (result == 0) put(SYNCED, which, 0, NULL, 0); \
    pthread_mutex_unlock(&one_at_a_time); \
    return result; \
  }
TRACED_SYNC(fsync)
TRACED_SYNC(fdatasync)

int rename(const char *from, const char *to) {
  KEEP(rename);
  if (!is_ours(from) && !is_ours(to)) return real(from, to);
  pthread_mutex_lock(&one_at_a_time);
  int result = real(from, to);
  char both[8192];
  size_t first = strlen(from) + 1, second = strlen(to);
  if (result == 0 && first + second < sizeof both) {
    memcpy(both, from, first);
    memcpy(both + first, to, second);
    put(RENAMED, 0, 0, both, first + second);
  }
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}

int unlink(const char *path) {
  KEEP(unlink);
  if (!is_ours(path)) return real(path);
  pthread_mutex_lock(&one_at_a_time);
  int result = real(path);
  if (result == 0) put(REMOVED, 0, 0, path, strlen(path));
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}
