// SPDX-License-Identifier: Apache-2.0
// Counts what a program allocates: this malloc stands in the place of the C library's.

#pragma once

// How often malloc and posix_memalign were called since the program started.
unsigned long allocations_count(void);
