// SPDX-License-Identifier: Apache-2.0
// Linux headers that Swift's Glibc module does not carry. No logic.
#ifndef BATON_CLINUX_H
#define BATON_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <linux/input.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <spawn.h>
#include <unistd.h>

// epoll_pwait2 without a signal mask; nanoseconds < 0 waits for ever. A kernel before 5.11 waits whole milliseconds, rounded up.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int most, long long nanoseconds);

// A variadic function, which Swift does not import; glibc 2.36 has no wrapper in a header without _GNU_SOURCE.
static inline int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// The longest time that the scheduler lets this process run at a time, in nanoseconds, as a wish: a process with a short one runs
// sooner when it wakes. Its children do not inherit it. -1 with errno when the kernel refuses; one before 6.12 ignores it.
int clinux_request_slice(unsigned long long nanoseconds);
// What a process has wished for; 0 if nothing, or from a kernel before 6.12. glibc has no wrapper before 2.41.
unsigned long long clinux_requested_slice(pid_t process);

// Opens a file below a folder as if the folder were the root, for links as well; without following a link of procfs to a process's
// files. glibc 2.36 has no wrapper; a kernel before 5.6 says ENOSYS.
static inline int clinux_open_in_root(int folder, const char *path, int flags) {
    struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// Declared for _GNU_SOURCE only (glibc 2.34).
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int clinux_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Microseconds since 1970, UTC. (The module of struct timespec depends on the imports; a number does not.)
unsigned long long clinux_wall_clock(void);

// CMSG_* are macros, which Swift does not import. One message with at most one descriptor (-1: none), never blocking.
ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor);
ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor);

// The switches of an input device as bits, or -1: EVIOCGSW is a macro with an argument.
static inline long clinux_switches(int device) {
    unsigned long bits = 0;
    return ioctl(device, EVIOCGSW(sizeof bits), &bits) < 0 ? -1 : (long)bits;
}
enum {
    CLINUX_SW_TABLET_MODE = SW_TABLET_MODE,
    CLINUX_SW_HEADPHONE_INSERT = SW_HEADPHONE_INSERT,
    CLINUX_SW_LINEOUT_INSERT = SW_LINEOUT_INSERT,
    CLINUX_SW_VIDEOOUT_INSERT = SW_VIDEOOUT_INSERT,
};

// Delivers these switches of an input device only; -1 from a kernel that cannot (before 4.4).
static inline int clinux_want_switches(int device, unsigned long switches) {
    unsigned long types = 1UL << EV_SYN | 1UL << EV_SW;
    struct input_mask all = {EV_SYN, sizeof types, (unsigned long)&types};
    struct input_mask some = {EV_SW, sizeof switches, (unsigned long)&switches};
    return ioctl(device, EVIOCSMASK, &all) < 0 ? -1 : ioctl(device, EVIOCSMASK, &some);
}

// Which keys of an input device are down, a bit each from the first on; or -1: EVIOCGKEY is a macro with an argument.
int clinux_keys_down(int device, void *bits, size_t size);

// A keyboard of the calling program's in the kernel, behind an open /dev/uinput: with the keys from first to last; then the name
// of its folder in /sys/devices/virtual/input, and an event. Each is -1 with errno when the kernel refuses.
int clinux_uinput_create(int device, const char *name, int first, int last);
int clinux_uinput_place(int device, char *name, size_t size);
int clinux_uinput_send(int device, unsigned short type, unsigned short code, int value);

// A descriptor that only names a file; a macro under _GNU_SOURCE, checked in CLinux.c.
enum { CLINUX_O_PATH = 0x200000 };

// A macro under _GNU_SOURCE (glibc 2.26).
enum { CLINUX_SPAWN_SETSID = 0x80 };
#endif
