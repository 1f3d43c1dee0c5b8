// SPDX-License-Identifier: Apache-2.0
// The user's keyboard: plugs one into the kernel (/dev/uinput) and obeys one command a line: `down CODE`, `up CODE` (KEY_* of
// linux/input-event-codes.h). Prints `plugged` once it is there. It is pulled out at the end of the input.
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void send(int device, int type, int code, int value)
{
    struct input_event event = {.type = type, .code = code, .value = value};
    if (write(device, &event, sizeof event) != sizeof event)
        fail("write");
}

int main(void)
{
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x4242, .product = 2}, .name = "Test keyboard"};
    int device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    char line[64], word[8];
    int code;
    if (device < 0)
        fail("/dev/uinput");
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    for (code = 1; code < 128; code++)
        ioctl(device, UI_SET_KEYBIT, code);
    if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE))
        fail("no keyboard");
    puts("plugged");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%7s %d", word, &code) != 2 || (strcmp(word, "down") && strcmp(word, "up")))
            continue;
        send(device, EV_KEY, code, word[0] == 'd');
        send(device, EV_SYN, SYN_REPORT, 0);
    }
    return 0;
}
