#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether this process counts allocations. This needs glibc, and no sanitizer with its own allocator.
bool allocation_counter_is_available(void);

/// Allocations of the calling thread since it started; a reallocation counts as one.
uint64_t allocation_counter_count(void);

/// The number of bytes that the calling thread has requested since it started.
uint64_t allocation_counter_bytes(void);

/// Sets both counters of the calling thread to zero.
void allocation_counter_reset(void);

/// Allocates and frees memory once with every function whose calls are counted. Returns the number of these functions.
uint64_t allocation_counter_touch_every_entry(void);

/// Uses a value in a way that the optimiser cannot see, so that the computation of the value is not removed.
void allocation_counter_consume(uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
