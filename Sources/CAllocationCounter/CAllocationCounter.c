#include "CAllocationCounter.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

static volatile uint64_t consumed;

void allocation_counter_consume(uint64_t value) { consumed = value; }

#if defined(__GLIBC__) && !defined(SANITIZED)

// A program can replace the public functions of the allocator. Under these names, the program can still call glibc's
// own functions.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Initial-exec storage is reached without a call, so counting inside malloc cannot recurse into it.
#define PER_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))
PER_THREAD uint64_t calls;
PER_THREAD uint64_t bytes;

static void note(size_t size) {
    calls += 1;
    bytes += size;
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note(size);
    return __libc_realloc(block, size);
}

void *reallocarray(void *block, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    note(total);
    return __libc_realloc(block, total);
}

void *memalign(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    note(size);
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

bool allocation_counter_is_available(void) { return true; }
uint64_t allocation_counter_count(void) { return calls; }
uint64_t allocation_counter_bytes(void) { return bytes; }

void allocation_counter_reset(void) {
    calls = 0;
    bytes = 0;
}

#else

bool allocation_counter_is_available(void) { return false; }
uint64_t allocation_counter_count(void) { return 0; }
uint64_t allocation_counter_bytes(void) { return 0; }
void allocation_counter_reset(void) {}

#endif

// The optimiser may remove an allocation if it sees that the memory is freed. A volatile pointer prevents this.
static void *volatile seen;

static void release(void *block) {
    seen = block;
    free(seen);
}

uint64_t allocation_counter_touch_every_entry(void) {
    release(malloc(24));
    release(calloc(3, 8));
    release(realloc(NULL, 24));
    release(aligned_alloc(64, 64));
    void *block = NULL;
    if (posix_memalign(&block, 64, 64) == 0) release(block);
    return 5;
}
