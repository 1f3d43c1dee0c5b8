// SPDX-License-Identifier: Apache-2.0
// libevdev 1.13, and what the kernel has beside it. No logic.
#ifndef BATON_CEVDEV_H
#define BATON_CEVDEV_H
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <stdint.h>
#include <sys/ioctl.h>

// EVIOCSMASK is a macro with arguments, which Swift does not import. -1 with errno, also from kernels before 4.4.
static inline int cevdev_set_mask(int device, unsigned type, const uint8_t *bits, unsigned size) {
    struct input_mask mask = {type, size, (uint64_t)(uintptr_t)bits};
    return ioctl(device, EVIOCSMASK, &mask);
}
#endif
