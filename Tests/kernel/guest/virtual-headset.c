// SPDX-License-Identifier: Apache-2.0
// Usage: virtual-headset <COMMANDS      up to eight input devices, made through /dev/uinput
//        virtual-headset watch NODE     another reader: prints each key event, and how many
//        virtual-headset grab NODE      another program that has grabbed the node, until it is ended
// Commands, one a line; N is the number of a device, KEY a number of linux/input-event-codes.h:
//   plug N KIND PHYS NAME...     kinds: one (a single button, volume), buttons (next and previous too), jack (KEY_MEDIA, a jack's switches),
//                                avrcp (as bluetoothd makes them), keyboard (letters too), all (every key but letters)
//   press N KEY MS MS            down for so long, then up for so long
//   frame N KEY                  down and up in one frame
//   value N KEY VALUE            any value, in a frame of its own
//   flood N KEY COUNT            so many presses, 50 us apart
//   unplug N, wait MS
// Each command is printed when it is done, with the seconds since boot at which it began. Ends with standard input.
// Source: Linux, Documentation/input/uinput.rst.
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

static int devices[8] = {-1, -1, -1, -1, -1, -1, -1, -1};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void wait_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void fail(const char *what)
{
    fprintf(stderr, "virtual-headset: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void write_event(int device, int type, int code, int value)
{
    struct input_event event = {.type = type, .code = code, .value = value};
    if (write(device, &event, sizeof event) != sizeof event)
        fail("cannot write an event");
}

static void write_key(int device, int key, int value)
{
    write_event(device, EV_KEY, key, value);
    write_event(device, EV_SYN, SYN_REPORT, 0);
}

static void add_keys(int device, const int *keys)
{
    for (; *keys; keys++)
        ioctl(device, UI_SET_KEYBIT, *keys);
}

static const int volume_keys[] = {KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP, 0};
static const int one_keys[] = {KEY_PLAYPAUSE, 0};
static const int buttons_keys[] = {KEY_PLAYPAUSE, KEY_NEXTSONG, KEY_PREVIOUSSONG, KEY_STOPCD, 0};
static const int jack_keys[] = {KEY_MEDIA, KEY_VOICECOMMAND, 0};
static const int avrcp_keys[] = {KEY_PLAYCD, KEY_PAUSECD, KEY_STOPCD, KEY_NEXTSONG, KEY_PREVIOUSSONG, KEY_FASTFORWARD, KEY_REWIND,
    KEY_1, KEY_2, 0};
static const int keyboard_keys[] = {KEY_Q, KEY_W, KEY_A, KEY_Z, KEY_SPACE, KEY_PLAYPAUSE, 0};

static int is_letter(int key)
{
    return (key >= KEY_Q && key <= KEY_P) || (key >= KEY_A && key <= KEY_L) || (key >= KEY_Z && key <= KEY_M);
}

static void plug(int number, const char *kind, const char *phys, const char *name)
{
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1d6b, .product = 0x0246}};
    int device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (device < 0)
        fail("cannot open /dev/uinput");
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    if (strcmp(kind, "all") == 0)
        for (int key = 1; key < KEY_MAX; key++)
            if (!is_letter(key))
                ioctl(device, UI_SET_KEYBIT, key);
    add_keys(device, volume_keys);
    if (strcmp(kind, "one") == 0)
        add_keys(device, one_keys);
    if (strcmp(kind, "buttons") == 0)
        add_keys(device, buttons_keys);
    if (strcmp(kind, "keyboard") == 0)
        add_keys(device, keyboard_keys);
    if (strcmp(kind, "avrcp") == 0) {
        setup.id.bustype = BUS_BLUETOOTH;
        add_keys(device, avrcp_keys);
    }
    if (strcmp(kind, "jack") == 0) {
        setup.id.bustype = 0;
        add_keys(device, jack_keys);
        ioctl(device, UI_SET_EVBIT, EV_SW);
        ioctl(device, UI_SET_SWBIT, SW_HEADPHONE_INSERT);
    }
    ioctl(device, UI_SET_PHYS, phys);
    snprintf(setup.name, sizeof setup.name, "%s", name);
    if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE))
        fail("cannot make a device");
    devices[number] = device;
}

static void perform(const char *line)
{
    char kind[32], phys[64], name[80];
    int number = 0, key = 0, value = 0, count = 0;
    double began = now();
    if (sscanf(line, "wait %d", &count) == 1) {
        wait_ms(count);
    } else if (sscanf(line, "plug %d %31s %63s %79[^\n]", &number, kind, phys, name) == 4) {
        plug(number, kind, phys, name);
    } else if (sscanf(line, "press %d %d %d %d", &number, &key, &value, &count) == 4) {
        write_key(devices[number], key, 1);
        wait_ms(value);
        write_key(devices[number], key, 0);
        wait_ms(count);
    } else if (sscanf(line, "frame %d %d", &number, &key) == 2) {
        write_event(devices[number], EV_KEY, key, 1);
        write_event(devices[number], EV_KEY, key, 0);
        write_event(devices[number], EV_SYN, SYN_REPORT, 0);
    } else if (sscanf(line, "value %d %d %d", &number, &key, &value) == 3) {
        write_key(devices[number], key, value);
    } else if (sscanf(line, "flood %d %d %d", &number, &key, &count) == 3) {
        for (; count > 0; count--) {
            write_key(devices[number], key, 1);
            write_key(devices[number], key, 0);
            usleep(50);
        }
    } else if (sscanf(line, "unplug %d", &number) == 1) {
        close(devices[number]);
        devices[number] = -1;
    } else {
        errno = EINVAL;
        fail(line);
    }
    printf("%.6f %s", began, line);
    fflush(stdout);
}

static int watch(const char *node, int grabs)
{
    struct input_event event;
    int clock = CLOCK_MONOTONIC, keys = 0, file = open(node, O_RDONLY | O_CLOEXEC);
    if (file < 0 || ioctl(file, EVIOCSCLOCKID, &clock) || (grabs && ioctl(file, EVIOCGRAB, 1)))
        fail(node);
    printf("%s %s\n", grabs ? "grabbed" : "watching", node);
    fflush(stdout);
    while (read(file, &event, sizeof event) == sizeof event) {
        if (event.type != EV_KEY)
            continue;
        printf("%lld.%06lld key %d %d (%d)\n", (long long)event.input_event_sec, (long long)event.input_event_usec, event.code, event.value,
            ++keys);
        fflush(stdout);
    }
    return 0;
}

int main(int count, char **arguments)
{
    char line[256];
    if (count == 3 && strcmp(arguments[1], "watch") == 0)
        return watch(arguments[2], 0);
    if (count == 3 && strcmp(arguments[1], "grab") == 0)
        return watch(arguments[2], 1);
    while (fgets(line, sizeof line, stdin))
        perform(line);
    return 0;
}
