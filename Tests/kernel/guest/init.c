// SPDX-License-Identifier: Apache-2.0
// The guest's first process, alone in its initramfs with the kernel modules it loads. It makes the host's file system the root (9p,
// read-only, with a tmpfs above it, so that nothing the guest writes reaches the host), mounts the run's folder at /kernel-test and
// hands over to Tests/kernel/guest/main.sh, to which the run's folder has a link. A path may have spaces, so it is not passed on the kernel's command line.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/reboot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void power_off(void)
{
    sync();
    syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_POWER_OFF, NULL);
    for (;;)
        pause();
}

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "guest: %s %s: %s\n", what, which, strerror(errno));
    power_off();
}

static void attach(const char *source, const char *target, const char *type, unsigned long flags, const char *options)
{
    mkdir(target, 0755);
    if (mount(source, target, type, flags, options))
        fail("cannot mount", target);
}

// One path a line, in the order of their dependencies.
static void load_modules(const char *list)
{
    char path[4096];
    FILE *lines = fopen(list, "re");
    if (!lines)
        fail("cannot read", list);
    while (fgets(path, sizeof path, lines)) {
        path[strcspn(path, "\n")] = 0;
        int module = open(path, O_RDONLY | O_CLOEXEC);
        if (module < 0)
            fail("cannot open", path);
        if (syscall(SYS_finit_module, module, "", 0) && errno != EEXIST)
            fail("cannot load", path);
        close(module);
    }
    fclose(lines);
}

int main(void)
{
    const char *moved[] = {"dev", "proc", "sys"};
    const char *nine_p = "trans=virtio,version=9p2000.L,msize=1048576,cache=loose";
    const char *shared = "trans=virtio,version=9p2000.L,msize=65536";
    attach("dev", "/dev", "devtmpfs", 0, NULL);
    // The console is not there before /dev is.
    int console = open("/dev/console", O_RDWR);
    for (int fd = 0; console >= 0 && fd < 3; fd++)
        dup2(console, fd);
    attach("proc", "/proc", "proc", 0, NULL);
    attach("sys", "/sys", "sysfs", 0, NULL);
    load_modules("/modules/order");
    attach("host", "/host", "9p", MS_RDONLY, nine_p);
    attach("tmpfs", "/writes", "tmpfs", 0, "mode=755");
    mkdir("/writes/upper", 0755);
    mkdir("/writes/work", 0755);
    attach("overlay", "/root", "overlay", 0, "lowerdir=/host,upperdir=/writes/upper,workdir=/writes/work");
    attach("run", "/root/kernel-test", "9p", 0, shared);
    attach("tmpfs", "/root/run", "tmpfs", 0, "mode=755");
    attach("tmpfs", "/root/tmp", "tmpfs", 0, "mode=1777");
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
        char from[16], to[32];
        snprintf(from, sizeof from, "/%s", moved[i]);
        snprintf(to, sizeof to, "/root/%s", moved[i]);
        mkdir(to, 0755);
        if (mount(from, to, NULL, MS_MOVE, NULL))
            fail("cannot move", to);
    }
    if (chroot("/root") || chdir("/"))
        fail("cannot enter", "/root");
    const char *script = "/kernel-test/main";
    setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 1);
    setenv("HOME", "/root", 1);
    execl("/bin/bash", "bash", script, (char *)NULL);
    fail("cannot run", script);
}
