// SPDX-License-Identifier: Apache-2.0
// Usage: virtual-touchpad [screen] <COMMANDS      a touchpad, or a touchscreen, made through /dev/uinput, and fingers on it
// Commands, one a line; it prints `plugged` first, and each command when it is done:
//   swipe FINGERS X Y       they move so many millimetres in a fifth of a second
//   hold FINGERS MS         they rest for so long
// It is pulled out at the end of the input.
// Sources: Linux, Documentation/input/multi-touch-protocol.rst and event-codes.rst; libinput, "Touchpad gestures".
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// 120 × 80 mm.
enum { UNITS_PER_MM = 40, WIDTH = 120 * UNITS_PER_MM, HEIGHT = 80 * UNITS_PER_MM, SLOTS = 5, STEPS = 20, STEP_MICROSECONDS = 10000 };

static const int tools[SLOTS] = {BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP};
static int device;
static int is_screen;

static void fail(const char *what)
{
    perror(what);
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

static void add_axis(int code, int maximum, int resolution)
{
    struct uinput_abs_setup axis = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
    if (ioctl(device, UI_ABS_SETUP, &axis))
        fail("cannot make an axis");
}

static void plug(void)
{
    struct uinput_setup setup = {.id = {.bustype = BUS_I2C, .vendor = 0x4242, .product = 3}, .name = "Test Touchpad"};
    if (is_screen)
        strcpy(setup.name, "Test Touchscreen");
    device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (device < 0)
        fail("/dev/uinput");
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
    if (is_screen) {
        ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    } else {
        ioctl(device, UI_SET_KEYBIT, BTN_LEFT);
        for (int i = 0; i < SLOTS; i++)
            ioctl(device, UI_SET_KEYBIT, tools[i]);
        ioctl(device, UI_SET_PROPBIT, INPUT_PROP_POINTER);
        ioctl(device, UI_SET_PROPBIT, INPUT_PROP_BUTTONPAD);
    }
    ioctl(device, UI_SET_EVBIT, EV_ABS);
    add_axis(ABS_X, WIDTH, UNITS_PER_MM);
    add_axis(ABS_Y, HEIGHT, UNITS_PER_MM);
    add_axis(ABS_MT_POSITION_X, WIDTH, UNITS_PER_MM);
    add_axis(ABS_MT_POSITION_Y, HEIGHT, UNITS_PER_MM);
    add_axis(ABS_MT_SLOT, SLOTS - 1, 0);
    add_axis(ABS_MT_TRACKING_ID, 65535, 0);
    if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE))
        fail("cannot make a touchpad");
}

// Where a finger is: side by side, 12 mm apart, in the middle of the touchpad.
static void place(int finger, int fingers, int x, int y)
{
    int at_x = WIDTH / 2 + (2 * finger - fingers + 1) * 6 * UNITS_PER_MM + x;
    int at_y = HEIGHT / 2 + y;
    write_event(EV_ABS, ABS_MT_SLOT, finger);
    write_event(EV_ABS, ABS_MT_POSITION_X, at_x);
    write_event(EV_ABS, ABS_MT_POSITION_Y, at_y);
    if (finger == 0) {
        write_event(EV_ABS, ABS_X, at_x);
        write_event(EV_ABS, ABS_Y, at_y);
    }
}

static void land(int fingers)
{
    static int number;
    for (int i = 0; i < fingers; i++) {
        write_event(EV_ABS, ABS_MT_SLOT, i);
        write_event(EV_ABS, ABS_MT_TRACKING_ID, number++ & 0xffff);
        place(i, fingers, 0, 0);
    }
    write_event(EV_KEY, BTN_TOUCH, 1);
    if (!is_screen)
        write_event(EV_KEY, tools[fingers - 1], 1);
    end_frame();
}

static void lift(int fingers)
{
    for (int i = 0; i < fingers; i++) {
        write_event(EV_ABS, ABS_MT_SLOT, i);
        write_event(EV_ABS, ABS_MT_TRACKING_ID, -1);
    }
    if (!is_screen)
        write_event(EV_KEY, tools[fingers - 1], 0);
    write_event(EV_KEY, BTN_TOUCH, 0);
    end_frame();
}

static void perform(const char *line)
{
    int fingers, x, y;
    if (sscanf(line, "swipe %d %d %d", &fingers, &x, &y) == 3 && fingers > 0 && fingers <= SLOTS) {
        land(fingers);
        for (int step = 1; step <= STEPS; step++) {
            usleep(STEP_MICROSECONDS);
            for (int i = 0; i < fingers; i++)
                place(i, fingers, x * UNITS_PER_MM * step / STEPS, y * UNITS_PER_MM * step / STEPS);
            end_frame();
        }
        lift(fingers);
    } else if (sscanf(line, "hold %d %d", &fingers, &x) == 2 && fingers > 0 && fingers <= SLOTS) {
        land(fingers);
        usleep(x * 1000);
        lift(fingers);
    } else {
        fprintf(stderr, "virtual-touchpad: %s", line);
        exit(1);
    }
}

int main(int count, char **arguments)
{
    char line[64];
    is_screen = count > 1 && !strcmp(arguments[1], "screen");
    plug();
    puts("plugged");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        perform(line);
        fputs(line, stdout);
        fflush(stdout);
    }
    return 0;
}
