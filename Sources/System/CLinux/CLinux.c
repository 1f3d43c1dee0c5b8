// SPDX-License-Identifier: Apache-2.0
// <sys/socket.h> must not be in the header: Swift's Glibc module would lose it.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

_Static_assert(CLINUX_O_PATH == O_PATH, "O_PATH is another number on this processor");

ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct iovec part = { (void *)bytes, count };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int));
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}
ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct iovec part = { bytes, count };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
    ssize_t result = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    *descriptor = -1;
    if (result >= 0) {
        for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header))
            if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
                memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    }
    return result;
}

// struct sched_attr in its first version. <linux/sched/types.h> cannot be beside <sched.h>, which has it from glibc 2.41 on.
struct wish { unsigned size, policy; unsigned long long flags; int nice; unsigned priority; unsigned long long runtime, deadline, period; };
_Static_assert(sizeof(struct wish) == 48, "the kernel takes 48 bytes");
enum { NORMAL = 0, BATCH = 3, RESET_ON_FORK = 1 };

int clinux_request_slice(unsigned long long nanoseconds) {
    struct wish wish;
    if (syscall(SYS_sched_getattr, 0, &wish, sizeof wish, 0) < 0) return -1;
    // For the other policies the number has another meaning.
    if (wish.policy != NORMAL && wish.policy != BATCH) return 0;
    wish.size = sizeof wish;
    wish.flags |= RESET_ON_FORK;
    wish.runtime = nanoseconds;
    return (int)syscall(SYS_sched_setattr, 0, &wish, 0);
}
unsigned long long clinux_requested_slice(pid_t process) {
    struct wish wish;
    return syscall(SYS_sched_getattr, process, &wish, sizeof wish, 0) < 0 ? 0 : wish.runtime;
}

unsigned long long clinux_wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (unsigned long long)now.tv_sec * 1000000 + (unsigned long long)now.tv_nsec / 1000;
}

int clinux_keys_down(int device, void *bits, size_t size) {
    memset(bits, 0, size);
    return ioctl(device, EVIOCGKEY(size), bits);
}
int clinux_uinput_create(int device, const char *name, int first, int last) {
    // A made-up identity of the virtual bus: there is no such product.
    struct uinput_setup setup = { .id = { .bustype = BUS_VIRTUAL, .vendor = 0x4242, .product = 1, .version = 1 } };
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(device, UI_SET_EVBIT, EV_KEY) < 0)
        return -1;
    for (int key = first; key <= last; key++)
        if (ioctl(device, UI_SET_KEYBIT, key) < 0)
            return -1;
    if (ioctl(device, UI_DEV_SETUP, &setup) < 0)
        return -1;
    return ioctl(device, UI_DEV_CREATE);
}
int clinux_uinput_place(int device, char *name, size_t size) {
    return ioctl(device, UI_GET_SYSNAME(size), name);
}
int clinux_uinput_send(int device, unsigned short type, unsigned short code, int value) {
    struct input_event event = { .type = type, .code = code, .value = value };
    return write(device, &event, sizeof event) == sizeof event ? 0 : -1;
}

int clinux_epoll_wait(int epoll, struct epoll_event *events, int most, long long nanoseconds) {
    static int has_milliseconds_only;
    if (nanoseconds <= 0) return epoll_wait(epoll, events, most, nanoseconds < 0 ? -1 : 0);
    if (!has_milliseconds_only) {
        struct timespec wait = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
        int count = epoll_pwait2(epoll, events, most, &wait, NULL);
        if (count >= 0 || errno != ENOSYS) return count;
        has_milliseconds_only = 1;
    }
    long long milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
    return epoll_wait(epoll, events, most, milliseconds > 0x7fffffff ? 0x7fffffff : (int)milliseconds);
}
