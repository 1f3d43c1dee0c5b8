// SPDX-License-Identifier: Apache-2.0

#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

// The C library's own, which it keeps for this purpose.
void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong count;

unsigned long allocations_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

void *malloc(size_t size) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return __libc_malloc(size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}
