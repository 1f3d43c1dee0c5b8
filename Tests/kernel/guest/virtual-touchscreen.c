// SPDX-License-Identifier: Apache-2.0
// Usage: virtual-touchscreen <COMMANDS      a touch panel, made through /dev/uinput from an evemu recording
// Commands, one a line:
//   plug FILE          a panel with the name, the properties and the axes of the recording
//   play               plays its events, as fast as they were
//   touch X Y          a finger down in slot 0, without an end
//   flood COUNT        so many moves of that finger, as fast as they go
//   lift, unplug
// Each command is printed when it is done. Ends with standard input.
// Sources: Linux, Documentation/input/uinput.rst and multi-touch-protocol.rst; evemu's format.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int device = -1;
static char recording[256];

static void fail(const char *what)
{
    fprintf(stderr, "virtual-touchscreen: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void write_event(int type, int code, int value)
{
    struct input_event event = {.type = type, .code = code, .value = value};
    if (write(device, &event, sizeof event) != sizeof event)
        fail("cannot write an event");
}

static void end_frame(void)
{
    write_event(EV_SYN, SYN_REPORT, 0);
}

static FILE *open_recording(void)
{
    FILE *file = fopen(recording, "re");
    if (!file)
        fail(recording);
    return file;
}

static void plug(void)
{
    struct uinput_setup setup = {.id = {.bustype = BUS_I2C}};
    char line[256];
    int code, minimum, maximum, fuzz, flat, resolution = 0;
    FILE *file = open_recording();
    device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (device < 0)
        fail("cannot open /dev/uinput");
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
    ioctl(device, UI_SET_EVBIT, EV_ABS);
    ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    while (fgets(line, sizeof line, file)) {
        sscanf(line, "N: %79[^\n]", setup.name);
        if (sscanf(line, "A: %x %d %d %d %d %d", &code, &minimum, &maximum, &fuzz, &flat, &resolution) >= 5) {
            struct uinput_abs_setup axis = {.code = code, .absinfo = {.minimum = minimum, .maximum = maximum, .resolution = resolution}};
            if (ioctl(device, UI_ABS_SETUP, &axis))
                fail("cannot make an axis");
        }
    }
    fclose(file);
    if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE))
        fail("cannot make a device");
}

static void play(void)
{
    char line[256];
    long seconds, microseconds, last = -1;
    unsigned type, code;
    int value;
    FILE *file = open_recording();
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "E: %ld.%ld %x %x %d", &seconds, &microseconds, &type, &code, &value) != 5)
            continue;
        long time = seconds * 1000000 + microseconds;
        if (last >= 0 && time > last)
            usleep(time - last);
        last = time;
        write_event(type, code, value);
    }
    fclose(file);
}

static void touch(int x, int y)
{
    static int number = 60000;
    write_event(EV_ABS, ABS_MT_SLOT, 0);
    write_event(EV_ABS, ABS_MT_TRACKING_ID, number++);
    write_event(EV_ABS, ABS_MT_POSITION_X, x);
    write_event(EV_ABS, ABS_MT_POSITION_Y, y);
    write_event(EV_KEY, BTN_TOUCH, 1);
    end_frame();
}

static void perform(const char *line)
{
    int x = 0, y = 0;
    if (sscanf(line, "plug %255s", recording) == 1) {
        plug();
    } else if (strcmp(line, "play\n") == 0) {
        play();
    } else if (sscanf(line, "touch %d %d", &x, &y) == 2) {
        touch(x, y);
    } else if (sscanf(line, "flood %d", &x) == 1) {
        for (; x > 0; x--) {
            write_event(EV_ABS, ABS_MT_POSITION_X, 100 + x % 2);
            end_frame();
        }
    } else if (strcmp(line, "lift\n") == 0) {
        write_event(EV_ABS, ABS_MT_TRACKING_ID, -1);
        write_event(EV_KEY, BTN_TOUCH, 0);
        end_frame();
    } else if (strcmp(line, "unplug\n") == 0) {
        close(device);
    } else {
        errno = EINVAL;
        fail(line);
    }
    printf("%s", line);
    fflush(stdout);
}

int main(void)
{
    char line[300];
    while (fgets(line, sizeof line, stdin))
        perform(line);
    return 0;
}
