/* malloc, calloc, realloc and free of the kernels, counted, and failing where a test says so.

   Preloaded before the C library. A call counts when it comes from a shared object of the package
   (its path begins with the folder that faults_watch names), so that the interpreter and numpy are left alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static long n_calls;       /* allocations asked for since the last faults_begin */
static long n_live;        /* blocks that are held */
static long failing = -1;  /* the number, from 0, of the allocation that fails */
static const char *folder; /* none before the interpreter is up: dladdr needs a process that is */

void faults_watch(const char *package) { folder = package; }
void faults_begin(long call) {
  n_calls = 0;
  failing = call;
}
long faults_calls(void) { return n_calls; }
long faults_live(void) { return n_live; }

static int is_kernel(void *caller) {
  Dl_info info;
  return folder && dladdr(caller, &info) && info.dli_fname &&
         strncmp(info.dli_fname, folder, strlen(folder)) == 0;
}

static int fails(void) { return __atomic_fetch_add(&n_calls, 1, __ATOMIC_RELAXED) == failing; }

static void *held(void *memory) {
  if (memory != NULL) __atomic_fetch_add(&n_live, 1, __ATOMIC_RELAXED);
  return memory;
}

void *malloc(size_t size) {
  if (!is_kernel(__builtin_return_address(0))) return __libc_malloc(size);
  return fails() ? NULL : held(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
  if (!is_kernel(__builtin_return_address(0))) return __libc_calloc(count, size);
  return fails() ? NULL : held(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size) {
  if (!is_kernel(__builtin_return_address(0))) return __libc_realloc(memory, size);
  if (fails()) return NULL;
  void *moved = __libc_realloc(memory, size);
  return memory == NULL ? held(moved) : moved;
}

void free(void *memory) {
  if (memory != NULL && is_kernel(__builtin_return_address(0)))
    __atomic_fetch_sub(&n_live, 1, __ATOMIC_RELAXED);
  __libc_free(memory);
}
